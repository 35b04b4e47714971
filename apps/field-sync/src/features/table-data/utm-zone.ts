import { bboxCorners } from '@cairn/geo';
import type pg from 'pg';
import { qualified } from './read-layer.ts';
import type { Condition, Geometry, Layer } from './types.ts';

/** SRID of the UTM zone in the middle of the rows' extent (EPSG:32601 to 32660 north, 32701 to 32760 south). */
export async function readUtmZone(
  client: pg.ClientBase,
  { layer, geometry, condition }: { layer: Layer; geometry: Geometry; condition: Condition },
): Promise<number> {
  const { sql, srid, postgis } = geometry;
  const corners = bboxCorners('e', postgis).join(', ');
  const { rows } = await client.query<{ corners: number[] | null }>(
    `SELECT CASE WHEN e IS NOT NULL THEN ARRAY[${corners}] END AS corners FROM (
       SELECT ${postgis}.ST_Transform(${postgis}.ST_SetSRID(${postgis}.ST_Extent(${sql})::${postgis}.geometry, ${srid}), 4326) AS e
         FROM ${qualified(layer)} t WHERE ${condition.text}) x`,
    condition.values,
  );
  const [west, south, east, north] = rows[0]?.corners ?? [0, 0, 0, 0];
  const zone = Math.min(60, Math.max(1, Math.floor(((west! + east!) / 2 + 180) / 6) + 1));
  return (south! + north! < 0 ? 32_700 : 32_600) + zone;
}
