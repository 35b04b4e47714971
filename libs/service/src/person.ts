import { AsyncLocalStorage } from 'node:async_hooks';

const persons = new AsyncLocalStorage<string>();

/** Runs what serves a request of somebody, so that shared places can be divided fairly; see createFairPlaces. */
export function runForPerson<T>(person: string, work: () => T): T {
  return persons.run(person, work);
}

/** For whom the work at hand is done; null outside a request, as in a worker. */
export function currentPerson(): string | null {
  return persons.getStore() ?? null;
}
