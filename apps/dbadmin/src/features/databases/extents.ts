import type { DbadminSchemas } from '@cairn/contracts';
import type pg from 'pg';
import type { InScratch } from '@cairn/files';
import {
  readExtentByCopy,
  extentsToWgs84,
  GEOMETRY_COLUMNS,
  openGdal,
  readReferenceSystems,
  unionExtents,
  WGS84,
} from '@cairn/geo';
import type { Box, Crs } from '@cairn/geo';

type Extent = DbadminSchemas['Extent'];

/** Tables up to this size are measured exactly; larger ones are estimated from statistics. */
const EXACT_BYTES = 4 * 1024 * 1024;
/** Limit for all tables of one request, since their geometries are sent to this service. */
const EXACT_BYTES_TOGETHER = 32 * 1024 * 1024;
const MAX_COLUMNS = 1_000;
/** Tables copied for one request; a table may have any number of empty partitions. */
const MAX_COPIES = 1_000;
/** Each takes a GDAL process. */
const MAX_REFERENCE_SYSTEMS = 64;
/** PostGIS, gserialized_estimate.c: two-dimensional statistics in pg_statistic. */
const STATISTICS_2D = 103;

interface Column {
  relid: number;
  attnum: number;
  schema: string;
  table: string;
  column: string;
  srid: number;
  /** Of the table and its partitions or children. */
  size: string;
  /** The tables that hold its rows; null when some of them are foreign tables. */
  parts: { schema: string; table: string }[] | null;
}

const COLUMNS = `
  SELECT g.relid, g.attnum, g.schema, g.table_name AS table, g.name AS column, g.srid, p.size, p.parts
  FROM (${GEOMETRY_COLUMNS}) g
  JOIN pg_class c ON c.oid = g.relid AND c.relkind IN ('r', 'p')
  CROSS JOIN LATERAL (
    WITH RECURSIVE family AS (
      SELECT c.oid UNION SELECT i.inhrelid FROM pg_inherits i JOIN family f ON i.inhparent = f.oid)
    SELECT sum(pg_table_size(m.oid)) AS size, CASE WHEN bool_and(m.relkind IN ('r', 'p')) THEN
        coalesce(json_agg(json_build_object('schema', s.nspname, 'table', m.relname)) FILTER (WHERE m.relkind = 'r'), '[]')
      END AS parts
    FROM family f JOIN pg_class m ON m.oid = f.oid JOIN pg_namespace s ON s.oid = m.relnamespace) p
  WHERE g.kind = 'geometry' AND has_table_privilege(g.relid, 'SELECT') AND ($1::text IS NULL OR g.schema = $1)
  ORDER BY 3, 4, 5 LIMIT ${MAX_COLUMNS}`;

/** A column with the box around its geometries in its own reference system. */
interface Measured extends Pick<Column, 'schema' | 'table' | 'column' | 'srid'> {
  exact: boolean;
  box: Box | null;
}

export interface MeasuredColumns {
  columns: Measured[];
  /** The definitions of their SRIDs in the database. */
  systems: Map<number, Crs>;
}

/**
 * Measures the geometry columns by reading catalogs and copying plain tables. This runs no code of the owners of tables, and no
 * function of PostGIS, whose schema a user may own.
 */
export async function measureColumns(client: pg.ClientBase, schema: string | null): Promise<MeasuredColumns> {
  const { rows } = await client.query<Column>(COLUMNS, [schema]);
  // Leaves out tables whose policies apply to this session: policies call functions.
  await client.query('SET row_security = off');
  const columns: Measured[] = [];
  let left = EXACT_BYTES_TOGETHER;
  let copies = 0;
  // The server may be hostile and ignore its LIMIT.
  for (const row of rows.slice(0, MAX_COLUMNS)) {
    const size = Number(row.size);
    const count = row.parts?.length ?? Infinity;
    const exact = copies + count <= MAX_COPIES && size <= Math.min(EXACT_BYTES, left);
    if (exact) {
      left -= size;
      copies += count;
    }
    const { table, schema: of, column, srid } = row;
    columns.push({ schema: of, table, column, srid, exact, box: await boxOf(client, row, exact) });
  }
  const srids = new Set(columns.filter(({ box }) => box).map(({ srid }) => srid));
  srids.delete(WGS84.srid as number);
  const systems = await readReferenceSystems(client, [...srids].slice(0, MAX_REFERENCE_SYSTEMS));
  return { columns, systems: systems.set(WGS84.srid as number, WGS84) };
}

/**
 * The extents of columns as [west, south, east, north] in degrees (EPSG:4326). null when unknown: an empty table, no SRID, no
 * statistics yet, no permission to read.
 */
export async function toExtents(
  inScratch: InScratch,
  { columns, systems }: MeasuredColumns,
): Promise<Extent[]> {
  const gdal = await openGdal('page');
  return inScratch(async (cwd) => {
    const inDegrees = new Map<Measured, Box | null>();
    for (const [srid, crs] of systems) {
      const placed = columns.filter((column) => column.srid === srid && column.box);
      const boxes = placed.map(({ box }) => box as Box);
      const moved = boxes.length === 0 ? [] : await extentsToWgs84(gdal, boxes, { crs, cwd });
      placed.forEach((column, i) => inDegrees.set(column, moved[i] ?? null));
    }
    return columns.map((measured) => {
      const { schema, table, column, exact } = measured;
      return { schema, table, column, exact, extent: inDegrees.get(measured) ?? null };
    });
  });
}

async function boxOf(client: pg.ClientBase, column: Column, exact: boolean): Promise<Box | null> {
  if (column.srid === 0) return null;
  try {
    const box = exact ? await copied(client, column) : await estimated(client, column);
    return box?.every(Number.isFinite) ? box : null;
  } catch (error) {
    // The table cannot be copied, or its statistics cannot be read: the map leaves this column out.
    if ((error as { code?: string }).code === undefined) throw error;
    return null;
  }
}

async function copied(client: pg.ClientBase, { column, parts }: Column): Promise<Box | null> {
  const boxes: Box[] = [];
  for (const part of parts ?? []) {
    const box = await readExtentByCopy(client, { ...part, column });
    if (box) boxes.push(box);
  }
  return unionExtents(boxes);
}

/**
 * The extent in PostGIS's statistics, which only superusers may read: after the number of dimensions and four sizes come four
 * minima and four maxima.
 */
async function estimated(client: pg.ClientBase, { relid, attnum }: Column): Promise<Box | null> {
  const { rows } = await client.query<{ box: Box }>(
    `SELECT ARRAY[n[6], n[7], n[10], n[11]]::float8[] AS box
       FROM pg_statistic s CROSS JOIN LATERAL (VALUES (stakind1, stanumbers1), (stakind2, stanumbers2),
         (stakind3, stanumbers3), (stakind4, stanumbers4), (stakind5, stanumbers5)) kinds (kind, n)
      WHERE starelid = $1 AND staattnum = $2 AND kind = ${STATISTICS_2D} ORDER BY stainherit DESC LIMIT 1`,
    [relid, attnum],
  );
  return rows[0]?.box ?? null;
}
