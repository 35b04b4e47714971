import { createFairSemaphore } from '@cairn/service';

/** Runs one piece of work after the other, so that long ones leave room for what users wait for. Users take turns. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const { run } = createFairSemaphore({
    limit: 1,
    perPerson: 1,
    busy: {
      code: 'vault.busy',
      message: 'The server is busy with other large files; try again in a minute.',
    },
  });
  return (work) => run(work);
}
