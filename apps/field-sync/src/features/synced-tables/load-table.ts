import type { CopyTableReply } from '@cairn/geo';
import { ident } from '@cairn/db';
import { DatabaseError } from 'pg';
import { makeFiles, toItem } from './compare-tables.ts';
import { TargetError } from './errors.ts';
import { replaceHeld } from './held.ts';
import { completionStatements, createStatements } from './layout-steps.ts';
import { syncedColumns, syncedGeometry } from './layout.ts';
import { loadRows, OTHER_GEOMETRY } from './load-rows.ts';
import { moveSequence } from './sequence.ts';
import type { Target } from './session.ts';
import { setSrids, stageOf } from './stage-sql.ts';
import type { ChangePlan, PlanItem, TableChange, TableCounts, TableLayout } from './types.ts';

interface LoadRequest {
  change: TableChange;
  plan: Pick<ChangePlan, 'next' | 'cwd' | 'decided'>;
  run: string;
  postgis: string;
  signal: AbortSignal;
  /** Bytes so far. */
  onSent(bytes: number): void;
}

/**
 * Makes a table and fills it with all rows of the layer, in the caller's transaction. A column whose type not all geometries have takes more of
 * them: the layout that comes back has its type.
 * @throws {TargetError} pause with an item for a value that does not fit its column
 */
export async function loadTable(
  target: Target,
  request: LoadRequest,
): Promise<{ layout: TableLayout; counts: TableCounts }> {
  const { change, plan, run } = request;
  const { held: file, folder } = await makeFiles(plan.cwd, change.layout);
  for (const layout of widerLayouts(change.layout)) {
    await target.client.query('SAVEPOINT load');
    const reply = await fill(target, { ...request, layout, file, folder }).catch((error: unknown) => error);
    if (isReply(reply)) {
      await target.client.query('RELEASE SAVEPOINT load');
      await replaceHeld(target, { table: layout.table, run, file, count: reply.held, keysOf: null });
      const { rows, held } = reply;
      const none = { updated: 0, deleted: 0, conflicts: 0 };
      return { layout, counts: { table: layout.table, inserted: rows, ...none, held, rows } };
    }
    if (!(reply instanceof DatabaseError) || reply.code !== OTHER_GEOMETRY)
      throw toMisfit(reply, layout, plan.decided);
    await target.client.query('ROLLBACK TO SAVEPOINT load');
  }
  throw new Error('a column for any geometry refused one');
}

/** The layout itself, then with columns that take more types. */
function* widerLayouts(layout: TableLayout): Generator<TableLayout> {
  yield layout;
  const { geometry } = layout;
  if (!geometry) return;
  for (const type of [`Geometry${/Z?M?$/.exec(geometry.type)?.[0] ?? ''}`, 'Any'])
    if (type !== geometry.type) yield { ...layout, geometry: { ...geometry, type } };
}

function isReply(value: unknown): value is CopyTableReply {
  return typeof (value as Partial<CopyTableReply>).rows === 'number';
}

interface FillRequest extends LoadRequest {
  layout: TableLayout;
  file: string;
  folder: string;
}

async function fill(
  target: Target,
  { layout, plan, postgis, file, folder, signal, onSent }: FillRequest,
): Promise<CopyTableReply> {
  const { client } = target;
  const stage = stageOf(layout, { table: target.table, postgis, number: 0 });
  for (const statement of createStatements(layout, { table: target.table, postgis }))
    await client.query(statement);
  const geometry = syncedGeometry(layout);
  const names = [layout.key, ...syncedColumns(layout), ...(geometry ? [geometry] : [])].map(({ name }) =>
    ident(name),
  );
  // Rows of a table of this very transaction need no second visit by VACUUM.
  const copy = `COPY ${stage.table} (${names.join(', ')}) FROM STDIN (FORMAT binary, FREEZE)`;
  const source = { file: plan.next.path, layout, held: file, cwd: folder, signal, onSent };
  const reply = await loadRows(client, copy, source);
  for (const statement of setSrids(stage, stage.table, ['name'])) await client.query(statement);
  for (const statement of completionStatements(layout, { table: target.table, postgis }))
    await client.query(statement);
  await moveSequence(target, stage);
  return reply;
}

function toMisfit(error: unknown, layout: TableLayout, decided: PlanItem[]): unknown {
  if (error instanceof DatabaseError || error instanceof TargetError) return error;
  const item = toItem(error, layout);
  const { sentence: message } = item;
  return new TargetError(
    { outcome: 'pause', code: 'field_sync.value_does_not_fit', message, items: [item, ...decided] },
    error,
  );
}
