import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sampleStagedRows } from '@cairn/geo';
import type { StagedOp } from '@cairn/geo';
import { DatabaseError } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { addItem, comparePackages, makeFiles, MAX_SAMPLES, toItem, unchanged } from './compare-tables.ts';
import { copyFileIn } from './copy-in.ts';
import { geometryTypes } from './layout-items.ts';
import { stepStatements } from './layout-steps.ts';
import { syncedColumns, widerType } from './layout.ts';
import { loadRows, OTHER_GEOMETRY } from './load-rows.ts';
import { requireServer } from './server-queries.ts';
import { withTarget } from './session.ts';
import type { SessionDeps, Target } from './session.ts';
import { createStage, distinct, setSrids, stageOf } from './stage-sql.ts';
import type { Stage } from './stage-sql.ts';
import type { LayoutChange, TablePlan } from './table-plan.ts';
import type { ChangeRequest, PlanItem, TableChange, TableLayout } from './types.ts';

/** A view uses the column; a value cannot be converted; there is no conversion. */
const REFUSED = /^(0A000|2BP01|22...|42804|42846)$/;

/**
 * Compares the rows of tables themselves with the package, by the name of the table, and tries conversions of columns. All of it is
 * done in a transaction that is rolled back; what differs is left in files like those of `comparePackageTable`.
 */
export async function readDrift(
  deps: SessionDeps,
  change: LayoutChange,
  request: ChangeRequest,
): Promise<Map<string, TableChange>> {
  const changes = new Map<string, TableChange>();
  const plans = change.tables.filter(({ action, reconcile }) => action === 'change' && reconcile !== null);
  const isConverting = change.steps.some(({ kind }) => kind.startsWith('convert'));
  if (plans.length === 0 && !isConverting) return changes;
  await withTarget(deps, request, async (target) => {
    const { postgis } = await requireServer(target, { create: false });
    await target.client.query('BEGIN');
    const refused = await trySteps(change, { ...target, postgis });
    for (const [i, plan] of plans.entries()) {
      const { table } = plan.after;
      request.onProgress?.(i / plans.length, table);
      const result: { change: TableChange; item?: PlanItem } = refused.has(table)
        ? unchanged(plan.after)
        : await readTableDrift(plan, {
            target,
            stage: stageOf(plan.after, { ...target, postgis, number: i }),
            request,
          });
      changes.set(table, result.change);
      if (result.item) addItem(change, result.item);
    }
    await target.client.query('ROLLBACK');
  });
  return changes;
}

/** Returns the tables of which a step was refused; what someone decided about them is an item again. */
async function trySteps(change: LayoutChange, target: Target & { postgis: string }): Promise<Set<string>> {
  const refused = new Set<string>();
  for (const step of change.steps) {
    const failure = await attempt(target, async () => {
      for (const statement of stepStatements(step, target)) await target.client.query(statement);
    });
    if (failure === null) continue;
    if (!('item' in step) || !(failure instanceof DatabaseError) || !REFUSED.test(failure.code ?? ''))
      throw failure;
    const sentence = `${step.item.sentence} The database refuses the conversion: ${failure.message}.`;
    change.items.push({
      ...step.item,
      sentence,
      options: step.item.options.filter(({ id }) => !id.startsWith('convert')),
    });
    refused.add(step.table);
  }
  return refused;
}

/** Returns the error of work whose changes are undone; null when there was none. */
async function attempt({ client }: Target, work: () => Promise<unknown>): Promise<unknown> {
  await client.query('SAVEPOINT attempt');
  try {
    await work();
    await client.query('RELEASE SAVEPOINT attempt');
    return null;
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    return error;
  }
}

interface Context {
  target: Target;
  stage: Stage;
  request: ChangeRequest;
}

async function readTableDrift(
  plan: TablePlan,
  { target, stage, request }: Context,
): Promise<{ change: TableChange; item?: PlanItem }> {
  const { client } = target;
  const { after } = plan;
  const { next, cwd, signal } = request;
  const { folder, ...files } = await makeFiles(cwd, after);
  const whole = stage.stage.replace('stage', 'whole');
  let reply = { rows: 0, held: 0, blanks: 0 };
  const failure = await attempt(target, async () => {
    const columns = stage.columns.map(({ n, type }) => `, ${n} ${type}`).join('');
    await client.query(`CREATE TEMP TABLE ${whole} (key bigint${columns}) ON COMMIT DROP`);
    const copy = `COPY ${whole} FROM STDIN (FORMAT binary)`;
    reply = await loadRows(client, copy, {
      file: next.path,
      layout: after,
      held: files.held,
      cwd: folder,
      signal,
    });
    for (const statement of setSrids(stage, whole, ['n'])) await client.query(statement);
  });
  if (failure !== null)
    return { ...unchanged(after), item: toGeometryItem(failure, after) ?? toItem(failure, after) };
  for (const statement of [createStage(stage), `ANALYZE ${whole} (key)`, stageDrift(stage, whole)])
    await client.query(statement);
  const counts = await countOps(target, stage);
  await copyOut(target, `COPY ${stage.stage} TO STDOUT (FORMAT binary)`, files.difference);
  const drift = await writeDrift(plan, { target, stage, request });
  const columns = syncedColumns(after).map(({ source, encoding }) => ({ after: source, encoding }));
  const samples = await sampleStagedRows(files.difference, {
    ...{ columns, hasGeometry: stage.geometry !== null, limit: MAX_SAMPLES },
  });
  const { rows, held } = reply;
  const change = { layout: after, action: 'change', ...counts, rows, held, samples } as const;
  const { difference, held: heldFile } = files;
  return { change: { ...change, files: { difference, held: heldFile, isWhole: true, drift } } };
}

