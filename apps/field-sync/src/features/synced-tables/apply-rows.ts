import { useDatabaseSearchPath, useServerSearchPath } from '@cairn/db';
import { CONFLICTS, HISTORY } from './bookkeeping.ts';
import { copyFileIn } from './copy-in.ts';
import { again, rowsSuppressed } from './errors.ts';
import { replaceHeld } from './held.ts';
import { moveSequence } from './sequence.ts';
import { readCulprits } from './server-queries.ts';
import type { Target } from './session.ts';
import { changeStatements, createStage, ewkb, lockRows, rowJson, setSrids } from './stage-sql.ts';
import type { Stage } from './stage-sql.ts';
import type { TableChange, TableCounts } from './types.ts';

interface RowsRequest {
  change: TableChange;
  stage: Stage;
  seq: number;
  run: string;
}

/** Rows of the stage by what was found in the table. */
interface Found {
  /** Rows that are there, to delete; to change; and rows that are not there, to insert. */
  deleted: number;
  updated: number;
  inserted: number;
  /** Rows that were edited, deleted or inserted by hand. */
  conflicts: number;
}

/** Applies the difference of a table, with history and conflicts, in the caller's transaction. */
export async function applyRows(target: Target, request: RowsRequest): Promise<TableCounts> {
  const { change, stage, run } = request;
  const { inserted, updated, deleted, rows, held, files } = change;
  const counts = { table: change.layout.table, inserted, updated, deleted, conflicts: 0, held, rows };
  if (!files) return counts;
  const { client } = target;
  if (inserted + updated + deleted === 0 && !files.isWhole) return counts;
  await client.query(createStage(stage));
  await copyFileIn(client, `COPY ${stage.stage} FROM STDIN (FORMAT binary)`, files.difference);
  for (const statement of setSrids(stage, stage.stage, ['n', 'o'])) await client.query(statement);
  await client.query(`ANALYZE ${stage.stage} (op, key)`);
  const keysOf = files.isWhole ? null : stage.stage;
  await replaceHeld(target, { table: change.layout.table, run, file: files.held, count: held, keysOf });
  if (inserted + updated + deleted === 0) return counts;
  const found = stage.stage.replace('stage', 'found');
  await client.query(lockRows(stage, found));
  await client.query(`ANALYZE ${found} (key, state)`);
  const drift = stage.stage.replace('stage', 'drift');
  await client.query(`CREATE TEMP TABLE ${drift} (key bigint, kind text) ON COMMIT DROP`);
  if (files.drift) await copyFileIn(client, `COPY ${drift} FROM STDIN (FORMAT binary)`, files.drift);
  const among = `${stage.stage} s LEFT JOIN ${found} f ON f.key = s.key LEFT JOIN ${drift} d ON d.key = s.key`;
  const expected = await countFound(target, among);
  if (expected.conflicts > 0) await writeConflicts(target, request, among);
  await writeHistory(target, request);
  await changeRows(target, stage, { found, expected });
  if (expected.inserted > 0) await moveSequence(target, stage);
  return { ...counts, conflicts: expected.conflicts };
}

/**
 * A row of the stage that is a conflict: `d` says that it was changed by hand before the run was planned, `f` that it is not what the difference
 * expects now. A row that both deleted is not a conflict.
 */
const IS_CONFLICT = `(d.key IS NOT NULL OR f.state = 'x' OR (f.key IS NULL AND s.op = 'U'))`;

/** `among` joins the stage with what was found. */
async function countFound({ client }: Target, among: string): Promise<Found> {
  const { rows } = await client.query<Record<keyof Found, string>>(
    `SELECT count(*) FILTER (WHERE s.op = 'D' AND f.key IS NOT NULL) AS deleted,
       count(*) FILTER (WHERE s.op <> 'D' AND f.state <> 'n') AS updated,
       count(*) FILTER (WHERE s.op <> 'D' AND f.key IS NULL) AS inserted,
       count(*) FILTER (WHERE ${IS_CONFLICT}) AS conflicts FROM ${among}`,
  );
  const { deleted, updated, inserted, conflicts } = rows[0] as Record<keyof Found, string>;
  const numbers = { deleted: Number(deleted), updated: Number(updated), inserted: Number(inserted) };
  return { ...numbers, conflicts: Number(conflicts) };
}

