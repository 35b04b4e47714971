import { createBookkeeping, hasBookkeeping } from './bookkeeping.ts';
import { stateMoved } from './errors.ts';
import { loadTable } from './load-table.ts';
import { stepStatements } from './layout-steps.ts';
import { requireServer } from './server-queries.ts';
import { inProjectTransaction, withTarget } from './session.ts';
import type { SessionDeps, Target } from './session.ts';
import { stageOf } from './stage-sql.ts';
import { lockState, writeState } from './state.ts';
import { applyRows } from './apply-rows.ts';
import type {
  AppliedCounts,
  ApplyRequest,
  ChangePlan,
  TableCounts,
  TableLayout,
  TargetPlace,
} from './types.ts';

/** See `SyncedTables.applyChange`. */
export function applyChange(
  deps: SessionDeps,
  plan: ChangePlan,
  request: ApplyRequest,
): Promise<AppliedCounts> {
  if (plan.items.length > 0) throw new Error('a plan with items is not applied');
  const { place } = plan;
  return withTarget(deps, { place, signal: request.signal }, async (target) => {
    const isCreating = plan.seq === 0 || plan.tables.some(({ action }) => action === 'create');
    const { postgis, hasSchema } = await requireServer(target, { create: isCreating });
    await prepare(target, hasSchema);
    return inProjectTransaction(target, request.signal, () => apply(target, { plan, request, postgis }));
  });
}

/** Makes the schema and our tables where they are missing. */
async function prepare(target: Target, hasSchema: boolean): Promise<void> {
  const { client } = target;
  if (!hasSchema) await client.query(`CREATE SCHEMA IF NOT EXISTS ${target.schema}`);
  if (!(await hasBookkeeping(target))) await createBookkeeping(target);
}

interface Application {
  plan: ChangePlan;
  request: ApplyRequest;
  postgis: string;
}

async function apply(target: Target, { plan, request, postgis }: Application): Promise<AppliedCounts> {
  const { client } = target;
  const context = { table: target.table, postgis };
  const { run, version, packageSha256, expectedSeq, onProgress } = request;
  const found = await lockState(target);
  const isMoved = JSON.stringify(found?.layout ?? []) !== JSON.stringify(plan.layout);
  if ((found?.seq ?? 0) !== expectedSeq || isMoved) throw stateMoved(expectedSeq, found?.seq ?? 0);
  // Rows of tables that refer to each other, and values that rows swap, are checked when all are there.
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  for (const step of plan.steps)
    for (const statement of stepStatements(step, context)) await client.query(statement);
  const seq = expectedSeq + 1;
  const layout: TableLayout[] = [];
  const counts: TableCounts[] = [];
  for (const [i, change] of plan.tables.entries()) {
    const onSent = (bytes?: number) => onProgress?.(i / plan.tables.length, change.layout.table, bytes);
    onSent();
    if (change.action === 'create') {
      const loaded = await loadTable(target, { change, plan, run, postgis, signal: request.signal, onSent });
      layout.push(loaded.layout);
      counts.push(loaded.counts);
      continue;
    }
    layout.push(change.layout);
    if (change.action === 'change') {
      const stage = stageOf(change.layout, { ...context, number: i });
      counts.push(await applyRows(target, { change, stage, seq, run }));
    }
  }
  await writeState(target, { seq, version, packageSha256, run, layout, counts });
  return { seq, tables: counts };
}

/** A tenth of the rows, as autovacuum has it, which comes a minute later or never. */
const ANALYZE_SHARE = 0.1;

/** See `SyncedTables.analyze`. */
export function analyze(
  deps: SessionDeps,
  place: TargetPlace,
  { counts, signal }: { counts: TableCounts[]; signal: AbortSignal },
): Promise<void> {
  const tables = counts.filter(
    ({ inserted, updated, deleted, rows }) => inserted + updated + deleted > ANALYZE_SHARE * rows,
  );
  if (tables.length === 0) return Promise.resolve();
  return withTarget(deps, { place, signal }, async (target) => {
    for (const { table } of tables) await target.client.query(`ANALYZE ${target.table(table)}`);
  });
}