/** The item for a geometry that the column does not take, of which only the server's sentence says more; null for other errors. */
function toGeometryItem(error: unknown, { table, geometry }: TableLayout): PlanItem | null {
  if (!(error instanceof DatabaseError) || error.code !== OTHER_GEOMETRY || !geometry) return null;
  const { name, type: from } = geometry;
  const to = /dimension/i.test(error.message) ? 'Any' : widerType(from, []);
  return geometryTypes(table, name, {
    from,
    kinds: [/\((\w+)\)/.exec(error.message)?.[1] ?? 'other dimensions'],
    to,
  });
}

/**
 * Writes which rows of the stage were changed by hand: those that the package did not change since the state, and those that were not what
 * the package had changed. Null where the last package is not known, or the layout itself changed.
 */
async function writeDrift(plan: TablePlan, { target, stage, request }: Context): Promise<string | null> {
  const { client } = target;
  const { base, next, state } = request;
  const isSame = state?.packageSha256 === next.sha256;
  if (plan.reconcile !== 'asked' || (!isSame && !base)) return null;
  const files = await makeFiles(request.cwd, plan.after);
  const known = { ...stage, stage: stage.stage.replace('stage', 'known') };
  await client.query(createStage(known));
  if (!isSame && base) {
    const output = files.difference.replace('difference', 'known');
    await comparePackages(plan, { ...request, base }, { output, held: `${output}.held` });
    await copyFileIn(client, `COPY ${known.stage} FROM STDIN (FORMAT binary)`, output);
    for (const statement of setSrids(stage, known.stage, ['n', 'o'])) await client.query(statement);
  }
  await copyOut(target, `COPY (${selectDrift(stage, known.stage)}) TO STDOUT (FORMAT binary)`, files.drift);
  return files.drift;
}

function selectDrift({ stage, columns, postgis }: Stage, known: string): string {
  const other = columns.map((column) => distinct(`s.${column.o}`, `k.${column.o}`, column, postgis));
  return `SELECT s.key, CASE WHEN s.op = 'I' THEN 'deleted' WHEN k.op = 'I' OR (s.op = 'D' AND k.key IS NULL) THEN 'inserted' ELSE 'edited' END
      FROM ${stage} s LEFT JOIN ${known} k ON k.key = s.key
     WHERE k.key IS NULL OR k.op <> s.op${other.length > 0 ? ` OR (s.op <> 'I' AND (${other.join(' OR ')}))` : ''}`;
}

function copyOut({ client }: Target, statement: string, file: string): Promise<void> {
  return pipeline(client.query(copyTo(statement)), createWriteStream(file));
}

/** Fills the stage with the rows in which the table and the whole package differ. */
function stageDrift({ stage, table, key, columns, postgis }: Stage, whole: string): string {
  const differs = columns.map((column) => distinct(`t.${column.name}`, `w.${column.n}`, column, postgis));
  const fresh = columns.map(({ n }) => `, w.${n}`).join('');
  const old = columns.map(({ name, type }) => `, t.${name}::${type}`).join('');
  return `INSERT INTO ${stage}
    SELECT CASE WHEN t.${key} IS NULL THEN 'I' WHEN w.key IS NULL THEN 'D' ELSE 'U' END, coalesce(w.key, t.${key})${fresh}${old}
      FROM ${whole} w FULL JOIN ${table} t ON t.${key} = w.key
     WHERE ${['w.key IS NULL', `t.${key} IS NULL`, ...differs].join(' OR ')}`;
}

async function countOps({ client }: Target, { stage }: Stage) {
  const { rows } = await client.query<{ op: StagedOp; count: string }>(
    `SELECT op, count(*) AS count FROM ${stage} GROUP BY op`,
  );
  const of = (op: StagedOp) => Number(rows.find((row) => row.op === op)?.count ?? 0);
  return { inserted: of('I'), updated: of('U'), deleted: of('D') };
}
