import { pipeline } from 'node:stream/promises';
import { ident, isIdentifier, useDatabaseSearchPath, useServerSearchPath } from '@cairn/db';
import { checkTableName, requirePostgis, toLoadError } from '@cairn/geo';
import type { LoadedTable, LoadMode, TableName } from '@cairn/geo';
import { conflict, unprocessable } from '@cairn/service';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { estimateRows, readColumns, readWritableColumns } from './server-queries.ts';
import type { SourceColumn } from './server-queries.ts';

export interface TableCopy {
  /** A session of the database that is read. */
  source: pg.Client;
  /** A session of the database that is written, not in a transaction. */
  target: pg.Client;
  from: { schema: string; tables: string[] };
  into: { schema: string; table?: string; mode: LoadMode };
  signal: AbortSignal;
  /** Called with the tables that will be written, before anything is. */
  checkTables(names: TableName[]): Promise<void>;
  /** 0 to 1, and the table that is being copied. */
  onProgress(share: number, name: string): void;
  /** Called before the commit; see `loadIntoPostgis`. */
  beforeCommit(transactionId: string, tables: LoadedTable[]): Promise<void>;
}

interface OneTable {
  source: TableName;
  target: TableName;
  columns: SourceColumn[];
}

/** A replaced table may be in use; waiting must not take for ever. */
const LOCK_TIMEOUT = '60s';

/**
 * Copies tables of one database into another, all or none, from one snapshot, as a stream from server to server. Copies columns with
 * their types and NOT NULL, the primary key and the rows, and makes spatial indexes; no defaults, other constraints or triggers.
 * Types that only exist in the source become text.
 * @throws {AppError} with a sentence for problems that users can solve.
 */
export async function copyTables(copy: TableCopy): Promise<LoadedTable[]> {
  const { source, target, signal } = copy;
  // Reading runs code of the tables' owners, which must not be able to change anything.
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const tables: OneTable[] = [];
    for (const names of toNames(copy)) tables.push(await describeTable(source, names));
    await copy.checkTables(tables.map((table) => table.target));
    const hasGeometry = tables.some(({ columns }) => columns.some(({ geometry }) => geometry !== null));
    const postgis = hasGeometry ? await requirePostgis(target) : '';
    await target.query('BEGIN');
    await target.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const loaded: LoadedTable[] = [];
    for (const [at, table] of tables.entries()) {
      signal.throwIfAborted();
      const progress = (share: number) => copy.onProgress((at + share) / tables.length, table.source.table);
      const rows = await copyTable(copy, { table, postgis, progress }).catch((error: unknown) => {
        throw explain(error, table.target);
      });
      loaded.push({
        layer: table.source.table,
        table: table.target.table,
        rows,
        srid: sridOf(table.columns),
      });
    }
    signal.throwIfAborted();
    const { rows } = await target.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    await copy.beforeCommit(rows[0]!.id, loaded);
    await target.query('COMMIT');
    return loaded;
  } catch (error) {
    await target.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await source.query('ROLLBACK').catch(() => undefined);
  }
}

function toNames({ from, into }: TableCopy): { source: TableName; target: TableName }[] {
  const { schema, tables } = from;
  return tables.map((table) => {
    const name =
      into.table === undefined ? table : tables.length === 1 ? into.table : `${into.table}_${table}`;
    const target = { schema: into.schema, table: name };
    checkTableName(target);
    return { source: { schema, table }, target };
  });
}

async function describeTable(
  client: pg.Client,
  names: { source: TableName; target: TableName },
): Promise<OneTable> {
  // PostgreSQL would cut a longer name, and find another table.
  const canExist = Object.values(names.source).every(isIdentifier);
  const columns = canExist ? await readColumns(client, names.source) : [];
  if (columns.length > 0) return { ...names, columns };
  const { schema, table } = names.source;
  throw unprocessable(
    'vault.no_such_table',
    `There is no table ${schema}.${table} with columns that the login of the source may read.`,
  );
}

