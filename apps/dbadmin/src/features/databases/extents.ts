import type { DbadminSchemas } from '@cairn/contracts';
import type pg from 'pg';
import { copiedBox, postgisSchema, sidesOf } from '@cairn/geo';
import type { Box } from '@cairn/geo';

type Extent = DbadminSchemas['Extent'];

/** Tables up to this size are measured to the vertex; of larger ones the statistics are asked. */
const EXACT_BYTES = 4 * 1024 * 1024;
/** All tables that are measured for one answer, since their geometries travel here. */
const EXACT_BYTES_TOGETHER = 32 * 1024 * 1024;
const MOST = 1_000;
/** What is straight in one projection bends in another: so many pieces has an edge that is transformed. */
const PIECES = 20;

interface Column {
  schema: string;
  table: string;
  column: string;
  srid: number;
  /** Of the table and its partitions or children. */
  size: string;
  /** The tables that hold its rows; null when some of them are not here but on another server. */
  parts: { schema: string; table: string }[] | null;
  may_read: boolean;
}

/** Columns of PostGIS's own type, by its number: others may call a type `geometry`, and functions for it as they like. */
const COLUMNS = (postgis: string) => `
  SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, g.srid,
    p.size, p.parts, has_table_privilege(c.oid, 'SELECT') AS may_read
  FROM pg_extension e
  JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
  JOIN pg_type t ON d.classid = 'pg_type'::regclass AND t.oid = d.objid AND t.typname = 'geometry'
  JOIN pg_attribute a ON a.atttypid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN (SELECT f_table_schema, f_table_name, f_geometry_column, srid FROM ${postgis}.geometry_columns) g
    ON g.f_table_schema = n.nspname AND g.f_table_name = c.relname AND g.f_geometry_column = a.attname
  CROSS JOIN LATERAL (
    WITH RECURSIVE family AS (
      SELECT c.oid UNION SELECT i.inhrelid FROM pg_inherits i JOIN family f ON i.inhparent = f.oid)
    SELECT sum(pg_table_size(m.oid)) AS size, CASE WHEN bool_and(m.relkind IN ('r', 'p')) THEN
        coalesce(json_agg(json_build_object('schema', s.nspname, 'table', m.relname)) FILTER (WHERE m.relkind = 'r'), '[]')
      END AS parts
    FROM family f JOIN pg_class m ON m.oid = f.oid JOIN pg_namespace s ON s.oid = m.relnamespace) p
  WHERE e.extname = 'postgis' AND ($1::text IS NULL OR n.nspname = $1)
  ORDER BY 1, 2, 3 LIMIT ${MOST}`;

/**
 * Where the geometry columns lie: boxes [west, south, east, north] in degrees (EPSG:4326). null where nothing is known: an
 * empty table, no SRID, no statistics yet, no right to read. No code of whoever owns the tables is run.
 */
export async function readExtents(client: pg.ClientBase, schema: string | null): Promise<Extent[]> {
  const postgis = await postgisSchema(client);
  if (!postgis) return [];
  const { rows } = await client.query<Column>(COLUMNS(postgis), [schema]);
  // Where policies hold for us too we may not read, rather than call the functions in them.
  await client.query('SET row_security = off');
  const extents: Extent[] = [];
  let left = EXACT_BYTES_TOGETHER;
  for (const column of rows) {
    const size = Number(column.size);
    const exact = column.parts !== null && size <= Math.min(EXACT_BYTES, left);
    if (exact) left -= size;
    const { table, schema: of, column: name } = column;
    const extent = await extentOf(client, postgis, { ...column, exact });
    extents.push({ schema: of, table, column: name, exact, extent });
  }
  return extents;
}

async function extentOf(
  client: pg.ClientBase,
  postgis: string,
  { exact, ...column }: Column & { exact: boolean },
): Promise<Extent['extent']> {
  if (!column.may_read || column.srid === 0) return null;
  try {
    const box = exact ? await measured(client, column) : await estimated(client, postgis, column);
    return box && (await inDegrees(client, postgis, { box, srid: column.srid }));
  } catch (error) {
    // A projection that cannot take the box, or no statistics: the map does without this table.
    if ((error as { code?: string }).code === undefined) throw error;
    return null;
  }
}

async function measured(client: pg.ClientBase, { column, parts }: Column): Promise<Box | null> {
  const boxes: Box[] = [];
  for (const part of parts ?? []) {
    const box = await copiedBox(client, { ...part, column });
    if (box) boxes.push(box);
  }
  if (boxes.length === 0) return null;
  const side = (at: 0 | 1 | 2 | 3) => boxes.map((box) => box[at]);
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))];
}

async function estimated(client: pg.ClientBase, postgis: string, of: Column): Promise<Box | null> {
  const { rows } = await client.query<Sides>(
    `SELECT ${namedSides('box', postgis)}
       FROM (SELECT ${postgis}.ST_EstimatedExtent($1::text, $2::text, $3::text) AS box) estimate WHERE box IS NOT NULL`,
    [of.schema, of.table, of.column],
  );
  return toBox(rows[0]);
}

/** The box, which lies in a SRID, in degrees. */
async function inDegrees(
  client: pg.ClientBase,
  postgis: string,
  { box, srid }: { box: Box; srid: number },
): Promise<Box | null> {
  const [west, south, east, north] = box;
  const longest = Math.max((east - west) / PIECES, (north - south) / PIECES, 1e-9);
  const drawn = `${postgis}.ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, $5::int)`;
  const { rows } = await client.query<Sides>(
    `SELECT ${namedSides('d', postgis)}
       FROM (SELECT ${postgis}.ST_Transform(${postgis}.ST_Segmentize(${drawn}, $6::float8), 4326) AS d) degrees`,
    [...box, srid, longest],
  );
  return toBox(rows[0]);
}

interface Sides {
  west: number;
  south: number;
  east: number;
  north: number;
}

function namedSides(geometry: string, postgis: string): string {
  const sides = sidesOf(geometry, postgis);
  return ['west', 'south', 'east', 'north'].map((side, i) => `${sides[i]} AS ${side}`).join(', ');
}

function toBox(sides: Sides | undefined): Box | null {
  const corners = sides ? [sides.west, sides.south, sides.east, sides.north] : [];
  return corners.length === 4 && corners.every(Number.isFinite) ? (corners as Box) : null;
}
