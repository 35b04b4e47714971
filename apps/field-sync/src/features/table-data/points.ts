import { ident } from '@cairn/db';
import type { Response } from 'express';
import type pg from 'pg';
import { compileWhere, withPlaces } from './conditions.ts';
import type { Box } from './conditions.ts';
import { readFeatures, sendFeatures } from './features.ts';
import { geometryOf, qualified, readLayer } from './read-layer.ts';
import { rowJson } from './row-json.ts';
import type { Geometry, Layer, TableName } from './types.ts';

export const MAX_POINTS = 50_000;

export interface PlacesRequest extends TableName {
  connectionId: number;
  geometryColumn: string;
  where: string | undefined;
  box: Box | null;
  limit: number;
}

/** The rows of a layer as points in WGS84, with their columns as properties; of other geometries their centres. */
export async function sendPoints(
  client: pg.ClientBase,
  res: Response,
  request: PlacesRequest,
): Promise<void> {
  const layer = await readLayer(client, request);
  const geometry = geometryOf(layer, request.geometryColumn);
  const { text, values } = withPlaces(compileWhere(request.where, layer), geometry, request.box);
  const columns = layer.columns.filter(({ type }) => type !== 'geometry' && type !== 'binary');
  const feature = featureSql({
    id: keyOf(layer),
    geometry: pointOf(geometry),
    properties: rowJson(columns, layer.postgis),
  });
  const sql = `SELECT ${feature} AS feature, 1 AS n FROM ${qualified(layer)} t WHERE ${text} LIMIT ${request.limit + 1}`;
  await sendFeatures(res, readFeatures(client, sql, values), {
    limit: request.limit,
    isTruncated: async ({ rows }) => rows > request.limit,
  });
}

/** SQL of the text of a feature. */
export function featureSql({
  id,
  geometry,
  properties,
}: {
  id: string;
  geometry: string;
  properties: string;
}) {
  return `json_build_object('type', 'Feature', 'id', ${id}, 'geometry', ${geometry}, 'properties', ${properties})::text`;
}

export function keyOf({ key }: Layer): string {
  return key === null ? 'NULL::text' : `t.${ident(key)}`;
}

function pointOf({ sql, type, postgis, srid }: Geometry): string {
  const point = /^POINT/i.test(type) ? sql : `${postgis}.ST_Centroid(${sql})`;
  return geoJsonOf(point, { postgis, srid });
}

/** SQL of GeoJSON in WGS84, to a centimetre. */
export function geoJsonOf(geometry: string, { postgis, srid }: { postgis: string; srid: number }): string {
  const place = srid === 4326 ? geometry : `${postgis}.ST_Transform(${geometry}, 4326)`;
  return `${postgis}.ST_AsGeoJSON(${place}, 7, 0)::json`;
}
