import { ident } from '@cairn/db';
import type { Read } from '../datasources/read.ts';
import { familyOf, rangeOf } from './families.ts';
import type { TypeRow } from './families.ts';
import type { Catalogue, Column, GeometryFacts, Table, TableKind } from './types.ts';

const KINDS: Record<string, TableKind> = {
  r: 'table',
  p: 'table',
  v: 'view',
  m: 'materialized_view',
  f: 'foreign_table',
};

/** Tables that the login may read; none of the system and none of an extension. $1: schemas, empty for all. */
const TABLES = `
  SELECT c.oid::int8::text AS id, n.nspname AS schema, c.relname AS name, c.relkind AS kind,
    CASE WHEN c.relkind IN ('r', 'p', 'm') AND c.reltuples >= 0 THEN c.reltuples END AS estimated,
    obj_description(c.oid, 'pg_class') AS comment, c.relrowsecurity OR c.relkind IN ('v', 'f') AS depends_on_person,
    coalesce((SELECT array_agg(a.attname::text ORDER BY k.position)
      FROM pg_index i CROSS JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, position)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE i.indrelid = c.oid AND i.indisprimary), '{}') AS primary_key
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND NOT c.relispartition AND (cardinality($1::text[]) = 0 OR n.nspname = ANY ($1::text[]))
    AND has_schema_privilege(n.oid, 'USAGE')
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY n.nspname, c.relname`;

const COLUMNS = `
  SELECT a.attrelid::int8::text AS id, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, col_description(a.attrelid, a.attnum) AS comment, b.typname AS base,
    bn.nspname AS base_schema, bn.nspname = 'pg_catalog' AS is_builtin, b.typtype AS kind, b.typcategory AS category,
    b.typcategory = 'S' AS is_text_like, a.atttypmod AS modifier,
    CASE WHEN b.typtype = 'e' THEN (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder)
      FROM pg_enum e WHERE e.enumtypid = b.oid) END AS labels
  FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
    JOIN pg_namespace bn ON bn.oid = b.typnamespace
  WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
    AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  ORDER BY a.attrelid, a.attnum`;

/** $1: types of the fields, $2: their modifiers. */
const FIELDS = `
  SELECT pg_catalog.format_type(t.oid, f.modifier) AS type, TRUE AS nullable, NULL AS comment, b.typname AS base,
    bn.nspname AS base_schema, bn.nspname = 'pg_catalog' AS is_builtin, b.typtype AS kind, b.typcategory AS category,
    b.typcategory = 'S' AS is_text_like, f.modifier, NULL AS labels
  FROM unnest($1::oid[], $2::int4[]) WITH ORDINALITY AS f (type, modifier, position)
    JOIN pg_catalog.pg_type t ON t.oid = f.type
    JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
    JOIN pg_catalog.pg_namespace bn ON bn.oid = b.typnamespace
  ORDER BY f.position`;

const POSTGIS = `
  SELECT n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'postgis'`;

interface TableRow {
  id: string;
  schema: string;
  name: string;
  kind: string;
  estimated: number | null;
  comment: string | null;
  depends_on_person: boolean;
  primary_key: string[];
}

interface ColumnRow extends TypeRow {
  id: string;
  name: string;
  type: string;
  nullable: boolean;
  comment: string | null;
  base_schema: string;
  labels: string[] | null;
  modifier: number;
}

/** Reads what the login may see. */
export async function readCatalogue(read: Read, schemas: string[]): Promise<Catalogue> {
  const [postgis] = await read.rows<{ schema: string }>({ text: POSTGIS });
  const tables = await read.rows<TableRow>({ text: TABLES, values: [arrayText(schemas)] });
  const ids = `{${tables.map(({ id }) => id).join(',')}}`;
  const columns = await read.rows<ColumnRow>({ text: COLUMNS, values: [ids] });
  const byTable = Map.groupBy(columns, ({ id }) => id);
  return {
    postgisSchema: postgis?.schema ?? null,
    tables: tables.map((row) => toTable(row, byTable.get(row.id) ?? [])),
  };
}

/** The columns of rows that a statement gives. */
export async function describeFields(
  read: Read,
  fields: { name: string; dataTypeID: number; dataTypeModifier: number }[],
): Promise<Column[]> {
  const list = (of: (field: (typeof fields)[number]) => number) => `{${fields.map(of).join(',')}}`;
  const values = [list(({ dataTypeID }) => dataTypeID), list(({ dataTypeModifier }) => dataTypeModifier)];
  const rows = await read.rows<ColumnRow>({ text: FIELDS, values });
  return rows.map((row, i) => toColumn({ ...row, name: fields[i]!.name }));
}

function toTable(row: TableRow, rows: ColumnRow[]): Table {
  const columns = rows.map(toColumn);
  const isReadable = (name: string) => columns.some((column) => column.name === name);
  return {
    schema: row.schema,
    name: row.name,
    kind: KINDS[row.kind]!,
    comment: row.comment,
    columns,
    primaryKey: row.primary_key.every(isReadable) ? row.primary_key : [],
    estimatedRows: row.estimated === null ? null : Math.round(row.estimated),
    dependsOnPerson: row.depends_on_person,
  };
}

function toColumn(row: ColumnRow): Column {
  const family = familyOf(row);
  return {
    name: row.name,
    type: row.type,
    family,
    cast: castOf(row, family),
    range: rangeOf(row.base),
    labels: row.labels,
    nullable: row.nullable,
    comment: row.comment,
    geometry: family === 'geometry' ? geometryOf(row.modifier, row.base === 'geography') : null,
  };
}

/** Texts are compared as text: a cast to varchar(n) would cut them. */
function castOf({ base, base_schema: schema }: ColumnRow, family: Column['family']): string {
  if (family === 'text' && base !== 'bpchar') return 'pg_catalog.text';
  return `${ident(schema)}.${ident(base)}`;
}

const TYPES = [
  'GEOMETRY',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
  'CIRCULARSTRING',
  'COMPOUNDCURVE',
  'CURVEPOLYGON',
  'MULTICURVE',
  'MULTISURFACE',
  'POLYHEDRALSURFACE',
  'TRIANGLE',
  'TIN',
];

/** The type modifier as PostGIS packs it (liblwgeom.h): 21 bits of SRID, then 6 of the type, then Z and M. */
function geometryOf(modifier: number, isGeography: boolean): GeometryFacts {
  if (modifier < 0) return { type: 'GEOMETRY', srid: isGeography ? 4326 : 0, dimensions: 2, isGeography };
  const srid = (((modifier & 0x0fffff00) - (modifier & 0x10000000)) >> 8) | 0;
  const dimensions = 2 + ((modifier >> 1) & 1) + (modifier & 1);
  return {
    type: TYPES[(modifier & 0xfc) >> 2] ?? 'GEOMETRY',
    srid: srid > 0 ? srid : isGeography ? 4326 : 0,
    dimensions,
    isGeography,
  };
}

/** An array as PostgreSQL reads it. */
export function arrayText(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
}
