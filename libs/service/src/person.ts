import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom work is done, so that shared places can be divided fairly. */
export interface Person {
  /** Identifies a person; visitors by the network that they come from. */
  name: string;
  isVisitor: boolean;
}

const persons = new AsyncLocalStorage<Person>();

/** Runs what serves a request of a person or visitor; see createFairPlaces. */
export function runForPerson<T>(person: Person, work: () => T): T {
  return persons.run(person, work);
}

/** For whom the work at hand is done; null outside a request, as in a worker. */
export function currentPerson(): Person | null {
  return persons.getStore() ?? null;
}
