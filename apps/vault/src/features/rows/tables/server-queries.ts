import { classifySessionError, ident } from '@cairn/db';
import { toSql } from '@cairn/geo';
import type { Expression, Extent } from '@cairn/geo';
import { AppError, badRequest } from '@cairn/service';
import type pg from 'pg';
import { mayNotRead, tableUnreadable } from './errors.ts';
import { boundsOf, qualified, ROW_HASH, rowJson } from './row-sql.ts';
import type { Row, TableSchema, TableSource } from './types.ts';

export interface TablePage {
  rows: Row[];
  hashes: string[];
  /** West, south, east, north; null without a geometry. */
  bounds: (Extent | null)[];
  /** Without a count: the number of rows up to the end of this page. */
  total: number;
}

export interface PageQuery {
  limit: number;
  offset: number;
  sort: string | undefined;
  descending: boolean;
  filter: Expression | null;
  isCounted: boolean;
}

interface PageRow {
  /** Null when the page is too large. */
  row: Row | null;
  hash: string;
  bounds: Extent | null;
}

/** All rows of a page together. */
const MAX_PAGE_BYTES = 32_000_000;
/** A table may have any number of rows. */
const MAX_COUNT = 10_000_000;

/** A page of rows in a stable order: by the sort column, nulls last, then by the key. */
export async function readPage(
  client: pg.ClientBase,
  source: TableSource,
  { schema, query }: { schema: TableSchema; query: PageQuery },
): Promise<TablePage> {
  const { sort, descending, limit, offset } = query;
  const column = (name: string): string => {
    if (!schema.columns.some((each) => each.name === name)) throw noSuchColumn(name, schema);
    return `t.${ident(name)}`;
  };
  const where = query.filter
    ? toSql(query.filter, { dialect: 'postgresql', column })
    : { text: 'true', values: [] };
  const direction = descending ? 'DESC' : 'ASC';
  const order =
    sort === undefined
      ? schema.order.map((each) => `${each} ${direction}`)
      : [`${column(sort)} ${direction} NULLS LAST`, ...schema.order];
  const from = `FROM ${qualified(source)} t WHERE ${where.text}`;
  const { pagingKey } = schema;
  const ordered = `ORDER BY ${order.join(', ')}`;
  const page = `${from} ${ordered} LIMIT ${limit} OFFSET ${offset}`;
  const pageRows =
    pagingKey === null || sort !== undefined || query.filter
      ? `SELECT t.* ${page}`
      : `SELECT t.* FROM (SELECT t.${ident(pagingKey)} AS key ${page}) k JOIN ${qualified(source)} t
           ON t.${ident(pagingKey)} OPERATOR(pg_catalog.=) k.key ${ordered}`;
  // The rows of the page come first: the database computes all columns of a query for the rows before an offset too.
  const rows = await ask<PageRow>(
    { client, source },
    `SELECT hash, bounds, CASE WHEN bytes <= ${MAX_PAGE_BYTES} THEN row END AS row FROM (
       SELECT *, sum(octet_length(row::text)) OVER () AS bytes FROM (
         SELECT ${rowJson(schema)} AS row, ${ROW_HASH} AS hash, ${boundsOf(source, schema)} AS bounds
           FROM (${pageRows}) t) page) weighed`,
    where.values,
  );
  if (rows[0]?.row === null) throw rowsTooLarge();
  return {
    rows: rows.map(({ row }) => row as Row),
    hashes: rows.map(({ hash }) => hash),
    bounds: rows.map(({ bounds }) => bounds),
    total: await countRows(),
  };

  /** The last page gives the total without a count. */
  async function countRows(): Promise<number> {
    const isLastPage = rows.length < limit && (rows.length > 0 || offset === 0);
    if (isLastPage || !query.isCounted) return offset + rows.length;
    const [row] = await ask<{ n: string }>(
      { client, source },
      `SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ${MAX_COUNT}) c`,
      where.values,
    );
    return Number(row?.n ?? 0);
  }
}

/**
 * How many rows of a table and its partitions were changed so far, and in which files they are, which TRUNCATE changes. Null where
 * nothing counts changes: views, foreign tables, and servers without `track_counts`.
 */
export async function readChangeCounters(client: pg.ClientBase, source: TableSource): Promise<string | null> {
  const [row] = await ask<{ counters: string | null }>(
    { client, source },
    `SELECT CASE WHEN pg_catalog.current_setting('track_counts') = 'on' AND c.relkind IN ('r', 'p', 'm') THEN (
       SELECT pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(p.relid::pg_catalog.oid, pg_catalog.pg_relation_filenode(p.relid),
                pg_catalog.pg_stat_get_tuples_inserted(p.relid), pg_catalog.pg_stat_get_tuples_updated(p.relid),
                pg_catalog.pg_stat_get_tuples_deleted(p.relid)) ORDER BY p.relid)::pg_catalog.text
         FROM (SELECT relid FROM pg_catalog.pg_partition_tree(c.oid) UNION SELECT c.oid) p) END AS counters
       FROM pg_catalog.pg_class c WHERE c.oid = $1::pg_catalog.regclass`,
    [qualified(source)],
  );
  return row?.counters ?? null;
}

/** Runs a query. @throws {AppError} bad_request for what the reader can change: the page size, the sort or the filter. */
export async function ask<Result extends pg.QueryResultRow>(
  { client, source }: { client: pg.ClientBase; source: TableSource },
  text: string,
  values: unknown[],
): Promise<Result[]> {
  try {
    return (await client.query<Result>(text, values)).rows;
  } catch (error) {
    throw toQueryError(error, source);
  }
}

function toQueryError(error: unknown, source: TableSource): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || error instanceof AppError) return error;
  // Program limit exceeded.
  if (code.startsWith('54')) return rowsTooLarge();
  // Data exceptions, and types without the operator.
  if (code.startsWith('22') || ['42804', '42883'].includes(code))
    return badRequest(
      'vault.column_unfit',
      'A column has values that cannot be sorted or compared like this. Choose another column or value.',
    );
  if (code === '42501') return mayNotRead(source);
  // A lost connection and a statement that takes too long are errors of the session.
  return /^[0-9A-Z]{5}$/.test(code) && classifySessionError(error) === null
    ? tableUnreadable(source, code)
    : error;
}

function rowsTooLarge() {
  return badRequest('vault.rows_too_large', 'These rows are too large for one page. Request fewer of them.');
}

function noSuchColumn(name: string, { columns }: TableSchema): AppError {
  const names = columns
    .map((column) => column.name)
    .slice(0, 20)
    .join(', ');
  return badRequest(
    'vault.no_such_column',
    `There is no column "${name.slice(0, 100)}". Choose one of: ${names}.`,
  );
}
