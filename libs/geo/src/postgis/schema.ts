import { ident } from '@cairn/db';
import { conflict } from '@cairn/service/errors';
import type pg from 'pg';

/** Name of the schema that holds PostGIS, quoted; null where it is not installed. */
export async function postgisSchema(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ nspname: string }>(
    `SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'`,
  );
  return rows[0] ? ident(rows[0].nspname) : null;
}

/** The same where there must be PostGIS. AppError `conflict` where there is none. */
export async function requirePostgis(client: pg.ClientBase): Promise<string> {
  const schema = await postgisSchema(client);
  if (schema !== null) return schema;
  throw conflict(
    'vault.no_postgis',
    'The database has no PostGIS; run CREATE EXTENSION postgis there first.',
  );
}
