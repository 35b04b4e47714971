import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Permissions of single people. They count as those of groups do, and say to owners who has access besides them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE user_permissions (
    resource_id int NOT NULL CONSTRAINT user_permissions_resource_id_fkey REFERENCES resources ON DELETE CASCADE,
    user_id int NOT NULL CONSTRAINT user_permissions_user_id_fkey REFERENCES users ON DELETE CASCADE,
    permission text NOT NULL CHECK (permission IN ('view', 'edit', 'admin')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (resource_id, user_id)
  )`.execute(db);
  await sql`CREATE INDEX user_permissions_user_id_idx ON user_permissions (user_id)`.execute(db);

  // is_shared: somebody beside the owner and the group Public has a permission. PostgreSQL leaves the join out of queries
  // that do not ask for it, for `shared` holds each resource once.
  await sql`CREATE OR REPLACE VIEW portal.auth_grants AS
    SELECT r.resource_type, r.resource_key,
      CASE p.permission WHEN 'view' THEN 1 WHEN 'edit' THEN 2 ELSE 3 END AS level,
      g.kind IS NOT DISTINCT FROM 'public' AS is_public, p.group_id, NULL::int AS user_id,
      g.kind IS DISTINCT FROM 'public' AS is_shared
    FROM portal.permissions p
      JOIN portal.resources r ON r.id = p.resource_id
      JOIN portal.groups g ON g.id = p.group_id
    UNION ALL
    SELECT r.resource_type, r.resource_key, 3, false, NULL::int, r.owner_id, shared.resource_id IS NOT NULL
    FROM portal.resources r
      LEFT JOIN (
        SELECT p.resource_id FROM portal.permissions p JOIN portal.groups g ON g.id = p.group_id
          WHERE g.kind IS DISTINCT FROM 'public'
        UNION
        SELECT resource_id FROM portal.user_permissions
      ) AS shared ON shared.resource_id = r.id
    WHERE r.owner_id IS NOT NULL
    UNION ALL
    SELECT r.resource_type, r.resource_key,
      CASE p.permission WHEN 'view' THEN 1 WHEN 'edit' THEN 2 ELSE 3 END,
      false, NULL::int, p.user_id, true
    FROM portal.user_permissions p JOIN portal.resources r ON r.id = p.resource_id`.execute(db);
}
