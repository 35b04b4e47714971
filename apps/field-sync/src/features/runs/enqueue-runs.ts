import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/schema.ts';
import { insertRuns, setJobs } from './run-repo.ts';
import type { NewRun } from './types.ts';

export const RUN_JOB = 'field_sync.run';
/** A worker that is killed counts as an attempt. Failures of providers and targets do not: they end the run, not the attempt. */
const MAX_ATTEMPTS = 10;

/**
 * Inserts runs and their jobs and returns the ids of the runs by project; leaves out projects that have an open run. Call it in a
 * transaction, and `jobs.dispatch` after the commit.
 */
export async function enqueueRuns(
  { jobs }: { jobs: Pick<Jobs, 'enqueueMany'> },
  trx: Db,
  runs: NewRun[],
): Promise<Map<number, number>> {
  if (runs.length === 0) return new Map();
  const ids = await insertRuns(trx, runs);
  const inserted = runs.filter(({ projectId }) => ids.has(projectId));
  const enqueued = await jobs.enqueueMany(
    trx,
    inserted.map(({ projectId, serverId, requestedBy }) => ({
      kind: RUN_JOB,
      // The server too, so that a slow one does not take all places of a worker.
      payload: { run_id: ids.get(projectId)!, server_id: serverId },
      maxAttempts: MAX_ATTEMPTS,
      // Servers take turns, as people do.
      requestedBy: requestedBy ?? `server:${serverId}`,
    })),
  );
  await setJobs(
    trx,
    inserted.map(({ projectId }, index) => ({ runId: ids.get(projectId)!, jobId: enqueued[index]!.id })),
  );
  return ids;
}
