import { ident } from '@cairn/db';
import { bboxCorners } from '@cairn/geo';
import type { Extent } from '@cairn/geo';
import { AppError } from '@cairn/service';
import type pg from 'pg';
import type { VectorView } from '../../content/types.ts';
import { noSrid, notDrawable, TABLE_UNREADABLE } from './errors.ts';
import { geometryOf, qualified, shortJson } from './row-sql.ts';
import { ask } from './server-queries.ts';
import type { TableSchema, TableSource } from './types.ts';

/** All features of a preview together; those beyond are left out. */
const MAX_PREVIEW_BYTES = 16 * 1024 * 1024;
/** Reading all rows of a larger table takes seconds. */
const SAMPLED_FROM = 5_000_000;
/** Rows of the blocks that are read of such a table. */
const SAMPLE_ROWS = 100_000;

/** Whether only a part of a table is read, because reading all of it takes too long. */
export function isSampledTable({ canSample, rowCount }: TableSchema): boolean {
  return canSample && rowCount > SAMPLED_FROM;
}

/** Whole blocks, the same ones each time. */
function sampleOf({ rowCount }: TableSchema): string {
  return `TABLESAMPLE pg_catalog.system (${Math.min(100, (100 * SAMPLE_ROWS) / rowCount)}) REPEATABLE (1)`;
}

/**
 * GeoJSON (RFC 7946) of at most `limit` rows in WGS84, simplified for the view, with the same foreign members as a preview of
 * a file. Of a table with more rows a random sample is taken, so that two previews of it may differ; of a very large one the sample
 * comes from a part of its blocks, and `total` and `bbox` are estimates.
 * @throws {AppError} unprocessable without a geometry column or SRID, and for geometries that cannot be drawn
 */
export async function readPreview(
  client: pg.ClientBase,
  source: TableSource,
  options: { schema: TableSchema; view: VectorView },
): Promise<string> {
  try {
    return await drawRows(client, source, options);
  } catch (error) {
    if (error instanceof AppError && error.code === TABLE_UNREADABLE) throw notDrawable(source);
    throw error;
  }
}

async function drawRows(
  client: pg.ClientBase,
  source: TableSource,
  { schema, view }: { schema: TableSchema; view: VectorView },
): Promise<string> {
  const { srid } = schema;
  const { geometry, postgis } = geometryOf(source, schema);
  if (srid === 0) throw noSrid(source, schema);
  const box = view.bbox ?? null;
  const inside = box
    ? `${geometry} OPERATOR(${postgis}.&&)
       ${postgis}.ST_Transform(${postgis}.ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326), ${srid})`
    : `${geometry} IS NOT NULL`;
  const isSampled = box === null && isSampledTable(schema);
  const rowsOf = rowsIn(source, { schema, isSampled });
  const from = `FROM ${rowsOf} WHERE ${inside}`;
  const extent = (await readExtent(client, source, { schema, isSampled })).extentWgs84;
  const [counted] = await ask<{ n: number }>(
    { client, source },
    `SELECT count(*)::int AS n ${from}`,
    box ?? [],
  );
  const total = isSampled ? schema.rowCount : (counted?.n ?? 0);
  const visible = box ?? extent ?? [-180, -90, 180, 90];
  const tolerance = Math.max(visible[2] - visible[0], visible[3] - visible[1]) / view.width / 2;
  const id = schema.key === null ? 'NULL::text' : `t.${ident(schema.key)}`;
  const simplified = `${postgis}.ST_SimplifyPreserveTopology(
    ${postgis}.ST_Force2D(${postgis}.ST_Transform(${geometry}, 4326)), ${tolerance}::float8)`;
  const rows = await ask<{ feature: string }>(
    { client, source },
    `SELECT feature FROM (
       SELECT feature, sum(octet_length(feature)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes FROM (
         SELECT jsonb_build_object('type', 'Feature', 'id', to_jsonb(${id}),
             'geometry', ${postgis}.ST_AsGeoJSON(${simplified}, 6, 8)::jsonb,
             'properties', ${shortJson(schema)})::text AS feature
           ${from} ${total > view.limit ? 'ORDER BY random()' : ''} LIMIT ${view.limit}) drawn) weighed
      WHERE bytes <= ${MAX_PREVIEW_BYTES}`,
    box ?? [],
  );
  const members = {
    type: 'FeatureCollection',
    layer: source.table,
    layers: [source.table],
    complete: rows.length >= total,
    // Points have no outline.
    simplified: !/point/i.test(schema.geometryType),
    total,
    returned: rows.length,
    ...(extent ? { bbox: extent } : {}),
  };
  return `${JSON.stringify(members).slice(0, -1)},"features":[\n${rows.map(({ feature }) => feature).join(',\n')}\n]}`;
}

/** The table, or a part of its blocks, as `t` in FROM. */
function rowsIn(
  source: TableSource,
  { schema, isSampled }: { schema: TableSchema; isSampled: boolean },
): string {
  return isSampled ? `${qualified(source)} t ${sampleOf(schema)}` : `${qualified(source)} t`;
}

/**
 * Number of rows and their extent; null for an empty table, and in WGS84 also without an SRID. With `isSampled` the number is the
 * estimate of PostgreSQL, and the extent is that of a sample.
 */
export async function readExtent(
  client: pg.ClientBase,
  source: TableSource,
  { schema, isSampled }: { schema: TableSchema; isSampled: boolean },
): Promise<{ count: number; extent: Extent | null; extentWgs84: Extent | null }> {
  const { srid } = schema;
  const { geometry, postgis } = geometryOf(source, schema);
  const box = (shape: string) => `jsonb_build_array(${bboxCorners(shape, postgis).join(', ')})`;
  const [row] = await ask<{ n: number; own: Extent | null; world: Extent | null }>(
    { client, source },
    `SELECT n, CASE WHEN e IS NULL THEN NULL ELSE ${box('e')} END AS own,
            CASE WHEN e IS NULL OR ${srid} = 0 THEN NULL ELSE (SELECT ${box('w')} FROM ${postgis}.ST_Transform(e, 4326) w) END AS world
       FROM (SELECT count(*)::int AS n, ${postgis}.ST_SetSRID(
                ${postgis}.ST_Extent(${geometry})::${postgis}.geometry, ${srid}) AS e
               FROM ${rowsIn(source, { schema, isSampled })}) x`,
    [],
  );
  const count = isSampled ? schema.rowCount : (row?.n ?? 0);
  return { count, extent: row?.own ?? null, extentWgs84: row?.world ?? null };
}
