import { AsyncLocalStorage } from 'node:async_hooks';

/** The user or visitor for whom work is done, for fair limits. */
export interface Person {
  /** Unique name; for visitors that of their network. */
  name: string;
  isVisitor: boolean;
}

const persons = new AsyncLocalStorage<Person>();

/** Runs work for a person; see createFairSemaphore. */
export function runForPerson<T>(person: Person, work: () => T): T {
  return persons.run(person, work);
}

/** The person for whom the current work runs; null outside a request, as in a worker. */
export function currentPerson(): Person | null {
  return persons.getStore() ?? null;
}
