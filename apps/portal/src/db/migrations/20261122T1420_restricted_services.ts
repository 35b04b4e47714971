import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What the service dbadmin shows has no permissions of its own, and yet it was registered as public: everybody who could
 * sign in read the servers. The view permission of the Public group, as installed, is removed once; what an
 * administrator grants later stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`WITH removed AS (
    DELETE FROM permissions p USING resources r, groups g
    WHERE r.id = p.resource_id AND r.resource_type = 'service' AND r.resource_key = 'dbadmin'
      AND g.id = p.group_id AND g.kind = 'public' AND p.permission = 'view'
      AND NOT EXISTS (SELECT 1 FROM permissions more
        WHERE more.resource_id = p.resource_id AND more.group_id = p.group_id AND more.permission <> 'view')
    RETURNING r.id, r.display_name
  )
  INSERT INTO audit_events (event, subject_type, subject_id, subject_name, details)
  SELECT 'permission.revoked', 'resource', id::text, display_name,
    jsonb_build_object('group', 'Public', 'permission', 'view', 'reason', 'upgrade')
  FROM removed`.execute(db);
}