async function copyTable(
  { source, target, into, signal }: TableCopy,
  { table, postgis, progress }: { table: OneTable; postgis: string; progress(share: number): void },
): Promise<number> {
  const { columns } = table;
  const qualified = qualify(table.target);
  if (into.mode === 'append') await requireColumns(target, table);
  else await createTable(target, { table, postgis, mode: into.mode });
  const total = await estimateRows(source, table.source);
  // A table that existed may have triggers.
  if (into.mode === 'append') await useDatabaseSearchPath(target);
  const selected = columns.map(({ name, type, geometry }) =>
    type === null && geometry === null ? `${ident(name)}::text` : ident(name),
  );
  const reading = source.query(
    copyTo(
      `COPY (SELECT ${selected.join(', ')} FROM ${qualify(table.source)}) TO STDOUT WITH (FORMAT binary)`,
    ),
  );
  const names = columns.map(({ name }) => ident(name)).join(', ');
  const writing = target.query(copyFrom(`COPY ${qualified} (${names}) FROM STDIN WITH (FORMAT binary)`));
  const timer = setInterval(() => progress(total > 0 ? Math.min(0.9, reading.rowCount / total) : 0), 1_000);
  try {
    await pipeline(reading, writing, { signal });
  } finally {
    clearInterval(timer);
    // The driver ends the time limit of a statement through this, which the stream does not call.
    for (const stream of [reading, writing]) (stream as { callback?: () => void }).callback?.();
  }
  if (into.mode === 'append') await useServerSearchPath(target);
  else await completeTable(target, table);
  progress(1);
  return writing.rowCount ?? 0;
}

async function createTable(
  client: pg.Client,
  { table, postgis, mode }: { table: OneTable; postgis: string; mode: LoadMode },
): Promise<void> {
  const qualified = qualify(table.target);
  if (mode === 'replace') await client.query(`DROP TABLE IF EXISTS ${qualified}`);
  const columns = table.columns.map(({ name, type, geometry, required }) => {
    const sqlType = geometry === null ? (type ?? 'text') : `${postgis}.${geometry}`;
    return `${ident(name)} ${sqlType}${required ? ' NOT NULL' : ''}`;
  });
  await client.query(`CREATE TABLE ${qualified} (${columns.join(', ')})`);
}

/** Primary key, spatial indexes and statistics, once the rows are there. */
async function completeTable(client: pg.Client, { target, columns }: OneTable): Promise<void> {
  const qualified = qualify(target);
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => ident(name));
  if (key.length > 0) await client.query(`ALTER TABLE ${qualified} ADD PRIMARY KEY (${key.join(', ')})`);
  for (const { name, geometry } of columns) {
    if (geometry !== null) await client.query(`CREATE INDEX ON ${qualified} USING gist (${ident(name)})`);
  }
  await client.query(`ANALYZE ${qualified}`);
}

/** @throws {AppError} conflict when a column is missing in the table, or has another type. */
async function requireColumns(client: pg.Client, { target, columns }: OneTable): Promise<void> {
  const existing = await readWritableColumns(client, target);
  const differing = columns.filter(({ name, type, geometry }) => {
    const theirs = existing.get(name);
    if (theirs === undefined) return true;
    return geometry === null ? theirs !== (type ?? 'text') : !theirs.endsWith(geometry);
  });
  if (differing.length === 0) return;
  const list = differing.slice(0, 10).map(({ name }) => `"${name}"`);
  throw conflict(
    'vault.columns_differ',
    `The table ${target.schema}.${target.table} lacks these columns, or has them with other types: ${list.join(', ')}. Load into another table.`,
  );
}

function sridOf(columns: SourceColumn[]): number {
  const geometry = columns.find((column) => column.geometry !== null)?.geometry;
  return Number(/,(\d+)\)$/.exec(geometry ?? '')?.[1] ?? 0);
}

function explain(error: unknown, name: TableName): unknown {
  if ((error as { code?: unknown }).code !== '55P03') return toLoadError(error, name);
  return conflict(
    'vault.table_busy',
    `The table ${name.schema}.${name.table} is in use, also if it is the source itself. Load into another table.`,
  );
}

function qualify({ schema, table }: TableName): string {
  return `${ident(schema)}.${ident(table)}`;
}
