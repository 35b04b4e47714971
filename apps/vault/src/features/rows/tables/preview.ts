import { ident } from '@cairn/db';
import { bboxCorners } from '@cairn/geo';
import type { Extent } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import { SourceError } from '../../content/source-error.ts';
import { query } from './query.ts';
import { shortJson } from './row-sql.ts';
import { qualified } from './server-queries.ts';
import type { TableSchema, TableSource } from './types.ts';

/** Of all features together; those beyond are left out. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface TableView {
  bbox?: Extent;
  limit: number;
  /** Of the view in pixels. */
  width: number;
}

/**
 * GeoJSON (RFC 7946) of at most `limit` rows in WGS84, thinned for the view, with the same foreign members as a preview of
 * a file. Of a table with more rows an even sample is taken by chance, so that two views of the whole may differ.
 */
export async function previewTable(
  client: pg.ClientBase,
  source: TableSource,
  { schema, view }: { schema: TableSchema; view: TableView },
): Promise<string> {
  if (schema.srid === 0) {
    const message = `The column ${schema.geometryColumn} of ${source.schema}.${source.table} has no SRID; set one with UpdateGeometrySRID in the database.`;
    throw new SourceError(
      { kind: 'unprocessable', code: 'vault.no_crs', message },
      unprocessable(
        'vault.no_crs',
        'This dataset has no coordinate reference system, so no map can be drawn of it. Ask its owner to set one.',
      ),
    );
  }
  const { postgis, srid } = schema;
  const geometry = `t.${ident(schema.geometryColumn)}`;
  const box = view.bbox ?? null;
  const inside = box
    ? `${geometry} OPERATOR(${postgis}.&&)
       ${postgis}.ST_Transform(${postgis}.ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 4326), ${srid})`
    : `${geometry} IS NOT NULL`;
  const from = `FROM ${qualified(source)} t WHERE ${inside}`;
  const extent = (await tableExtent(client, source, schema)).extentWgs84;
  const [counted] = await query<{ n: number }>(client, `SELECT count(*)::int AS n ${from}`, box ?? []);
  const total = counted?.n ?? 0;
  const seen = box ?? extent ?? [-180, -90, 180, 90];
  const tolerance = Math.max(seen[2] - seen[0], seen[3] - seen[1]) / view.width / 2;
  const id = schema.key === null ? 'NULL::text' : `t.${ident(schema.key)}`;
  const drawn = `${postgis}.ST_SimplifyPreserveTopology(
    ${postgis}.ST_Force2D(${postgis}.ST_Transform(${geometry}, 4326)), ${tolerance}::float8)`;
  const rows = await query<{ feature: string }>(
    client,
    `SELECT feature FROM (
       SELECT feature, sum(octet_length(feature)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes FROM (
         SELECT jsonb_build_object('type', 'Feature', 'id', to_jsonb(${id}),
             'geometry', ${postgis}.ST_AsGeoJSON(${drawn}, 6, 8)::jsonb,
             'properties', ${shortJson(schema)})::text AS feature
           ${from} ${total > view.limit ? 'ORDER BY random()' : ''} LIMIT ${view.limit}) drawn) weighed
      WHERE bytes <= ${MAX_BYTES}`,
    box ?? [],
  );
  const members = {
    type: 'FeatureCollection',
    layer: source.table,
    layers: [source.table],
    complete: rows.length >= total,
    simplified: true,
    total,
    returned: rows.length,
    ...(extent ? { bbox: extent } : {}),
  };
  return `${JSON.stringify(members).slice(0, -1)},"features":[\n${rows.map(({ feature }) => feature).join(',\n')}\n]}`;
}

/** How many rows there are and where they lie; null where there are none, or no SRID says where that is. */
export async function tableExtent(
  client: pg.ClientBase,
  source: TableSource,
  { geometryColumn, srid, postgis }: TableSchema,
): Promise<{ count: number; extent: Extent | null; extentWgs84: Extent | null }> {
  const box = (geometry: string) => `jsonb_build_array(${bboxCorners(geometry, postgis).join(', ')})`;
  const { rows } = await client.query<{ n: number; own: Extent | null; world: Extent | null }>(
    `SELECT n, CASE WHEN e IS NULL THEN NULL ELSE ${box('e')} END AS own,
            CASE WHEN e IS NULL OR ${srid} = 0 THEN NULL ELSE (SELECT ${box('w')} FROM ${postgis}.ST_Transform(e, 4326) w) END AS world
       FROM (SELECT count(*)::int AS n, ${postgis}.ST_SetSRID(
                ${postgis}.ST_Extent(t.${ident(geometryColumn)}::${postgis}.geometry)::${postgis}.geometry, ${srid}) AS e
               FROM ${qualified(source)} t) x`,
  );
  const [row] = rows;
  return { count: row?.n ?? 0, extent: row?.own ?? null, extentWgs84: row?.world ?? null };
}
