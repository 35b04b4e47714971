import type { DbadminSchemas } from '@cairn/contracts';
import type pg from 'pg';
import { ident } from '@cairn/db';
import { postgisSchema, sidesOf } from '@cairn/geo';

type Extent = DbadminSchemas['Extent'];

/** Tables up to this size are measured to the vertex; of larger ones the statistics are asked. */
const EXACT_BYTES = 4 * 1024 * 1024;
const MOST = 1_000;
/** What is straight in one projection bends in another: so many pieces has an edge that is transformed. */
const PIECES = 20;

interface Column {
  schema: string;
  table: string;
  column: string;
  srid: number;
  size: string;
  may_read: boolean;
}

/**
 * Where the geometry columns lie: boxes [west, south, east, north] in degrees (EPSG:4326). null where nothing is known: an
 * empty table, no SRID, no statistics yet, no right to read.
 */
export async function readExtents(client: pg.ClientBase, schema: string | null): Promise<Extent[]> {
  const postgis = await postgisSchema(client);
  if (!postgis) return [];
  const { rows } = await client.query<Column>(
    `SELECT n.nspname AS schema, c.relname AS table, g.name AS column, g.srid, pg_table_size(c.oid) AS size,
        has_table_privilege(c.oid, 'SELECT') AS may_read
      FROM (SELECT f_table_schema, f_table_name, f_geometry_column::text AS name, srid
              FROM ${postgis}.geometry_columns) g
      JOIN pg_namespace n ON n.nspname = g.f_table_schema
      JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = g.f_table_name
      WHERE c.relkind IN ('r', 'p') AND ($1::text IS NULL OR n.nspname = $1)
      ORDER BY 1, 2, 3 LIMIT ${MOST}`,
    [schema],
  );
  const extents: Extent[] = [];
  for (const column of rows) extents.push(await extentOf(client, postgis, column));
  return extents;
}

async function extentOf(client: pg.ClientBase, postgis: string, column: Column): Promise<Extent> {
  const { schema, table, srid } = column;
  const exact = Number(column.size) <= EXACT_BYTES;
  const answer = { schema, table, column: column.column, exact };
  if (!column.may_read || srid === 0) return { ...answer, extent: null };
  try {
    const { rows } = exact
      ? await client.query<Box>(
          inDegrees(
            postgis,
            `${postgis}.ST_Extent(${ident(column.column)}) AS box FROM ${ident(schema)}.${ident(table)}`,
          ),
          [srid],
        )
      : await client.query<Box>(
          inDegrees(postgis, `${postgis}.ST_EstimatedExtent($2::text, $3::text, $4::text) AS box`),
          [srid, schema, table, column.column],
        );
    return { ...answer, extent: toExtent(rows[0]) };
  } catch (error) {
    // A projection that cannot take the box, or no statistics: the map does without this table.
    if ((error as { code?: string }).code === undefined) throw error;
    return { ...answer, extent: null };
  }
}

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The box that `measured` selects, which lies in the SRID $1, in degrees. */
function inDegrees(postgis: string, measured: string): string {
  const [west, south, east, north] = sidesOf('g', postgis);
  const longest = `greatest((${east} - ${west}) / ${PIECES}, (${north} - ${south}) / ${PIECES}, 1e-9)`;
  const degrees = sidesOf('d', postgis);
  return `SELECT ${['west', 'south', 'east', 'north'].map((side, i) => `${degrees[i]} AS ${side}`).join(', ')}
    FROM (SELECT ${postgis}.ST_Transform(${postgis}.ST_Segmentize(g, ${longest}), 4326) AS d
      FROM (SELECT ${postgis}.ST_SetSRID(box::${postgis}.geometry, $1::int) AS g FROM (SELECT ${measured}) m
        WHERE box IS NOT NULL) boxes) degrees`;
}

function toExtent(box: Box | undefined): Extent['extent'] {
  const corners = box ? [box.west, box.south, box.east, box.north] : [];
  return corners.length === 4 && corners.every(Number.isFinite) ? corners : null;
}
