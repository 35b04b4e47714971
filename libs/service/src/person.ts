import { AsyncLocalStorage } from 'node:async_hooks';

/** The user or visitor that causes work, so that places can be shared fairly. */
export interface Person {
  /** Unique name; for visitors that of their network. */
  name: string;
  isVisitor: boolean;
}

const persons = new AsyncLocalStorage<Person>();

/** Runs work in the name of a person; see createFairSemaphore. */
export function runForPerson<T>(person: Person, work: () => T): T {
  return persons.run(person, work);
}

/** The person in whose name the current work runs; null outside a request, as in a worker. */
export function currentPerson(): Person | null {
  return persons.getStore() ?? null;
}
