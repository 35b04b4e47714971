import type pg from 'pg';
import type { PortalRegistry, ResourceRegistration } from '@cairn/auth';
import type { DatabaseIdentity } from '@cairn/db';

export type TestRegistry = PortalRegistry & { registered: ResourceRegistration[] };

/** Reads and writes the portal's tables as its internal API does, whose own tests cover that API. */
export function createTestRegistry(admin: pg.Pool, service: string): TestRegistry {
  const registered: ResourceRegistration[] = [];
  return {
    registered,
    registerService: () => Promise.resolve(),
    async listPlatformDatabases() {
      const { rows } = await admin.query<DatabaseIdentity>(
        'SELECT server_identifier AS "serverIdentifier", database_name AS name FROM portal.service_databases',
      );
      return rows;
    },
    async registerResource(resource) {
      registered.push(resource);
      for (const formerKey of resource.replaces ?? []) {
        await admin.query(
          `WITH moved AS (UPDATE portal.resources SET resource_key = $3
             WHERE resource_type = $1 AND resource_key = $2
               AND NOT EXISTS (SELECT FROM portal.resources WHERE resource_type = $1 AND resource_key = $3)
             RETURNING id)
           DELETE FROM portal.resources WHERE resource_type = $1 AND resource_key = $2
             AND id NOT IN (SELECT id FROM moved)`,
          [resource.resourceType, formerKey, resource.resourceKey],
        );
      }
      await admin.query(
        `INSERT INTO portal.resources (resource_type, resource_key, display_name, service, owner_id, url)
         VALUES ($1, $2, $3, $7, $4, $6)
         ON CONFLICT (resource_type, resource_key)
         DO UPDATE SET display_name = $3, url = $6, owner_id = CASE WHEN $5 THEN $4 ELSE resources.owner_id END`,
        [
          resource.resourceType,
          resource.resourceKey,
          resource.displayName,
          resource.ownerId ?? null,
          resource.ownerId !== undefined,
          resource.url ?? null,
          service,
        ],
      );
    },
    async forgetResource({ resourceType, resourceKey }) {
      await admin.query('DELETE FROM portal.resources WHERE resource_type = $1 AND resource_key = $2', [
        resourceType,
        resourceKey,
      ]);
    },
  };
}
