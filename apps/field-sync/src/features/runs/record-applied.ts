import { inTransaction } from '@cairn/db';
import type { SyncState } from '../synced-tables/types.ts';
import { addWarnings, closeApplied, sumCounts } from './close-repo.ts';
import type { Application } from './close-repo.ts';
import { writeLog } from './log-repo.ts';
import { findRunByUuid } from './run-repo.ts';
import type { Run, RunDeps } from './types.ts';

/**
 * Step 8, in one transaction. Not fenced: that a run is in the target is true for every worker, and recording it again changes nothing. So a
 * run that was cancelled while it was applied is closed as what it is.
 */
export async function recordApplied(deps: RunDeps, runId: number, application: Application): Promise<void> {
  await inTransaction(deps.db, {}, async (trx) => {
    const run = await closeApplied(trx, runId, application);
    if (!run) return;
    const { warnings, seq } = application;
    const { projectId } = run;
    await addWarnings(trx, runId, warnings);
    await writeLog(trx, [
      { projectId, runId, level: 'info', message: sentenceOf(application) },
      ...warnings.map((message) => ({ projectId, runId, level: 'warning' as const, message })),
    ]);
    await deps.onApplied(trx, { projectId, runId, seq });
  });
  await deps.jobs.dispatch();
}

/**
 * Closes the run that the state row of the target names, if we hold it for anything but applied: its worker died behind the commit, or
 * never learned of it. Returns whether it is the given run.
 */
export async function repairFromState(deps: RunDeps, run: Run, state: SyncState | null): Promise<boolean> {
  if (!state) return false;
  const { seq, version, counts } = state;
  const applied = state.run === run.uuid ? run : await findRunByUuid(deps.db, state.run);
  if (!applied || applied.projectId !== run.projectId) return false;
  if (applied.status !== 'applied') {
    await recordApplied(deps, applied.id, { seq, version, tables: counts, warnings: [] });
  }
  return applied.id === run.id;
}

function sentenceOf({ version, tables }: Application): string {
  const { inserted, updated, deleted, conflicts } = sumCounts(tables);
  const rows = `Rows: ${inserted} inserted, ${updated} updated, ${deleted} deleted.`;
  return `Applied version ${version}. ${rows}${conflicts > 0 ? ` Conflicts: ${conflicts}.` : ''}`;
}
