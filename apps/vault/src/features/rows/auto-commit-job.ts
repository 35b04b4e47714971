import type { Jobs, Processor } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { findDatasetById } from '../versions/dataset-repo.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { findOpenSessionById, findSession } from './repo.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from './types.ts';

interface AutoCommitDeps {
  db: Db;
  jobs: Jobs;
  sessions: Sessions;
}

/**
 * Publishes a draft once it has not been edited for a while. It reschedules itself as long as the session is open, so that a draft
 * whose publication failed is tried again.
 */
export function autoCommitEdits(deps: AutoCommitDeps): Processor<VaultDatabase> {
  const { db, sessions } = deps;
  return async ({ session_id: sessionId }: { session_id: number }, ctx) => {
    const session = await findOpenSessionById(db, sessionId);
    const version = session?.baseVersionId ? await findVersionById(db, session.baseVersionId) : null;
    const { autoCommitMs } = sessions;
    if (!session || !version || autoCommitMs === null) return { committing: false };
    const reschedule = (trx: Db, inMs: number) =>
      sessions.scheduleAutoCommit(trx, { sessionId, versionId: version.id }, inMs);
    // The last edit may be in the future when the clock has stepped back: never wait longer than the configured time.
    const idleIn = Math.min(session.lastEditAt.getTime() + autoCommitMs - Date.now(), autoCommitMs);
    if (idleIn > 0 || !(await shouldCommit(deps, session, version))) {
      const inMs = idleIn > 0 ? idleIn : autoCommitMs;
      await ctx.commit((trx) => reschedule(trx, inMs));
      return { committing: false, again_in_seconds: Math.ceil(inMs / 1000) };
    }
    const jobId = await sessions.beginCommit(
      { datasetId: version.datasetId, name: version.dataset },
      {},
      (work) =>
        ctx.commit(async (trx) => {
          const result = await work(trx);
          await reschedule(trx, autoCommitMs);
          return result;
        }),
    );
    return { committing: true, job_id: jobId };
  };
}

/** Not while it is being published or the dataset is archived, nor when the same edits were cancelled or refused before. */
async function shouldCommit(
  { db, jobs }: AutoCommitDeps,
  { id, commitJobId, lastEditAt }: Session,
  version: Version,
): Promise<boolean> {
  if (commitJobId !== null || (await findDatasetById(db, version.datasetId))?.archivedAt) return false;
  const lastJobId = (await findSession(db, id))?.commitJobId;
  const lastJob = lastJobId ? await jobs.get(lastJobId) : undefined;
  if (!lastJob?.finishedAt || lastEditAt > lastJob.finishedAt) return true;
  const failure = lastJob.errors.at(-1);
  const isRefused = failure?.kind === 'conflict' && failure.code !== 'vault.dataset_archived';
  return lastJob.status !== 'cancelled' && !isRefused;
}
