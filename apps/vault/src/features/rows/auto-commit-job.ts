import type { Jobs, Processor } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { findDataset } from '../datasets/repo.ts';
import { findOpenSessionById, findSession } from './repo.ts';
import { publishEdits } from './commit-edits.ts';
import type { CommitDeps, CommitPayload } from './commit-edits.ts';
import type { Sessions } from './sessions.ts';
import type { Session } from './types.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';

interface PauseDeps extends Pick<CommitDeps, 'db'> {
  jobs: Jobs;
  sessions: Sessions;
}

/** Makes a version of the edits of a session; see `commit-edits.ts`. */
export function commitEdits(parts: CommitDeps): Processor<VaultDatabase> {
  return (payload: CommitPayload, ctx) => publishEdits(parts, payload, ctx);
}

/**
 * Runs when a session may have been quiet for long enough: then it is sealed. As long as the session is open it is looked
 * at again, so that edits whose sealing failed do not wait for somebody to notice.
 */
export function autoCommitEdits(parts: PauseDeps): Processor<VaultDatabase> {
  const { db, sessions } = parts;
  return async ({ session_id: sessionId }: { session_id: number }, ctx) => {
    const session = await findOpenSessionById(db, sessionId);
    const version = session?.baseVersionId ? await findVersionById(db, session.baseVersionId) : null;
    const { autoCommitMs } = sessions;
    if (!session || !version || autoCommitMs === null) return { sealing: false };
    const look = (trx: Db, inMs: number) =>
      sessions.scheduleAutoCommit(trx, { sessionId, versionId: version.id }, inMs);
    // The time of an edit may be in the future when the clock has stepped back: never wait longer than one pause.
    const quietIn = Math.min(session.lastEditAt.getTime() + autoCommitMs - Date.now(), autoCommitMs);
    if (quietIn > 0 || !(await isWorthSealing(parts, session, version))) {
      const inMs = quietIn > 0 ? quietIn : autoCommitMs;
      await ctx.commit((trx) => look(trx, inMs));
      return { sealing: false, again_in_seconds: Math.ceil(inMs / 1000) };
    }
    const job = await sessions.beginCommit(version.dataset, {}, (work) =>
      ctx.commit(async (trx) => {
        const begun = await work(trx);
        await look(trx, autoCommitMs);
        return begun;
      }),
    );
    return { sealing: true, job_id: job };
  };
}

/** Not while it is under way or the dataset is archived, nor once more what was called off or cannot be written. */
async function isWorthSealing(
  { db, jobs }: PauseDeps,
  { id, commitJobId, lastEditAt }: Session,
  version: Version,
): Promise<boolean> {
  if (commitJobId !== null || (await findDataset(db, version.dataset))?.archivedAt) return false;
  const last = (await findSession(db, id))?.commitJobId;
  const before = last ? await jobs.get(last) : undefined;
  if (!before?.finishedAt || lastEditAt > before.finishedAt) return true;
  const failure = before.errors.at(-1);
  const isFinal = failure?.kind === 'conflict' && failure.code !== 'vault.dataset_archived';
  return before.status !== 'cancelled' && !isFinal;
}
