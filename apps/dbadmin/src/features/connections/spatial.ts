import type { DbadminSchemas } from '@cairn/contracts';
import type { Servers } from '../servers/service.ts';
import { requireDatabase } from '../servers/databases.ts';

/** Whether a database has PostGIS, and which one its server could install. */
export async function testSpatialDb(
  servers: Servers,
  connectionId: number,
  name: string,
): Promise<DbadminSchemas['SpatialDbTest']> {
  const database = await requireDatabase(servers, connectionId, name);
  return servers.inDatabase(connectionId, database, async (client) => {
    const { rows } = await client.query<{ installed_version: string | null; default_version: string | null }>(
      `SELECT installed_version, default_version FROM pg_available_extensions WHERE name = 'postgis'`,
    );
    const version = rows[0]?.installed_version ?? null;
    return {
      database,
      installed: version !== null,
      version,
      available_version: rows[0]?.default_version ?? null,
    };
  });
}
