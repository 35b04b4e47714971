import type pg from 'pg';
import { GEOMETRY_COLUMNS, RESERVED_SCHEMAS } from '@cairn/geo';

export interface SpatialTable {
  schema: string;
  table: string;
  geometryColumn: string;
  srid: number;
  type: string;
  kind: 'table' | 'view' | 'materialized_view' | 'foreign_table' | 'partitioned_table';
  /** Null when the database has no estimate. */
  rowEstimate: number | null;
}

const MAX_TABLES = 10_000;

const KINDS = `CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized_view' WHEN 'f' THEN 'foreign_table'
  WHEN 'p' THEN 'partitioned_table' ELSE 'table' END`;

/** The geometry columns that the database user may read, without partitions, whose rows the partitioned table has. */
export async function listSpatialTables(
  client: pg.ClientBase,
  search: string | undefined,
): Promise<{ tables: SpatialTable[]; isTruncated: boolean }> {
  const { rows } = await client.query<SpatialTable & { rowEstimate: string | null }>(
    `SELECT g.schema, g.table_name AS "table", g.name AS "geometryColumn", g.srid, g.type, ${KINDS} AS kind,
            CASE WHEN c.reltuples >= 0 AND c.relkind <> 'v' THEN c.reltuples::bigint END AS "rowEstimate"
       FROM (${GEOMETRY_COLUMNS}) g JOIN pg_class c ON c.oid = g.relid
      WHERE g.schema !~* $1 AND NOT c.relispartition
        AND has_schema_privilege(c.relnamespace, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
        AND strpos(lower(g.schema || '.' || g.table_name), lower($2)) > 0
        AND c.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype = 'e')
      ORDER BY g.schema, g.table_name, g.attnum LIMIT ${MAX_TABLES + 1}`,
    [RESERVED_SCHEMAS.source, search ?? ''],
  );
  const tables = rows
    .slice(0, MAX_TABLES)
    .map((row) => ({ ...row, rowEstimate: row.rowEstimate === null ? null : Number(row.rowEstimate) }));
  return { tables, isTruncated: rows.length > MAX_TABLES };
}

/** The geometry columns of a table, by their position. */
export async function listGeometryColumns(
  client: pg.ClientBase,
  { schema, table }: { schema: string; table: string },
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (${GEOMETRY_COLUMNS}) g WHERE g.schema = $1 AND g.table_name = $2 ORDER BY attnum`,
    [schema, table],
  );
  return rows.map(({ name }) => name);
}
