import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AccessCheck, Actor } from '@cairn/service';

type Permission = AccessCheck['permission'];

/** Admin implies edit, and edit implies view. */
const LEVEL: Record<Permission, number> = { view: 1, edit: 2, admin: 3 };

/** One query per check: public grants, grants to the actor and the actor's groups, and ownership. */
export async function isAllowed(db: Kysely<unknown>, actor: Actor, check: AccessCheck): Promise<boolean> {
  if (exceedsVisitor(actor, check.permission)) return false;
  const { rows } = await sql<{ allowed: boolean }>`SELECT EXISTS (
    SELECT 1 FROM portal.auth_grants
    WHERE ${isOf(check)}
      AND level >= ${LEVEL[check.permission]} AND ${concerns(actor)}) AS allowed`.execute(db);
  return rows[0]?.allowed === true;
}

/** One query per list: the keys of all resources of a type on which the actor has the permission. */
export async function listVisibleKeys(
  db: Kysely<unknown>,
  actor: Actor,
  wanted: { resourceType: string; permission: Permission },
): Promise<string[]> {
  if (exceedsVisitor(actor, wanted.permission)) return [];
  const { rows } = await sql<{ keys: string | null }>`SELECT ${keysInOne()} AS keys FROM portal.auth_grants
    WHERE resource_type = ${wanted.resourceType} AND level >= ${LEVEL[wanted.permission]} AND ${concerns(actor)}`.execute(
    db,
  );
  return [...new Set(rows[0]?.keys?.split(SEPARATOR))];
}

/** An actor's access to one resource; null when the actor has no permission on it. */
export async function findAccess(
  db: Kysely<unknown>,
  actor: Actor,
  resource: Omit<AccessCheck, 'permission'>,
): Promise<ResourceAccess | null> {
  const { rows } = await sql<{ level: number | null; is_public: boolean | null; is_shared: boolean | null }>`
    SELECT max(level) FILTER (WHERE ${concerns(actor)}) AS level, bool_or(is_public) AS is_public,
      bool_or(is_shared) AS is_shared
    FROM portal.auth_grants WHERE ${isOf(resource)}`.execute(db);
  const { level = null, is_public: isPublic, is_shared: isShared } = rows[0] ?? {};
  const granted = actor.isAdmin ? 'admin' : level === null ? null : BY_LEVEL[level - 1]!;
  if (granted === null) return null;
  const permission = exceedsVisitor(actor, granted) ? 'view' : granted;
  return { permission, isPublic: isPublic === true, isShared: isShared === true };
}

/** An actor's access to one resource. */
export interface ResourceAccess {
  permission: Permission;
  /** Everybody may see it. */
  isPublic: boolean;
  /** Whether a user or group besides the owner and the group Public has a permission on it. */
  isShared: boolean;
}

export interface AccessLevels {
  /** Keys of the resources on which the actor has any permission; `all` for administrators. */
  visible: 'all' | string[];
  /** Null for a resource that the actor may not see. */
  of(key: string): ResourceAccess | null;
}

interface GrantedKeys {
  level: number;
  is_public: boolean;
  is_shared: boolean;
  keys: string;
}

const BY_LEVEL: Permission[] = ['view', 'edit', 'admin'];

/** An actor's permissions on all resources of a type, by one query. */
export async function listAccess(
  db: Kysely<unknown>,
  actor: Actor,
  resourceType: string,
): Promise<AccessLevels> {
  const mine = actor.isAdmin ? sql`(is_public OR is_shared)` : concerns(actor);
  const { rows } = await sql<GrantedKeys>`
    SELECT level, is_public, is_shared, ${keysInOne()} AS keys FROM portal.auth_grants
    WHERE resource_type = ${resourceType} AND ${mine} GROUP BY level, is_public, is_shared ORDER BY level`.execute(
    db,
  );
  // Some callers need only `visible`.
  let known: Map<string, ResourceAccess> | null = null;
  const access = () => (known ??= levelsIn(rows, actor));
  const restricted: ResourceAccess | null = actor.isAdmin
    ? { permission: 'admin', isPublic: false, isShared: false }
    : null;
  return {
    visible: actor.isAdmin ? 'all' : [...new Set(rows.flatMap(({ keys }) => keys.split(SEPARATOR)))],
    of: (key) => access().get(key) ?? restricted,
  };
}

function levelsIn(rows: GrantedKeys[], actor: Actor): Map<string, ResourceAccess> {
  const access = new Map<string, ResourceAccess>();
  for (const { level, is_public: isPublic, is_shared: isShared, keys } of rows) {
    const granted = BY_LEVEL[level - 1]!;
    const permission = actor.isAdmin ? 'admin' : exceedsVisitor(actor, granted) ? 'view' : granted;
    const kinds = shareKinds(permission);
    for (const key of keys.split(SEPARATOR)) {
      const known = access.get(key);
      access.set(key, kinds[(isPublic || known?.isPublic ? 2 : 0) + (isShared || known?.isShared ? 1 : 0)]!);
    }
  }
  return access;
}

/** The four values of ResourceAccess with one permission. Keys share them, to save memory. */
function shareKinds(permission: Permission): ResourceAccess[] {
  return [false, true].flatMap((isPublic) =>
    [false, true].map((isShared) => ({ permission, isPublic, isShared })),
  );
}

/** Visitors may only view, even if the group Public may do more: every change needs a known user. */
function exceedsVisitor(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'anonymous' && permission !== 'view';
}

/** Occurs in no key: the portal refuses control characters. */
const SEPARATOR = '\n';

/** All keys as one text: tens of thousands of rows would cost more than the rest of a request. */
function keysInOne() {
  return sql`string_agg(resource_key, ${sql.lit(SEPARATOR)})`;
}

/** Both keys in one query: between two queries the resource could move from one to the other. */
function isOf({ resourceType, resourceKey, formerKey = resourceKey }: Omit<AccessCheck, 'permission'>) {
  return sql`(resource_type = ${resourceType} AND resource_key IN (${resourceKey}, ${formerKey}))`;
}

function concerns(actor: Actor) {
  return sql`(is_public OR group_id = ANY(${actor.groupIds}::int[]) OR user_id = ${actor.id}::int)`;
}
