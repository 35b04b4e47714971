import { ident } from '@cairn/db';
import type { Response } from 'express';
import type pg from 'pg';
import { compileWhere, withPlaces } from './conditions.ts';
import { sendFeatures } from './features.ts';
import { geoJsonOf, withoutUnknownHeights } from './geojson-sql.ts';
import { featureSql } from './points.ts';
import type { PlacesRequest } from './points.ts';
import { geometryOf, qualified, readLayer } from './read-layer.ts';
import { readUtmZone } from './utm-zone.ts';
import type { Condition, Geometry, Layer } from './types.ts';

export const MAX_CLUSTERED = 500_000;

/** Points are sent in texts of about so many bytes; a feature has these besides its geometry. */
const TEXT_BYTES = 64 * 1024;
const FEATURE_BYTES = 100;

/** The kinds of clusters that are made here. */
export const CLUSTER_TYPES = ['points', 'centroids', 'hull'] as const;
export type ClusterType = (typeof CLUSTER_TYPES)[number];

export interface Density {
  /** Distance, in units of the layer or, with `inMetres`, on the ground. */
  eps: number;
  minPoints: number;
  inMetres: boolean;
}

export interface ClusterRequest extends PlacesRequest, Density {
  type: ClusterType;
}

/** Clusters of a layer (DBSCAN): their points with `cluster_id`, which is null for noise, or one feature each, with `count`. */
export async function sendClusters(
  client: pg.ClientBase,
  res: Response,
  request: ClusterRequest,
): Promise<void> {
  const layer = await readLayer(client, request);
  const geometry = geometryOf(layer, request.geometryColumn);
  const condition = withPlaces(compileWhere(request.where, layer), geometry, request.box);
  const clustered = await clusteredSql(client, {
    layer,
    geometry,
    condition,
    density: request,
    limit: request.limit,
  });
  const shown = { postgis: geometry.postgis, srid: clustered.srid };
  const { limit } = request;
  await sendFeatures(client, res, {
    ...{ text: selectOf(request.type, { ...clustered, shown }), values: condition.values },
    limit: Number.POSITIVE_INFINITY,
    isTruncated: async ({ rows }) => rows >= limit && (await hasMore(client, { layer, condition, limit })),
  });
}

interface Clustered {
  /** `WITH` of rows `p`: key, g, c, the number of the cluster, and bytes, those of the texts so far, which rise row by row. */
  sql: string;
  /** Of g. */
  srid: number;
}

/** The values are those of the condition. */
export async function clusteredSql(
  client: pg.ClientBase,
  {
    layer,
    geometry,
    condition,
    density: { eps, minPoints, inMetres },
    limit,
  }: { layer: Layer; geometry: Geometry; condition: Condition; density: Density; limit: number },
): Promise<Clustered> {
  const { postgis } = geometry;
  const srid = inMetres ? await readUtmZone(client, { layer, geometry, condition }) : geometry.srid;
  const shape = withoutUnknownHeights(geometry);
  const place = srid === geometry.srid ? shape : `${postgis}.ST_Transform(${shape}, ${srid})`;
  const key = layer.key === null ? 'NULL::text' : `t.${ident(layer.key)}`;
  const sql = `WITH p AS (
    SELECT key, g, ${postgis}.ST_ClusterDBSCAN(g, ${eps}::float8, ${minPoints}::integer) OVER so_far AS c,
        sum(pg_column_size(g) + ${FEATURE_BYTES}) OVER so_far AS bytes
      FROM (SELECT ${key} AS key, ${place} AS g FROM ${qualified(layer)} t WHERE ${condition.text} LIMIT ${limit}) q
    WINDOW so_far AS (ROWS UNBOUNDED PRECEDING))`;
  return { sql, srid };
}

function selectOf(
  type: ClusterType,
  { sql, shown }: Clustered & { shown: { postgis: string; srid: number } },
): string {
  const { postgis } = shown;
  if (type === 'points') {
    const properties = `'{"cluster_id":' || coalesce(c::text, 'null') || '}'`;
    const feature = featureSql({ id: 'key', geometry: geoJsonOf('g', shown), properties });
    return `${sql} SELECT string_agg(${feature}, E',\\n'), count(*)::integer, count(*)::integer
      FROM (SELECT *, bytes / ${TEXT_BYTES} AS part FROM p ORDER BY part, bytes) p GROUP BY part ORDER BY part`;
  }
  const all = `${postgis}.ST_Collect(${postgis}.ST_Force2D(g)) FILTER (WHERE c IS NOT NULL)`;
  const shape = type === 'hull' ? `${postgis}.ST_ConvexHull(${all})` : `${postgis}.ST_Centroid(${all})`;
  const properties = `json_build_object('cluster_id', c, 'count', count(*))::text`;
  const feature = featureSql({ id: 'c', geometry: geoJsonOf(shape, shown), properties });
  return `${sql} SELECT CASE WHEN c IS NOT NULL THEN ${feature} END, CASE WHEN c IS NULL THEN 0 ELSE 1 END, count(*)::integer
    FROM p GROUP BY c ORDER BY c`;
}

async function hasMore(
  client: pg.ClientBase,
  { layer, condition, limit }: { layer: Layer; condition: Condition; limit: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM ${qualified(layer)} t WHERE ${condition.text} OFFSET ${limit} LIMIT 1`,
    condition.values,
  );
  return rowCount === 1;
}
