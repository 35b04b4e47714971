import type pg from 'pg';
import type { SavedConnections, UseOptions } from '../../connections/saved-connections.ts';
import { notEditable } from '../errors.ts';
import { newEdit } from '../new-edit.ts';
import { readKey, readNewRow, readUpdates } from '../read-input.ts';
import type { Cells, LayerSchema, NewEdit, RowPage, RowQuery } from '../types.ts';
import { CommitUnanswered, inRowTransaction, resolveCommit } from './row-transaction.ts';
import { deleteRow, insertRow, updateRow } from './server-changes.ts';
import { readPage } from './server-queries.ts';
import { readTableSchema } from './server-schema.ts';
import type { Row, TableSchema, TableSource } from './types.ts';

/** A table in a session of its database. */
export interface OpenTable {
  client: pg.ClientBase;
  source: TableSource;
  table: TableSchema;
  schema: LayerSchema;
}

export interface OpenOptions extends UseOptions {
  /** Why the rows cannot be changed, apart from the table itself. */
  reason?: string | null;
}

/** Reads the columns of a table as they are now, and does some work in the same session. */
export function withTable<T>(
  connections: SavedConnections,
  source: TableSource,
  { reason, ...options }: OpenOptions,
  work: (table: OpenTable) => Promise<T>,
): Promise<T> {
  return connections.use(
    source.connectionId,
    async (client) => {
      const table = await readTableSchema(client, source);
      table.reason ??= reason ?? null;
      return work({ client, source, table, schema: toLayerSchema(source, table) });
    },
    options,
  );
}

/**
 * Changes a row of a table in a transaction.
 * @throws {AppError} unavailable when the connection broke and the change is not in the table, or may not be
 */
export async function changeTable(
  connections: SavedConnections,
  source: TableSource,
  options: OpenOptions,
  work: (table: OpenTable) => Promise<TableChange>,
): Promise<TableChange> {
  try {
    return await withTable(connections, source, options, (table) =>
      inRowTransaction(table.client, () => work(table)),
    );
  } catch (error) {
    if (!(error instanceof CommitUnanswered)) throw error;
    // Here the broken session has been given back, so that another one is free.
    return resolveCommit<TableChange>(connections, source.connectionId, error);
  }
}

/** A page of the rows. @throws {AppError} bad_request for a sort or filters that do not fit the columns */
export async function readRows(
  { client, source, table, schema }: OpenTable,
  { limit, offset, sort, descending, isCounted, filters }: Omit<RowQuery, 'layer' | 'withDraft' | 'signal'>,
): Promise<RowPage> {
  const query = { limit, offset, sort, descending, isCounted, filter: filters(schema) };
  const page = await readPage(client, source, { schema: table, query });
  return { schema, session: null, ...page };
}

/** The row that a caller names: by its key, or by the name of the key column and a value for it. */
export interface RowReference {
  key: string | { column: string; value: string | number };
  /** Of the row as the caller read it. */
  hash: string | undefined;
}

/** A changed row, and what the log says about it. */
export interface TableChange {
  key: string;
  row: Row | null;
  hash: string | null;
  edit: NewEdit;
}

/** @throws {AppError} bad_request, conflict when the table is read-only or not exactly one row would change */
export async function updateTableRow(
  open: OpenTable,
  { updates, ...reference }: RowReference & { updates: Cells },
): Promise<TableChange> {
  const { client, source, table, schema } = open;
  const key = requireKey(open, reference);
  const values = readUpdates(schema, updates, {});
  const change = { schema: table, key, hash: reference.hash, updates: values };
  const { row, hash, before } = await updateRow(client, source, change);
  const names = Object.keys(values);
  const columns = { before: pick(before, names), after: pick(row, names) };
  return { key, row, hash, edit: newEdit(before, { kind: 'update', layer: source.table, key, ...columns }) };
}

/** @throws {AppError} as `updateTableRow` */
export async function deleteTableRow(open: OpenTable, reference: RowReference): Promise<TableChange> {
  const { client, source, table } = open;
  const key = requireKey(open, reference);
  const { before } = await deleteRow(client, source, { schema: table, key, hash: reference.hash });
  const edit = newEdit(before, { kind: 'delete', layer: source.table, key, before });
  return { key, row: null, hash: null, edit };
}

/** @throws {AppError} as `updateTableRow` */
export async function insertTableRow(
  { client, source, table, schema }: OpenTable,
  { values, geometry }: { values: Cells; geometry: unknown },
): Promise<TableChange> {
  requireEditable(table);
  const { row, hash } = await insertRow(client, source, {
    schema: table,
    row: readNewRow(schema, values, {}),
    geometry,
  });
  const key = String(row[table.key ?? '']);
  return { key, row, hash, edit: newEdit(row, { kind: 'insert', layer: source.table, key, after: row }) };
}

function requireKey({ table, schema }: OpenTable, { key }: RowReference): string {
  requireEditable(table);
  return typeof key === 'string' ? key : readKey(schema, key.column, key.value);
}

function requireEditable({ reason }: TableSchema): void {
  if (reason !== null) throw notEditable(reason);
}

function pick(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function toLayerSchema(source: TableSource, table: TableSchema): LayerSchema {
  return {
    layer: source.table,
    layers: [source.table],
    columns: table.columns.flatMap(({ type, ...column }) =>
      type === 'geometry' ? [] : [{ ...column, type, primaryKey: column.name === table.key }],
    ),
    key: table.key,
    geometryColumn: table.geometryColumn,
    geometryType: table.geometryType,
    featureCount: table.rowCount,
    reason: table.reason,
  };
}
