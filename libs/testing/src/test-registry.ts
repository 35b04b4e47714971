import type pg from 'pg';
import type { PortalRegistry, ResourceRegistration } from '@cairn/auth';
import type { DatabaseIdentity } from '@cairn/db';

export type TestRegistry = PortalRegistry & { registered: ResourceRegistration[] };

/** Reads and writes the portal's tables as its internal API does, whose own tests cover that API. */
export function createTestRegistry(admin: pg.Pool, service: string): TestRegistry {
  const registered: ResourceRegistration[] = [];

  async function giveGrants(id: number, { grants = [], visibility }: ResourceRegistration): Promise<void> {
    const isPublic = visibility === 'public' ? [{ group: 'public', permission: 'view' }] : [];
    for (const { group, permission } of [...isPublic, ...grants]) {
      await admin.query(
        `INSERT INTO portal.permissions (resource_id, group_id, permission)
         SELECT $1, id, $3 FROM portal.groups
          WHERE CASE WHEN $2 = 'public' THEN kind = 'public' ELSE name = $2 OR id::text = $2 END
         ON CONFLICT DO NOTHING`,
        [id, String(group), permission],
      );
    }
  }

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
      const { rows } = await admin.query<{ id: number; created: boolean }>(
        `INSERT INTO portal.resources (resource_type, resource_key, display_name, service, owner_id, url)
         VALUES ($1, $2, $3, $7, $4, $6)
         ON CONFLICT (resource_type, resource_key)
         DO UPDATE SET display_name = $3, url = coalesce($6, resources.url), owner_id = CASE WHEN $5 THEN $4 ELSE resources.owner_id END
         RETURNING id, xmax = 0 AS created`,
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
      const [{ id, created } = { id: 0, created: false }] = rows;
      if (created) await giveGrants(id, resource);
      return { created };
    },
    async forgetResource({ resourceType, resourceKey }) {
      await admin.query('DELETE FROM portal.resources WHERE resource_type = $1 AND resource_key = $2', [
        resourceType,
        resourceKey,
      ]);
    },
  };
}
