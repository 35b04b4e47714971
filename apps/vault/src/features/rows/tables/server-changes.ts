import { ident, useDatabaseSearchPath } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import { noSuchRow, notEditable, rowChanged } from '../errors.ts';
import { noGeometryColumn } from './errors.ts';
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
/** Types whose values compare as in their index; others compare as text. */
const INDEXED_KEYS = new Set(['int2', 'int4', 'int8', 'uuid', 'text', 'varchar', 'date']);

/** Whether a row has the key in the parameter $1. */
function hasKey(schema: TableSchema): string {
  const column = `t.${ident(keyOf(schema))}`;
  const { keyType } = schema;
  if (keyType === null || !INDEXED_KEYS.has(keyType)) return `${column}::pg_catalog.text ${SAME} $1`;
  if (keyType.startsWith('int')) return `${column} ${SAME} $1::pg_catalog.int8`;
  const type = keyType === 'varchar' ? 'text' : keyType;
  return `${column}::pg_catalog.${type} ${SAME} $1::pg_catalog.${type}`;
}

/** Locks the row of a key. @throws {AppError} conflict when it is missing, or was changed since the caller read it. */
async function lockRow(
  client: pg.ClientBase,
  source: TableSource,
  { schema, key, hash }: TableChange,
): Promise<HashedRow> {
  const { rows } = await client.query<HashedRow>(
    `SELECT ${rowJson(schema)} AS row, ${ROW_HASH} AS hash FROM ${qualified(source)} t
      WHERE ${hasKey(schema)} LIMIT 2 FOR UPDATE`,
    [key],
  );
  const [row] = rows;
  if (!row) throw noSuchRow(schema, key);
  // A table that inherits the rows of others.
  if (rows.length > 1) throw notOneRow('find');
  if (hash !== undefined && hash !== row.hash) throw rowChanged(row);
  return row;
}

/** The functions below run in a transaction of `changeTable`. */
export async function updateRow(
  client: pg.ClientBase,
  source: TableSource,
  change: TableChange & { updates: Row },
): Promise<HashedRow & { before: Row }> {
  const { schema, key, updates } = change;
  const before = await lockRow(client, source, change);
  const names = Object.keys(updates);
  await useDatabaseSearchPath(client);
  const set = names.map((name, i) => `${ident(name)} = $${i + 2}`);
  const { rows } = await client.query<HashedRow>(
    `UPDATE ${qualified(source)} AS t SET ${set.join(', ')} WHERE ${hasKey(schema)}
     RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
    [key, ...names.map((name) => toParameter(updates[name]))],
  );
  const [after] = rows;
  // A trigger of the database may suppress or multiply the change.
  if (!after || rows.length > 1) throw notOneRow('update');
  return { ...after, before: before.row };
}

export async function deleteRow(
  client: pg.ClientBase,
  source: TableSource,
  change: TableChange,
): Promise<{ before: Row }> {
  const { schema, key } = change;
  const before = await lockRow(client, source, change);
  await useDatabaseSearchPath(client);
  const { rowCount } = await client.query(`DELETE FROM ${qualified(source)} AS t WHERE ${hasKey(schema)}`, [
    key,
  ]);
  if (rowCount !== 1) throw notOneRow('delete');
  return { before: before.row };
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
    const { geometryColumn, postgis } = schema;
    if (geometryColumn === null || postgis === null) throw noGeometryColumn(source);
    columns.push(ident(geometryColumn));
    const parsed = `${postgis}.ST_GeomFromGeoJSON($${names.length + 1}::pg_catalog.text)`;
    values.push(`${postgis}.ST_Transform(${postgis}.ST_SetSRID(${parsed}, 4326), ${sridOf(schema)})`);
    parameters.push(JSON.stringify(geometry));
  }
  const what =
    columns.length === 0 ? 'DEFAULT VALUES' : `(${columns.join(', ')}) VALUES (${values.join(', ')})`;
  await useDatabaseSearchPath(client);
  const { rows } = await client.query<HashedRow>(
    `INSERT INTO ${qualified(source)} AS t ${what} RETURNING ${rowJson(schema)} AS row, ${ROW_HASH} AS hash`,
    parameters,
  );
  const [inserted] = rows;
  if (!inserted) throw notOneRow('insert');
  return inserted;
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

function notOneRow(action: 'find' | 'update' | 'delete' | 'insert') {
  return conflict(
    'vault.not_one_row',
    `The database did not ${action} exactly one row. Nothing was changed.`,
  );
}