/** Keeps what is about to be overwritten. */
async function writeConflicts(
  target: Target,
  { change, stage, seq, run }: RowsRequest,
  among: string,
): Promise<void> {
  const { geometry, postgis, table, key } = stage;
  const shape = (column: string) => (geometry ? ewkb(column, postgis) : 'NULL');
  await target.client.query(
    `INSERT INTO ${target.table(CONFLICTS)} (project, seq, run, table_name, key, kind, found, found_geometry, applied, applied_geometry)
     SELECT $1, $2, $3, $4, s.key, CASE WHEN d.kind IS NOT NULL THEN d.kind WHEN t.${key} IS NULL THEN 'deleted' WHEN s.op = 'I' THEN 'inserted' ELSE 'edited' END,
       CASE WHEN t.${key} IS NOT NULL THEN ${rowJson(stage, ({ name }) => `t.${name}`)} END, ${shape(`t.${geometry?.name}`)},
       CASE WHEN s.op <> 'D' THEN ${rowJson(stage, ({ n }) => `s.${n}`)} END, ${shape(`s.${geometry?.n}`)}
     FROM ${among} LEFT JOIN ${table} t ON t.${key} = s.key WHERE ${IS_CONFLICT}
     ORDER BY s.key`,
    [target.place.projectUuid, seq, run, change.layout.table],
  );
}

async function writeHistory(target: Target, { change, stage, seq, run }: RowsRequest): Promise<void> {
  const { geometry, postgis } = stage;
  const moved = geometry && `NOT coalesce(s.${geometry.n} OPERATOR(${postgis}.=) s.${geometry.o}, false)`;
  const shape = (column: string) => (moved ? `CASE WHEN ${moved} THEN ${ewkb(column, postgis)} END` : 'NULL');
  await target.client.query(
    `INSERT INTO ${target.table(HISTORY)} (project, seq, run, table_name, key, op, old, new, old_geometry, new_geometry)
     SELECT $1, $2, $3, $4, s.key, s.op,
       CASE WHEN s.op <> 'I' THEN ${rowJson(stage, ({ o }) => `s.${o}`)} END,
       CASE WHEN s.op <> 'D' THEN ${rowJson(stage, ({ n }) => `s.${n}`)} END,
       ${shape(`s.${geometry?.o}`)}, ${shape(`s.${geometry?.n}`)}
     FROM ${stage.stage} s`,
    [target.place.projectUuid, seq, run, change.layout.table],
  );
}

/** Triggers of the table see the search path of their database, as when people edit it. */
async function changeRows(
  target: Target,
  stage: Stage,
  { found, expected }: { found: string; expected: Found },
): Promise<void> {
  const { client } = target;
  const statements = changeStatements(stage, found);
  await useDatabaseSearchPath(client);
  const affected = {
    deleted: expected.deleted > 0 ? await run(statements.delete) : 0,
    updated: expected.updated > 0 && statements.update ? await run(statements.update) : expected.updated,
    inserted: expected.inserted > 0 ? await run(statements.insert) : 0,
  };
  await useServerSearchPath(client);
  for (const kind of ['deleted', 'updated', 'inserted'] as const) {
    if (affected[kind] === expected[kind]) continue;
    if (kind === 'inserted' && (await isTaken(target, stage, found)))
      throw again(
        'database_busy',
        'Someone else inserted rows with the same keys at this moment. The run is repeated.',
      );
    const culprits = await readCulprits(client, stage.table);
    throw rowsSuppressed(stage.layout.table, {
      expected: expected[kind],
      affected: affected[kind],
      culprits,
    });
  }

  async function run(statement: string): Promise<number> {
    return (await client.query(statement)).rowCount ?? 0;
  }
}

/** Whether all rows to insert are there though this run did not insert all of them. */
async function isTaken({ client }: Target, { stage, table, key }: Stage, found: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM ${stage} s LEFT JOIN ${found} f ON f.key = s.key LEFT JOIN ${table} t ON t.${key} = s.key
      WHERE s.op <> 'D' AND f.key IS NULL AND t.${key} IS NULL LIMIT 1`,
  );
  return rowCount === 0;
}
