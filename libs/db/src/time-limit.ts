import { AsyncLocalStorage } from 'node:async_hooks';

const unlimited = new AsyncLocalStorage<boolean>();

/**
 * Runs `work` without the client-side limit on its queries, for migrations and long jobs. It does not change the server's
 * statement_timeout, for which there is `set local statement_timeout`.
 */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return unlimited.run(true, work);
}

export function hasTimeLimit(): boolean {
  return unlimited.getStore() !== true;
}
