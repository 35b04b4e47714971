import { createFairSemaphore } from '@cairn/service';

/**
 * Runs long work one piece at a time, so that the rest of the server stays free for short requests. Users take turns.
 * @throws {AppError} unavailable when too much work is waiting.
 */
export function createFairQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const { run } = createFairSemaphore({
    limit: 1,
    perPerson: 1,
    busy: {
      code: 'vault.busy',
      message: 'The server is busy with other large files. Try again in a minute.',
    },
  });
  return (work) => run(work);
}
