import type { Processor } from '@cairn/jobs';
import type { VaultDatabase } from '../db/schema.ts';
import { findOpenSessionById } from '../features/editing/repo.ts';
import { sealSession } from '../features/editing/seal.ts';
import type { SealParts, SealPayload } from '../features/editing/seal.ts';
import type { Sessions } from '../features/editing/sessions.ts';
import { findVersionById } from '../features/versions/repo.ts';

/** Makes a version of the edits of a session; see `features/editing/seal.ts`. */
export function sealEdits(parts: SealParts): Processor<VaultDatabase> {
  return (payload: SealPayload, ctx) => sealSession(parts, payload, ctx);
}

/**
 * Runs when a session may have been quiet for long enough: then it is sealed, else looked at again when it can have been.
 * Run twice, it finds the session sealed or on its way.
 */
export function sealAfterPause({
  db,
  sessions,
}: Pick<SealParts, 'db'> & { sessions: Sessions }): Processor<VaultDatabase> {
  return async ({ session_id: sessionId }: { session_id: number }, ctx) => {
    const session = await findOpenSessionById(db, sessionId);
    const version = session?.baseVersionId ? await findVersionById(db, session.baseVersionId) : null;
    if (!session || !version || session.sealingJobId !== null) return { sealing: false };
    const quietIn = session.lastEditAt.getTime() + sessions.pauseMs - Date.now();
    if (quietIn > 0) {
      await ctx.commit((trx) => sessions.awaitPause(trx, { sessionId, versionId: version.id }, quietIn));
      return { sealing: false, again_in_seconds: Math.ceil(quietIn / 1000) };
    }
    const job = await sessions.beginSeal(version.dataset, {}, (work) => ctx.commit(work));
    return { sealing: true, job_id: job };
  };
}
