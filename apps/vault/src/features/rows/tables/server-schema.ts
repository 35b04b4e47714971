import type pg from 'pg';
import { GEOMETRY_COLUMNS, requirePostgis } from '@cairn/geo';
import type { FieldType } from '@cairn/geo';
import { SourceError } from '../../content/errors.ts';
import type { TableColumn, TableSchema, TableSource } from './types.ts';

interface ColumnRow {
  name: string;
  type: string;
  base: string;
  nullable: boolean;
  computed: boolean;
  key: boolean;
  width: number | null;
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

/** The columns of a table, and whether this database user may change its rows. @throws {AppError} not_found for a missing table. */
export async function readTableSchema(
  client: pg.ClientBase,
  { schema, table, geometryColumn }: TableSource,
): Promise<TableSchema> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
            coalesce(b.typname, t.typname) AS base, NOT a.attnotnull AS nullable,
            a.attgenerated <> '' OR a.attidentity = 'a' AS computed,
            coalesce(a.attnum = ANY(i.indkey), false) AS key,
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
  if (rows.length === 0) {
    throw new SourceError({
      kind: 'not_found',
      code: 'vault.table_gone',
      message: `The table ${schema}.${table} is no longer in the database.`,
    });
  }
  const postgis = await requirePostgis(client);
  const keys = rows.filter(({ key }) => key);
  const [about] = (
    await client.query<{
      changes: boolean;
      kind: string;
      estimate: string;
      type: string | null;
      srid: number | null;
    }>(
      `SELECT c.relkind AS kind, greatest(c.reltuples, 0)::bigint AS estimate, g.type, g.srid,
              has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
                AND has_table_privilege(c.oid, 'DELETE') AS changes
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         LEFT JOIN (${GEOMETRY_COLUMNS}) g ON g.kind = 'geometry' AND g.relid = c.oid AND g.name = $3
        WHERE n.nspname = $1 AND c.relname = $2`,
      [schema, table, geometryColumn],
    )
  ).rows;
  return {
    postgis,
    columns: rows.map(toColumn),
    key: keys.length === 1 ? (keys[0] as ColumnRow).name : null,
    geometryColumn,
    geometryType: about?.type ?? 'GEOMETRY',
    srid: about?.srid ?? 0,
    rowCount: Number(about?.estimate ?? 0),
    reason: reasonAgainst(keys.length, about),
  };
}

function toColumn(row: ColumnRow): TableColumn {
  return {
    name: row.name,
    type: TYPES[row.base] ?? 'text',
    nativeType: row.type.replace(SCHEMA, ''),
    nullable: row.nullable,
    editable: !row.computed && !row.key && WRITABLE.has(row.base),
    ...(row.width === null ? {} : { width: row.width }),
  };
}

function reasonAgainst(keys: number, about: { kind: string; changes: boolean } | undefined): string | null {
  if (about && !['r', 'p', 'f'].includes(about.kind)) return 'This is a view. Edit its tables instead.';
  if (keys === 0)
    return 'The table has no primary key, so its rows cannot be identified. Add one in the database.';
  if (keys > 1)
    return 'The primary key has several columns. Only tables with a single-column key can be edited.';
  if (about && !about.changes) return 'The database user of the connection may not change this table.';
  return null;
}
