import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AccessCheck, Actor } from '@cairn/service';

type Permission = AccessCheck['permission'];

/** Admin implies edit implies view: a grant serves every check of its level and below. */
const LEVEL: Record<Permission, number> = { view: 1, edit: 2, admin: 3 };

/** One query answers one check: public grants, grants to the actor's groups, and what the actor owns. */
export async function isAllowed(db: Kysely<unknown>, actor: Actor, check: AccessCheck): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`SELECT EXISTS (
    SELECT 1 FROM portal.auth_grants
    WHERE resource_type = ${check.resourceType} AND resource_key = ${check.resourceKey}
      AND level >= ${LEVEL[check.permission]} AND ${concerns(actor)}) AS allowed`.execute(db);
  return rows[0]?.allowed === true;
}

/** One query filters a list: the keys of all resources of a type on which the actor has the permission. */
export async function listVisibleKeys(
  db: Kysely<unknown>,
  actor: Actor,
  wanted: { resourceType: string; permission: Permission },
): Promise<string[]> {
  const { rows } = await sql<{ resource_key: string }>`SELECT DISTINCT resource_key FROM portal.auth_grants
    WHERE resource_type = ${wanted.resourceType} AND level >= ${LEVEL[wanted.permission]} AND ${concerns(actor)}`.execute(
    db,
  );
  return rows.map((row) => row.resource_key);
}

function concerns(actor: Actor) {
  return sql`(is_public OR group_id = ANY(${actor.groupIds}::int[]) OR user_id = ${actor.id}::int)`;
}
