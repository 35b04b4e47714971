import { ident, isIdentifier } from '@cairn/db';
import { GEOMETRY_COLUMNS } from '@cairn/geo';
import type { FieldType } from '@cairn/geo';
import type pg from 'pg';
import { noGeometry, noReferenceSystem, noSuchTable } from './errors.ts';
import type { Geometry, Layer, LayerColumn, TableName } from './types.ts';

const TYPES: Record<string, FieldType> = {
  bool: 'boolean',
  ...{ int2: 'integer', int4: 'integer', int8: 'integer' },
  ...{ float4: 'real', float8: 'real', numeric: 'real' },
  ...{ date: 'date', timestamp: 'datetime', timestamptz: 'datetime', time: 'time', timetz: 'time' },
  bytea: 'binary',
};
const PAGING_KEYS = new Set(['int2', 'int4', 'int8', 'uuid']);

/** Bookkeeping of projects in the schema of their tables; never listed as a layer. */
export const BOOKKEEPING = /^cairn_sync_/;

interface ColumnRow {
  name: string;
  base: string;
  isKey: boolean;
  kind: 'geometry' | 'geography' | null;
  type: string | null;
  srid: number | null;
}

interface TableRow {
  kind: string;
  hasVisibleIndex: boolean;
  keys: number;
  postgis: string | null;
  columns: ColumnRow[];
}

/** One statement, since it comes before each page of rows. */
const LAYER = `SELECT c.relkind AS kind,
    c.relkind = 'r' AND NOT c.relhassubclass AND c.relpages > 0 AND c.relallvisible >= c.relpages * 0.95 AS "hasVisibleIndex",
    coalesce((SELECT i.indnkeyatts FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary), 0)::integer AS keys,
    (SELECT x.nspname FROM pg_extension e JOIN pg_namespace x ON x.oid = e.extnamespace WHERE e.extname = 'postgis') AS postgis,
    (SELECT json_agg(json_build_object('name', a.attname, 'base', coalesce(b.typname, t.typname), 'kind', g.kind, 'type', g.type,
         'srid', g.srid, 'isKey', EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)))
         ORDER BY a.attnum)
       FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
       LEFT JOIN pg_type b ON b.oid = t.typbasetype AND t.typtype = 'd'
       LEFT JOIN (${GEOMETRY_COLUMNS} AND n.nspname = $1 AND c.relname = $2) g ON g.relid = c.oid AND g.attnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
   AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`;

/** @throws {AppError} bad_request for a table that is not there, or that the login may not read */
export async function readLayer(client: pg.ClientBase, { schema, table }: TableName): Promise<Layer> {
  const isName = isIdentifier(schema) && isIdentifier(table) && !BOOKKEEPING.test(table);
  const { rows } = isName ? await client.query<TableRow>(LAYER, [schema, table]) : { rows: [] };
  const [found] = rows;
  if (!found) throw noSuchTable(schema, table);
  const keys = found.columns.filter(({ isKey }) => isKey);
  const key = found.keys === 1 ? (keys[0] ?? null) : null;
  return {
    ...{ schema, table },
    columns: found.columns.map(toColumn),
    key: key?.name ?? null,
    pagingKey: key && found.hasVisibleIndex && PAGING_KEYS.has(key.base) ? key.name : null,
    order: orderOf(found.kind, keys),
    postgis: found.postgis === null ? null : ident(found.postgis),
  };
}

/** Where rows have no place, their text. */
function orderOf(kind: string, keys: ColumnRow[]): string[] {
  if (keys.length > 0) return keys.map(({ name }) => `t.${ident(name)}`);
  if (kind === 'r' || kind === 'm') return ['t.ctid'];
  return kind === 'p' ? ['t.tableoid', 't.ctid'] : ['t::text'];
}

function toColumn({ name, base, kind, type, srid }: ColumnRow): LayerColumn {
  const isGeography = kind === 'geography';
  return {
    ...{ name, isGeography, isBig: base === 'int8' },
    type: kind === null ? (TYPES[base] ?? 'text') : 'geometry',
    srid: srid || (isGeography ? 4326 : 0),
    geometryType: type ?? '',
  };
}

/** @throws {AppError} bad_request for a column without geometries, or without an SRID */
export function geometryOf({ columns, postgis }: Layer, name: string): Geometry {
  const column = columns.find((each) => each.name === name && each.type === 'geometry');
  if (!column || postgis === null) throw noGeometry(name);
  if (column.srid === 0) throw noReferenceSystem(name);
  const sql = column.isGeography ? `t.${ident(name)}::${postgis}.geometry` : `t.${ident(name)}`;
  return { column: name, sql, srid: column.srid, type: column.geometryType, postgis };
}

export function qualified({ schema, table }: TableName): string {
  return `${ident(schema)}.${ident(table)}`;
}

/** Names of the schemas that the login may use, but those of the server. */
export async function readSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
      WHERE nspname !~ '^(pg_|information_schema$)' AND has_schema_privilege(oid, 'USAGE') ORDER BY nspname`,
  );
  return rows.map(({ name }) => name);
}

export interface ListedTable extends TableName {
  /** Its first geometry column. */
  geom?: string;
}

/** The tables and views that the login may read, of one schema or of all. */
export async function readTables(client: pg.ClientBase, schema: string | null): Promise<ListedTable[]> {
  const { rows } = await client.query<TableName & { geom: string | null }>(
    `SELECT n.nspname AS schema, c.relname AS table, g.name AS geom
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN LATERAL (SELECT (array_agg(name ORDER BY attnum))[1] AS name FROM (${GEOMETRY_COLUMNS}) x WHERE x.relid = c.oid) g ON true
      WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND n.nspname !~ '^(pg_|information_schema$)' AND c.relname !~ $2
        AND ($1::text IS NULL OR n.nspname = $1)
        AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
      ORDER BY n.nspname, c.relname`,
    [schema, BOOKKEEPING.source],
  );
  return rows.map(({ geom, ...table }) => (geom === null ? table : { ...table, geom }));
}
