/**
 * SQL of the west, south, east and north of a geometry, given the schema of PostGIS, quoted. Each function is called with the
 * types that it is made for: nothing that somebody else put into that schema can fit better.
 */
export function bboxCorners(geometry: string, postgis: string): [string, string, string, string] {
  const side = (name: string) => `${postgis}.${name}((${geometry})::${postgis}.box3d)`;
  return [side('ST_XMin'), side('ST_YMin'), side('ST_XMax'), side('ST_YMax')];
}
