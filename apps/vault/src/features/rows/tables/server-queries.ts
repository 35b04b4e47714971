import { ident } from '@cairn/db';
import { toSql } from '@cairn/geo';
import type { Expression } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type pg from 'pg';
import { query as ask, rowsTooLarge } from './query.ts';
import { boundsOf, ROW_HASH, rowJson } from './row-sql.ts';
import type { Row } from './row-sql.ts';
import type { TableSchema, TableSource } from './types.ts';

export interface TablePage {
  rows: Row[];
  hashes: string[];
  /** West, south, east, north; null without a geometry. */
  bounds: ([number, number, number, number] | null)[];
  /** Without a count: the number of rows up to the end of this page. */
  total: number;
}

interface FoundRow {
  /** Null when the page is too large. */
  row: Row | null;
  hash: string;
  bounds: TablePage['bounds'][number];
}

export interface PageQuery {
  limit: number;
  offset: number;
  sort?: string;
  order: 'asc' | 'desc';
  filter: Expression | null;
  isCounted: boolean;
}

/** All rows of an answer together. */
const MAX_BYTES = 32_000_000;
/** Counting stops here: a table may have any number of rows. */
const COUNT_LIMIT = 10_000_000;

export function qualified({ schema, table }: TableSource): string {
  return `${ident(schema)}.${ident(table)}`;
}

/** A page of rows in a steady order: by the column that was asked for, nothing last, then by the key. */
export async function readPage(
  client: pg.ClientBase,
  source: TableSource,
  { schema, query }: { schema: TableSchema; query: PageQuery },
): Promise<TablePage> {
  const column = (name: string): string => {
    if (!schema.columns.some((each) => each.name === name)) throw unknownColumn(name, schema);
    return `t.${ident(name)}`;
  };
  const where = query.filter
    ? toSql(query.filter, { dialect: 'postgresql', column })
    : { text: 'true', values: [] };
  const key = schema.key === null ? 't.ctid' : `t.${ident(schema.key)}`;
  const sort =
    query.sort === undefined
      ? ''
      : `${column(query.sort)} ${query.order === 'desc' ? 'DESC' : 'ASC'} NULLS LAST, `;
  const from = `FROM ${qualified(source)} t WHERE ${where.text}`;
  const rows = await ask<FoundRow>(
    client,
    `SELECT hash, bounds, CASE WHEN bytes <= ${MAX_BYTES} THEN row END AS row FROM (
       SELECT *, sum(octet_length(row::text)) OVER () AS bytes FROM (
         SELECT ${rowJson(schema)} AS row, ${ROW_HASH} AS hash, ${boundsOf(schema)} AS bounds
           ${from} ORDER BY ${sort}${key} ${query.order === 'desc' && !sort ? 'DESC' : ''}
           LIMIT ${query.limit} OFFSET ${query.offset}) page) weighed`,
    where.values,
  );
  if (rows[0]?.row === null) throw rowsTooLarge();
  return {
    rows: rows.map(({ row }) => row as Row),
    hashes: rows.map(({ hash }) => hash),
    bounds: rows.map(({ bounds }) => bounds),
    total: await countOf(rows.length),
  };

  /** The last page shows the number of rows without a count. */
  async function countOf(found: number): Promise<number> {
    const isLast = found < query.limit && (found > 0 || query.offset === 0);
    if (isLast || !query.isCounted) return query.offset + found;
    const [counted] = await ask<{ n: string }>(
      client,
      `SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ${COUNT_LIMIT}) c`,
      where.values,
    );
    return Number(counted?.n ?? 0);
  }
}

function unknownColumn(name: string, { columns }: TableSchema): AppError {
  const known = columns
    .map((column) => column.name)
    .slice(0, 20)
    .join(', ');
  return badRequest(
    'vault.no_such_column',
    `There is no column "${name.slice(0, 100)}"; choose one of: ${known}.`,
  );
}
