import { ident, useDatabaseSearchPath } from '@cairn/db';
import { AppError, badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import { noSuchRow, notEditable, rowChanged } from '../errors.ts';
import { qualified, ROW_HASH, rowJson } from './row-sql.ts';
import type { Row, TableSchema, TableSource } from './types.ts';

/** A row as it is in the table now. */
interface HashedRow {
  row: Row;
  hash: string;
}

export interface TableChange {
  schema: TableSchema;
  key: string;
  /** Of the row as the caller read it. */
  hash: string | undefined;
}

const SAME = 'OPERATOR(pg_catalog.=)';

/** Locks the row of a key. @throws {AppError} conflict when it is missing, or was changed since the caller read it. */
async function lockRow(
  client: pg.ClientBase,
  source: TableSource,
  { schema, key, hash }: TableChange,
): Promise<HashedRow> {
  const { rows } = await client.query<HashedRow>(
    `SELECT ${rowJson(schema)} AS row, ${ROW_HASH} AS hash FROM ${qualified(source)} t
      WHERE t.${ident(keyOf(schema))}::text = $1 LIMIT 2 FOR UPDATE`,
    [key],
  );
  const [row] = rows;
  if (!row || rows.length > 1) throw noSuchRow(schema, key);
  if (hash !== undefined && hash !== row.hash) throw rowChanged(row);
  return row;
}

export async function updateRow(
  client: pg.ClientBase,
  source: TableSource,
  change: TableChange & { updates: Row },
): Promise<HashedRow & { before: Row }> {
  return inTransaction(client, async () => {
    const { schema, key, updates } = change;
    const before = await lockRow(client, source, change);
    const names = Object.keys(updates);
    await useDatabaseSearchPath(client);
    const set = names.map((name, i) => `${ident(name)} = $${i + 2}`);
    const { rows } = await client.query<HashedRow>(
      `UPDATE ${qualified(source)} AS t SET ${set.join(', ')} WHERE t.${ident(keyOf(schema))}::pg_catalog.text ${SAME} $1
       RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
      [key, ...names.map((name) => toParameter(updates[name]))],
    );
    const [after] = rows;
    // A trigger of the database may suppress or multiply the change.
    if (!after || rows.length > 1) throw notOneRow('update');
    return { ...after, before: before.row };
  });
}

export async function deleteRow(
  client: pg.ClientBase,
  source: TableSource,
  change: TableChange,
): Promise<{ before: Row }> {
  return inTransaction(client, async () => {
    const { schema, key } = change;
    const before = await lockRow(client, source, change);
    await useDatabaseSearchPath(client);
    const { rowCount } = await client.query(
      `DELETE FROM ${qualified(source)} AS t WHERE t.${ident(keyOf(schema))}::pg_catalog.text ${SAME} $1`,
      [key],
    );
    if (rowCount !== 1) throw notOneRow('delete');
    return { before: before.row };
  });
}

export async function insertRow(
  client: pg.ClientBase,
  source: TableSource,
  { schema, row, geometry }: { schema: TableSchema; row: Row; geometry: unknown },
): Promise<HashedRow> {
  const names = Object.keys(row);
  const columns = names.map((name) => ident(name));
  const values = names.map((_, i) => `$${i + 1}`);
  const parameters = names.map((name) => toParameter(row[name]));
  if (geometry !== null && geometry !== undefined) {
    columns.push(ident(schema.geometryColumn));
    const { postgis } = schema;
    const parsed = `${postgis}.ST_GeomFromGeoJSON($${names.length + 1}::pg_catalog.text)`;
    values.push(`${postgis}.ST_Transform(${postgis}.ST_SetSRID(${parsed}, 4326), ${sridOf(schema)})`);
    parameters.push(JSON.stringify(geometry));
  }
  const what =
    columns.length === 0 ? 'DEFAULT VALUES' : `(${columns.join(', ')}) VALUES (${values.join(', ')})`;
  return inTransaction(client, async () => {
    await useDatabaseSearchPath(client);
    const { rows } = await client.query<HashedRow>(
      `INSERT INTO ${qualified(source)} AS t ${what} RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
      parameters,
    );
    const [inserted] = rows;
    if (!inserted) throw notOneRow('insert');
    return inserted;
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
    throw toChangeError(error);
  }
}

function toParameter(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}

function keyOf({ key, reason }: TableSchema): string {
  if (key === null) throw notEditable(reason ?? 'The rows of this table cannot be identified.');
  return key;
}

function sridOf({ srid }: TableSchema): number {
  if (srid === 0)
    throw badRequest(
      'vault.no_crs',
      'The table has no coordinate reference system. Add rows without a geometry.',
    );
  return srid;
}

function notOneRow(action: 'update' | 'delete' | 'insert') {
  return conflict(
    'vault.not_one_row',
    `The database did not ${action} exactly one row. Nothing was changed.`,
  );
}

/** Replaces the database's own message, which may contain other people's values. */
function toChangeError(error: unknown): unknown {
  const { code, column, constraint } = error as { code?: string; column?: string; constraint?: string };
  if (typeof code !== 'string' || error instanceof AppError) return error;
  if (code === '23502')
    return badRequest('vault.value_missing', `"${column ?? 'A column'}" must not be empty.`);
  if (code === '23505')
    return badRequest(
      'vault.duplicate',
      `Another row has the same value, which ${constraint ?? 'a constraint'} forbids.`,
    );
  if (code.startsWith('23'))
    return badRequest(
      'vault.rule_broken',
      `The constraint ${constraint ?? ''} of the database forbids this value.`,
    );
  if (code.startsWith('22') || code === '42804')
    return badRequest('vault.bad_value', "A value does not have its column's type. Check it.");
  if (code === '42501')
    return conflict('vault.no_right', 'The database user of the connection may not change this table.');
  return error;
}
