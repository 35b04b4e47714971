import { ident } from '@cairn/db';
import pg from 'pg';
import { geoJsonOf, hasPlace, withoutUnknownHeights } from './geojson-sql.ts';
import type { LayerColumn } from './types.ts';

/** A function of PostgreSQL takes at most a hundred arguments. */
const PAIRS_AT_ONCE = 40;

/**
 * SQL of columns of the rows `t` as an object in JSON: bytes as their number, whole numbers beyond 2^53 as text, geometries as GeoJSON,
 * in WGS84 where they have an SRID, and null where they have no place.
 */
export function rowJson(columns: LayerColumn[], postgis: string | null): string {
  const pairs = columns.map((column) => `${pg.escapeLiteral(column.name)}, ${valueOf(column, postgis)}`);
  const objects: string[] = [];
  for (let n = 0; n < pairs.length; n += PAIRS_AT_ONCE)
    objects.push(`jsonb_build_object(${pairs.slice(n, n + PAIRS_AT_ONCE).join(', ')})`);
  return objects.length === 0 ? `'{}'::jsonb` : objects.join(' || ');
}

function valueOf(column: LayerColumn, postgis: string | null): string {
  const { name, type, isBig, srid, isGeography, geometryType } = column;
  const value = `t.${ident(name)}`;
  if (type === 'binary') return `concat(octet_length(${value}), ' bytes')`;
  if (type === 'geometry') {
    const sql = isGeography ? `${value}::${postgis}.geometry` : value;
    const geometry = { sql, type: geometryType, postgis: postgis! };
    // One without an SRID stays where it is.
    const json = geoJsonOf(withoutUnknownHeights(geometry), { srid: srid || 4326, postgis: postgis! });
    return `CASE WHEN ${hasPlace(geometry)} THEN ${json}::jsonb END`;
  }
  if (!isBig) return `to_jsonb(${value})`;
  return `CASE WHEN ${value} BETWEEN ${Number.MIN_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}
    THEN to_jsonb(${value}) ELSE to_jsonb(${value}::text) END`;
}
