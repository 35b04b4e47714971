import { ident } from '@cairn/db';
import { conflict } from '@cairn/service/errors';
import type pg from 'pg';

/**
 * Name of the schema that holds PostGIS, quoted. The owner of that schema can give its name to another schema at any moment, so a
 * session with more rights than that owner must call nothing there: only a type with a modifier, such as `geometry(Point, 4326)`,
 * is safe, because only a superuser can create one. AppError `conflict` where PostGIS is not installed.
 */
export async function requirePostgis(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ nspname: string }>(
    `SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'`,
  );
  if (rows[0]) return ident(rows[0].nspname);
  throw conflict('load.no_postgis', 'The database has no PostGIS; run CREATE EXTENSION postgis there first.');
}

/**
 * SQL of the west, south, east and north of a geometry, given the schema of PostGIS, quoted. Each function is called with the
 * exact types of its parameters, so that no other function in that schema is a better match.
 */
export function bboxCorners(geometry: string, postgis: string): [string, string, string, string] {
  const side = (name: string) => `${postgis}.${name}((${geometry})::${postgis}.box3d)`;
  return [side('ST_XMin'), side('ST_YMin'), side('ST_XMax'), side('ST_YMax')];
}
