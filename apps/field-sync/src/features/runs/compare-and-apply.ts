import type { Db } from '../../db/schema.ts';
import type { ChangePlan, PlanItem, SyncState, TargetPlace } from '../synced-tables/types.ts';
import { TargetError } from '../synced-tables/errors.ts';
import { PLAN_NEEDED, closeFailed, closeWithout, saveCounts } from './close-repo.ts';
import type { Application } from './close-repo.ts';
import { projectStopped } from './errors.ts';
import { writeLog } from './log-repo.ts';
import { findCurrentPlan, insertPlan } from './plan-repo.ts';
import { toApproval } from './plans.ts';
import { enterStage, isStarted } from './run-repo.ts';
import type { Attempt, ObtainedVersion, Run, RunDeps, RunStage } from './types.ts';

const NUMBER = new Intl.NumberFormat('en');

interface Round {
  place: TargetPlace;
  state: SyncState | null;
  version: ObtainedVersion;
  round: number;
}

/**
 * Steps 6 and 7. `again`: the state is to be read again, since another run has changed it, or the outcome of a commit is unknown.
 */
export async function compareAndApply(
  deps: RunDeps,
  attempt: Attempt,
  round: Round,
): Promise<Application | 'compared' | 'paused' | 'again'> {
  try {
    return await deps.inScratch((cwd) => compare(deps, attempt, { ...round, cwd }));
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    if (error.outcome === 'read_state') return 'again';
    if (error.items.length === 0) throw error;
    await pause(attempt, round, { items: error.items, tables: [] });
    return 'paused';
  }
}

async function compare(
  deps: RunDeps,
  attempt: Attempt,
  round: Round & { cwd: string },
): Promise<Application | 'compared' | 'paused'> {
  const { run, job } = attempt;
  job.progress(50, 'Comparing');
  await enter(attempt, round, 'comparing');
  const plan = await planChange(deps, attempt, round);
  if (run.kind === 'dry_run') {
    await job.commit(async (trx) => {
      await saveCounts(trx, run.id, toCounts(plan));
      await closeWithout(trx, run.id, { status: 'compared' });
    }, 'compared');
    return 'compared';
  }
  if (plan.items.length > 0) {
    await pause(attempt, round, plan);
    return 'paused';
  }
  job.progress(70, 'Applying');
  await enter(attempt, round, 'applying');
  job.signal.throwIfAborted();
  return apply(deps, attempt, round, plan);
}

async function planChange(
  { db, packages, target }: RunDeps,
  { run, project, job }: Attempt,
  { place, state, version, cwd }: Round & { cwd: string },
): Promise<ChangePlan> {
  const base = state && (await packages.findPackage(project.id, state.packageSha256));
  const { maxDeletePercent, skipInit } = project;
  return target.planChange({
    ...{ place, state, cwd, signal: job.signal, reconcile: run.kind === 'reconcile' },
    base: state && base !== null ? { path: base, sha256: state.packageSha256 } : null,
    next: { path: version.path, sha256: version.snapshot.packageSha256 },
    guards: { maxDeletePercent, skipInit, approval: toApproval(await findCurrentPlan(db, project.id)) },
    onProgress: (done, table) => job.progress(50 + 20 * done, `Comparing ${table}`),
  });
}

/** Step 7. A cancel or a stop ends it before the commit, so that nothing is changed, or comes too late. */
async function apply(
  { target }: RunDeps,
  { run, job }: Attempt,
  { state, version }: Round,
  plan: ChangePlan,
): Promise<Application> {
  const { seq, tables } = await target.applyChange(plan, {
    ...{ run: run.uuid, version: version.version, signal: job.signal },
    packageSha256: version.snapshot.packageSha256,
    expectedSeq: state?.seq ?? 0,
    onProgress: (done, table, sent = 0) =>
      job.progress(70 + 25 * done, `Applying ${table}${rowsOf(plan, table)}${sentOf(sent)}`),
  });
  return { seq, version: version.version, tables, warnings: plan.warnings };
}

/** Such as `, 12.5 MiB sent`; what is sent at once needs no number. */
function sentOf(bytes: number): string {
  const tenths = Math.floor(bytes / 104_857.6);
  return tenths === 0 ? '' : `, ${NUMBER.format(tenths / 10)} MiB sent`;
}

/** What is planned for a table, such as `: 3 inserted, 20 updated`. */
function rowsOf({ tables }: ChangePlan, table: string): string {
  const change = tables.find(({ layout }) => layout.table === table);
  const parts = (['inserted', 'updated', 'deleted'] as const)
    .filter((count) => change && change[count] > 0)
    .map((count) => `${NUMBER.format(change![count])} ${count}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function enter({ run, job }: Attempt, { version, round }: Round, stage: RunStage): Promise<void> {
  return job.commit(async (trx) => {
    if (stage === 'applying') await requireProject(trx, run);
    await enterStage(trx, run.id, { stage, snapshotId: version.snapshot.id });
  }, `${stage}:${job.job.fence}:${round}`);
}

/** What a person asks for also works on a project that is stopped. */
async function requireProject(trx: Db, { projectId, requestedBy }: Run): Promise<void> {
  const started = await isStarted(trx, projectId);
  if (started === null || (!started && requestedBy === null)) throw projectStopped();
}

function pause(
  { run, project, job }: Attempt,
  { version, state }: Round,
  plan: Pick<ChangePlan, 'items' | 'tables'>,
): Promise<void> {
  const message = sentenceOf(plan.items);
  const planned = {
    projectId: project.id,
    runId: run.id,
    seq: state?.seq ?? 0,
    baseSha256: state?.packageSha256 ?? null,
    packageSha256: version.snapshot.packageSha256,
    snapshotId: version.snapshot.id,
    items: plan.items,
  };
  return job.commit(async (trx: Db) => {
    const end = { status: 'paused' as const, code: PLAN_NEEDED, message, retryInMs: null };
    if (!(await closeFailed(trx, run.id, end))) return;
    await saveCounts(trx, run.id, toCounts(plan));
    await insertPlan(trx, planned);
    await writeLog(trx, [{ projectId: project.id, runId: run.id, level: 'warning', message }]);
  }, 'plan');
}

function toCounts({ tables }: Pick<ChangePlan, 'tables'>) {
  return tables.map(({ layout, action, inserted, updated, deleted, held, rows, samples }) => ({
    ...{ table: layout.table, action, inserted, updated, deleted, conflicts: 0, held, rows, samples },
  }));
}

function sentenceOf(items: PlanItem[]): string {
  const others = items.length - 1;
  const more =
    others === 0
      ? ''
      : others === 1
        ? ' One more change waits with it.'
        : ` ${others} more changes wait with it.`;
  return `${items[0]!.sentence}${more} Nothing is written until someone decides on the plan.`;
}
