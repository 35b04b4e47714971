import type { Geometry } from './types.ts';

type Shape = Pick<Geometry, 'sql' | 'type' | 'postgis'>;

/** PostGIS stores coordinates that are NaN or infinite, which JSON does not have and other reference systems refuse; and writes them so. */
const NO_NUMBER = `'nan|inf'`;

const isPoint = (type: string) => /^POINT(ZM?|M)?$/i.test(type);
const isNumber = (value: string) => `abs(${value}) < 'Infinity'`;

/** SQL of whether a geometry is there, is not empty, and all of it has a place; not true, or null, otherwise. */
export function hasPlace({ sql, type, postgis }: Shape): string {
  return isPoint(type)
    ? `${isNumber(`${postgis}.ST_X(${sql})`)} AND ${isNumber(`${postgis}.ST_Y(${sql})`)}`
    : `NOT ${postgis}.ST_IsEmpty(${sql}) AND ${postgis}.ST_AsText(${postgis}.ST_Force2D(${sql})) !~* ${NO_NUMBER}`;
}

/** SQL of a geometry that has a place, without heights where one is not a number: QGIS stores NaN for unknown heights. */
export function withoutUnknownHeights({ sql, type, postgis }: Shape): string {
  // Null, so not true, for a point without a height.
  const isUnknown = isPoint(type)
    ? `NOT ${isNumber(`${postgis}.ST_Z(${sql})`)}`
    : `${postgis}.ST_AsText(${sql}) ~* ${NO_NUMBER}`;
  return `CASE WHEN ${isUnknown} THEN ${postgis}.ST_Force2D(${sql}) ELSE ${sql} END`;
}

/** SQL of the text of GeoJSON in WGS84, to a centimetre. */
export function geoJsonOf(geometry: string, { postgis, srid }: { postgis: string; srid: number }): string {
  const place = srid === 4326 ? geometry : `${postgis}.ST_Transform(${geometry}, 4326)`;
  return `${postgis}.ST_AsGeoJSON(${place}, 7, 0)`;
}
