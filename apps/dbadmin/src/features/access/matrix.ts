import type pg from 'pg';
import type { DbadminSchemas } from '@cairn/contracts';
import type { Db } from '../../db/handle.ts';
import { readAnyRoleName } from '../roles/role-name.ts';
import { requireRole, readCurrentRole } from '../roles/server-queries.ts';
import type { Role } from '../roles/types.ts';
import type { Servers } from '../servers/service.ts';
import { findLevels } from './repo.ts';

type Matrix = DbadminSchemas['AccessMatrix'];
type DatabaseAccess = DbadminSchemas['DatabaseAccess'];
type PrivilegeAccess = DbadminSchemas['PrivilegeAccess'];

const PRIVILEGES = ['CONNECT', 'TEMPORARY', 'CREATE'] as const;

/** How a role uses the privileges of another one: it inherits them (`group`), or can switch to it (`set_role`). */
type Membership = 'group' | 'set_role';

interface Entry {
  database: string;
  owner: string;
  effective: Record<(typeof PRIVILEGES)[number], boolean>;
  acl: { grantee: string | null; privilege: string }[];
}

/** The privileges of a role in each database of a server, and where they come from. */
export async function readMatrix(
  { db, servers }: { db: Db; servers: Servers },
  connectionId: number,
  name: string,
  accept: (role: Role) => void = () => undefined,
): Promise<Matrix> {
  const { role, memberships, entries } = await servers.ask(connectionId, async (client) => {
    const role = await requireRole(client, readAnyRoleName(name));
    accept(role);
    return {
      role,
      memberships: await findMemberships(client, role),
      entries: await findEntries(client, role.oid),
    };
  });
  const levels = await findLevels(db, connectionId);
  const databases = entries.map((entry): DatabaseAccess => {
    const here = levels.filter(({ database }) => database === entry.database);
    return {
      database: entry.database,
      database_id: here[0]?.databaseId ?? null,
      owner: entry.owner,
      privileges: PRIVILEGES.map((privilege) => privilegeIn(entry, privilege, role, memberships)),
      levels: here.flatMap(({ roleName, level }): DatabaseAccess['levels'] => {
        if (roleName === null || level === null) return [];
        if (roleName === role.name) return [{ level, kind: 'direct', via: null }];
        const kind = memberships.get(roleName);
        return kind ? [{ level, kind, via: roleName }] : [];
      }),
    };
  });
  return { role: role.name, is_superuser: role.isSuperuser, databases };
}

function privilegeIn(
  entry: Entry,
  privilege: (typeof PRIVILEGES)[number],
  role: Role,
  memberships: Map<string, Membership>,
): PrivilegeAccess {
  const sources: PrivilegeAccess['sources'] = role.isSuperuser ? [{ kind: 'superuser', via: null }] : [];
  for (const { grantee, privilege: granted } of entry.acl) {
    if (granted !== privilege) continue;
    if (grantee === null) sources.push({ kind: 'public', via: null });
    else if (grantee === role.name)
      sources.push({ kind: entry.owner === role.name ? 'owner' : 'direct', via: null });
    else {
      const membership = memberships.get(grantee);
      if (membership) sources.push({ kind: membership, via: grantee });
    }
  }
  return { privilege, effective: entry.effective[privilege], sources };
}

/**
 * The roles that a role is a member of, and how. Since PostgreSQL 16 each membership specifies whether it inherits and allows SET ROLE;
 * before, every member may SET ROLE. A superuser counts as a member of all roles, so it is left out.
 */
async function findMemberships(
  client: pg.ClientBase,
  { oid, isSuperuser }: Role,
): Promise<Map<string, Membership>> {
  if (isSuperuser) return new Map();
  const { version } = await readCurrentRole(client);
  const canSet = version >= 160_000 ? 'SET' : 'MEMBER';
  const { rows } = await client.query<{ name: string; inherited: boolean }>(
    `SELECT g.rolname AS name, pg_has_role($1::oid, g.oid, 'USAGE') AS inherited
     FROM pg_roles g
     WHERE g.oid <> $1 AND (pg_has_role($1::oid, g.oid, 'USAGE') OR pg_has_role($1::oid, g.oid, '${canSet}'))`,
    [oid],
  );
  return new Map(rows.map(({ name, inherited }) => [name, inherited ? 'group' : 'set_role']));
}

async function findEntries(client: pg.ClientBase, oid: number): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `SELECT d.datname AS database, pg_get_userbyid(d.datdba) AS owner,
       json_build_object(${PRIVILEGES.map((privilege) => `'${privilege}', has_database_privilege($1::oid, d.oid, '${privilege}')`).join(', ')}) AS effective,
       (SELECT json_agg(json_build_object('grantee', r.rolname, 'privilege', a.privilege_type) ORDER BY r.rolname)
        FROM aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a LEFT JOIN pg_roles r ON r.oid = a.grantee
        WHERE a.grantee = 0 OR r.oid IS NOT NULL) AS acl
     FROM pg_database d WHERE NOT d.datistemplate ORDER BY d.datname`,
    [oid],
  );
  return rows.map((row) => ({ ...row, acl: row.acl ?? [] }));
}
