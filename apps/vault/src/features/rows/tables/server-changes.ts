import { ident, useDatabaseSearchPath } from '@cairn/db';
import { AppError, badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import { ROW_HASH, rowJson } from './row-sql.ts';
import type { Row } from './row-sql.ts';
import { qualified } from './server-queries.ts';
import type { TableSchema, TableSource } from './types.ts';

export interface Changed {
  row: Row;
  hash: string;
  before: Row;
}

const SAME = 'OPERATOR(pg_catalog.=)';

/** Locks the one row that the key names and holds it against the hash. AppError `conflict` otherwise. */
async function lockRow(
  client: pg.ClientBase,
  source: TableSource,
  { schema, key, hash }: { schema: TableSchema; key: unknown; hash: string | undefined },
): Promise<{ row: Row; hash: string }> {
  const { rows } = await client.query<{ row: Row; hash: string }>(
    `SELECT ${rowJson(schema)} AS row, ${ROW_HASH} AS hash FROM ${qualified(source)} t
      WHERE t.${ident(keyOf(schema))}::text = $1 LIMIT 2 FOR UPDATE`,
    [String(key)],
  );
  const [found] = rows;
  if (!found || rows.length > 1) {
    throw conflict(
      'vault.no_such_row',
      `There is no row with ${keyOf(schema)} ${String(key)} any more; nothing was changed.`,
    );
  }
  if (hash !== undefined && hash !== found.hash) {
    throw new AppError({
      kind: 'conflict',
      code: 'vault.row_changed',
      message: 'Somebody has changed this row meanwhile; look at it as it is now and decide again.',
      answer: { current: found.row, current_hash: found.hash },
    });
  }
  return found;
}

export async function updateRow(
  client: pg.ClientBase,
  source: TableSource,
  change: { schema: TableSchema; key: unknown; hash?: string; updates: Row },
): Promise<Changed> {
  return inTransaction(client, async () => {
    const { schema, key, updates } = change;
    const before = await lockRow(client, source, { schema, key, hash: change.hash });
    const names = Object.keys(updates);
    await useDatabaseSearchPath(client);
    const set = names.map((name, i) => `${ident(name)} = $${i + 2}`);
    const { rows } = await client.query<{ row: Row; hash: string }>(
      `UPDATE ${qualified(source)} AS t SET ${set.join(', ')} WHERE t.${ident(keyOf(schema))}::pg_catalog.text ${SAME} $1
       RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
      [String(key), ...names.map((name) => parameter(updates[name]))],
    );
    const [after] = rows;
    // A trigger of the database may have swallowed or multiplied it.
    if (!after || rows.length > 1)
      throw conflict(
        'vault.not_one_row',
        'The database did not change exactly one row; nothing was changed.',
      );
    return { ...after, before: before.row };
  });
}

export async function deleteRow(
  client: pg.ClientBase,
  source: TableSource,
  change: { schema: TableSchema; key: unknown; hash?: string },
): Promise<{ before: Row }> {
  return inTransaction(client, async () => {
    const { schema, key } = change;
    const before = await lockRow(client, source, { schema, key, hash: change.hash });
    await useDatabaseSearchPath(client);
    const { rowCount } = await client.query(
      `DELETE FROM ${qualified(source)} AS t WHERE t.${ident(keyOf(schema))}::pg_catalog.text ${SAME} $1`,
      [String(key)],
    );
    if (rowCount !== 1)
      throw conflict(
        'vault.not_one_row',
        'The database did not delete exactly one row; nothing was changed.',
      );
    return { before: before.row };
  });
}

export async function insertRow(
  client: pg.ClientBase,
  source: TableSource,
  { schema, row, geometry }: { schema: TableSchema; row: Row; geometry: unknown },
): Promise<{ row: Row; hash: string }> {
  const names = Object.keys(row);
  const columns = names.map((name) => ident(name));
  const values = names.map((_, i) => `$${i + 1}`);
  const parameters = names.map((name) => parameter(row[name]));
  if (geometry !== null && geometry !== undefined) {
    columns.push(ident(schema.geometryColumn));
    const { postgis } = schema;
    const drawn = `${postgis}.ST_GeomFromGeoJSON($${names.length + 1}::pg_catalog.text)`;
    values.push(`${postgis}.ST_Transform(${postgis}.ST_SetSRID(${drawn}, 4326), ${sridOf(schema)})`);
    parameters.push(JSON.stringify(geometry));
  }
  const what =
    columns.length === 0 ? 'DEFAULT VALUES' : `(${columns.join(', ')}) VALUES (${values.join(', ')})`;
  return inTransaction(client, async () => {
    await useDatabaseSearchPath(client);
    const { rows } = await client.query<{ row: Row; hash: string }>(
      `INSERT INTO ${qualified(source)} AS t ${what} RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
      parameters,
    );
    const [made] = rows;
    if (!made) throw conflict('vault.not_one_row', 'The database did not take the row; nothing was changed.');
    return made;
  });
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw toSentence(error);
  }
}

function parameter(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}

function keyOf({ key, reason }: TableSchema): string {
  if (key === null) throw conflict('vault.not_editable', reason ?? 'The rows of this table cannot be named.');
  return key;
}

function sridOf({ srid }: TableSchema): number {
  if (srid === 0)
    throw badRequest('vault.no_crs', 'The table names no reference system; add rows without a geometry.');
  return srid;
}

/** What the database refuses, as a sentence without its text, which may hold other people's values. */
function toSentence(error: unknown): unknown {
  const { code, column, constraint } = error as { code?: string; column?: string; constraint?: string };
  if (typeof code !== 'string' || error instanceof AppError) return error;
  if (code === '23502')
    return badRequest('vault.value_missing', `"${column ?? 'A column'}" must not be empty.`);
  if (code === '23505')
    return badRequest(
      'vault.duplicate',
      `Another row has the same value, which ${constraint ?? 'a rule'} forbids.`,
    );
  if (code.startsWith('23'))
    return badRequest('vault.rule_broken', `The database's rule ${constraint ?? ''} forbids this value.`);
  if (code.startsWith('22') || code === '42804')
    return badRequest('vault.bad_value', "A value is not of its column's type; check it.");
  if (code === '42501')
    return conflict('vault.no_right', 'The database user of the connection may not change this table.');
  return error;
}
