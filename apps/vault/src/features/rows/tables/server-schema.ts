import type pg from 'pg';
import { ident } from '@cairn/db';
import { GEOMETRY_COLUMNS, requirePostgis } from '@cairn/geo';
import type { FieldType } from '@cairn/geo';
import { SourceError } from '../../content/errors.ts';
import { mayNotRead } from './errors.ts';
import type { TableColumn, TableSchema, TableSource } from './types.ts';

const WGS84 = 4326;

const PAGING_KEYS = new Set(['int2', 'int4', 'int8', 'uuid']);

interface ColumnRow {
  name: string;
  type: string;
  base: string;
  isEnum: boolean;
  nullable: boolean;
  computed: boolean;
  hasDefault: boolean;
  /** Position in the primary key, from 1. */
  key: number | null;
  width: number | null;
}

interface TableRow {
  kind: 'r' | 'p' | 'f' | 'v' | 'm';
  estimate: string;
  /** Whether an index alone shows which rows there are: the table was vacuumed, and no table with the same keys inherits from it. */
  hasVisibleIndex: boolean;
  isReadable: boolean;
  isWritable: boolean;
}

interface GeometryRow {
  name: string;
  kind: 'geometry' | 'geography';
  type: string;
  srid: number;
}

const TYPES: Record<string, FieldType | 'geometry'> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'real',
  float8: 'real',
  numeric: 'real',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  time: 'time',
  timetz: 'time',
  bytea: 'binary',
  geometry: 'geometry',
  geography: 'geometry',
};

/** The schema before the name of a type that is not built in, as `format_type` spells it. */
const SCHEMA = /^([^".]+|"([^"]|"")+")\./;

/** Types whose values people write as plain text; others are read-only. */
const WRITABLE = new Set([
  ...Object.keys(TYPES).filter((name) => !['bytea', 'geometry', 'geography'].includes(name)),
  'text',
  'varchar',
  'bpchar',
  'uuid',
  'json',
  'jsonb',
]);

/**
 * The columns of a table, and whether this database user may change its rows.
 * @throws {AppError} not_found for a missing table, unavailable for one that the database user may not read
 */
export async function readTableSchema(client: pg.ClientBase, source: TableSource): Promise<TableSchema> {
  const table = await readTable(client, source);
  const columns = await readColumns(client, source);
  const geometry = await readGeometryColumn(client, source);
  const keys = columns.filter(({ key }) => key !== null).toSorted((a, b) => Number(a.key) - Number(b.key));
  const key = keys.length === 1 ? (keys[0] as ColumnRow) : null;
  const isGeography = geometry?.kind === 'geography';
  return {
    postgis: geometry ? await requirePostgis(client) : null,
    columns: columns.map(toColumn),
    key: key?.name ?? null,
    keyType: key?.base ?? null,
    pagingKey: key && PAGING_KEYS.has(key.base) && table.hasVisibleIndex ? key.name : null,
    order: orderOf(table, keys),
    geometryColumn: geometry?.name ?? null,
    isGeography,
    geometryType: geometry?.type ?? 'GEOMETRY',
    srid: geometry?.srid || (isGeography ? WGS84 : 0),
    rowCount: Number(table.estimate),
    canSample: ['r', 'p', 'm'].includes(table.kind),
    reason: reasonAgainst(table, keys.length),
  };
}

async function readTable(client: pg.ClientBase, { schema, table }: TableSource): Promise<TableRow> {
  const { rows } = await client.query<TableRow>(
    `SELECT c.relkind AS kind, greatest(c.reltuples, 0)::bigint AS estimate,
            c.relkind = 'r' AND NOT c.relhassubclass AND c.relpages > 0
              AND c.relallvisible >= c.relpages * 0.95 AS "hasVisibleIndex",
            has_table_privilege(c.oid, 'SELECT') AND has_schema_privilege(n.oid, 'USAGE') AS "isReadable",
            has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
              AND has_table_privilege(c.oid, 'DELETE') AS "isWritable"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
    [schema, table],
  );
  const [found] = rows;
  if (!found) {
    throw new SourceError({
      kind: 'not_found',
      code: 'vault.table_gone',
      message: `The table ${schema}.${table} is not in the database.`,
    });
  }
  if (!found.isReadable) throw mayNotRead({ schema, table });
  return found;
}

async function readColumns(client: pg.ClientBase, { schema, table }: TableSource): Promise<ColumnRow[]> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
            coalesce(b.typname, t.typname) AS base, coalesce(b.typtype, t.typtype) = 'e' AS "isEnum",
            NOT a.attnotnull AS nullable, a.attgenerated <> '' OR a.attidentity = 'a' AS computed,
            a.atthasdef OR a.attidentity <> '' AS "hasDefault",
            CASE WHEN array_position(i.indkey::int2[], a.attnum) < i.indnkeyatts
              THEN array_position(i.indkey::int2[], a.attnum) + 1 END AS key,
            CASE WHEN t.typname IN ('varchar', 'bpchar') AND a.atttypmod > 4 THEN a.atttypmod - 4 END AS width
       FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_type t ON t.oid = a.atttypid
       LEFT JOIN pg_type b ON b.oid = t.typbasetype AND t.typtype = 'd'
       LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum`,
    [schema, table],
  );
  return rows;
}

/** The geometry column with the name, or the first one; null without it. */
async function readGeometryColumn(
  client: pg.ClientBase,
  { schema, table, geometryColumn }: TableSource,
): Promise<GeometryRow | null> {
  const { rows } = await client.query<GeometryRow>(
    `SELECT name, kind, type, srid FROM (${GEOMETRY_COLUMNS}) g
      WHERE g.schema = $1 AND g.table_name = $2 AND ($3::text IS NULL OR g.name = $3) ORDER BY attnum LIMIT 1`,
    [schema, table, geometryColumn],
  );
  return rows[0] ?? null;
}

/** By the key; without one by the place in the table, where rows have one, and otherwise by their text. */
function orderOf({ kind }: TableRow, keys: ColumnRow[]): string[] {
  if (keys.length > 0) return keys.map(({ name }) => `t.${ident(name)}`);
  if (kind === 'r' || kind === 'm') return ['t.ctid'];
  return kind === 'p' ? ['t.tableoid', 't.ctid'] : ['t::pg_catalog.text'];
}

function toColumn(row: ColumnRow): TableColumn {
  const takesValues = !row.computed && (row.isEnum || WRITABLE.has(row.base));
  return {
    name: row.name,
    type: TYPES[row.base] ?? 'text',
    nativeType: row.type.replace(SCHEMA, ''),
    nullable: row.nullable,
    editable: takesValues && row.key === null,
    hasDefault: row.hasDefault,
    insertable: takesValues && row.key !== null && !row.hasDefault,
    ...(row.width === null ? {} : { width: row.width }),
  };
}

function reasonAgainst({ kind, isWritable }: TableRow, keys: number): string | null {
  if (kind === 'v' || kind === 'm') return 'This is a view. Edit its tables instead.';
  if (kind === 'f')
    return 'This is a foreign table, so its rows have no primary key here. Edit them in the database where they are stored.';
  if (keys === 0)
    return 'The table has no primary key, so its rows cannot be identified. Add one in the database.';
  if (keys > 1)
    return 'The primary key has several columns. Only tables with a single-column key can be edited.';
  if (!isWritable) return 'The database user of the connection may not change this table.';
  return null;
}
