import { escapeLiteral } from 'pg';
import type pg from 'pg';
import { ident } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import type { Servers } from '../servers/service.ts';
import { dropRole } from './drop-role.ts';
import type { RoleDrop } from './drop-role.ts';
import {
  explainRefusal,
  grantedByOthers,
  noSuchRole,
  notAGroup,
  passwordRequired,
  reservedRole,
  superuserRequired,
} from './errors.ts';
import { findOwnedObjects } from './owned-objects.ts';
import { readPassword, setPassword } from './password.ts';
import { readAnyRoleName, readEditableRoleName } from './role-name.ts';
import { findRoles, readCurrentRole, requireRole } from './server-queries.ts';
import type { OwnedInDatabase, Role, RoleKind } from './types.ts';

export interface RoleFlags {
  canLogin?: boolean | undefined;
  isSuperuser?: boolean | undefined;
}

interface NewUser extends RoleFlags {
  /** Saved with the role on the server. */
  comment?: string;
}

interface Target {
  connectionId: number;
  name: string;
  cause: AuditContext;
}

export type RoleService = ReturnType<typeof createRoleService>;

/** Login roles and groups of the servers. */
export function createRoleService({ db, servers }: { db: Db; servers: Servers }) {
  /** Does some work in a transaction on the server. */
  async function change<T>(connectionId: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return servers
      .ask(connectionId, async (client) => {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      })
      .catch((error: unknown) => {
        throw explainRefusal(error);
      });
  }

  async function audit(event: AuditEventName, { connectionId, name, cause }: Target, details = {}) {
    await recordAudit(db, { event, cause, connectionId, subject: name, details });
  }

  return {
    list: (connectionId: number, kind: RoleKind): Promise<Role[]> =>
      servers.ask(connectionId, (client) => findRoles(client, { canLogin: kind === 'user' })),

    /** A role of kind `user` is also found while its login is disabled; a group cannot log in. */
    get: (connectionId: number, name: string, kind: RoleKind): Promise<Role> =>
      servers.ask(connectionId, (client) => requireKind(client, readAnyRoleName(name), kind)),

    async createUser(target: Target, password: string, { comment, ...flags }: NewUser): Promise<Role> {
      const name = readEditableRoleName(target.name);
      if (password === '') throw passwordRequired();
      readPassword(password);
      const role = await change(target.connectionId, async (client) => {
        await refuseReserved(client, name);
        const { superuser } = await readCurrentRole(client);
        const newFlags = { canLogin: flags.canLogin ?? true, isSuperuser: flags.isSuperuser || undefined };
        await client.query(`CREATE ROLE ${ident(name)} ${attributes(newFlags, superuser)}`);
        await setPassword(client, { name, password, superuser });
        if (comment !== undefined)
          await client.query(`COMMENT ON ROLE ${ident(name)} IS ${escapeLiteral(comment)}`);
        return requireRole(client, name);
      });
      await audit('role.created', target, { can_login: role.canLogin, is_superuser: role.isSuperuser });
      return role;
    },

    async createGroup(target: Target): Promise<Role> {
      const name = readEditableRoleName(target.name, 'group');
      const role = await change(target.connectionId, async (client) => {
        await refuseReserved(client, name);
        await client.query(`CREATE ROLE ${ident(name)} NOLOGIN`);
        return requireRole(client, name);
      });
      await audit('role.created', target, { can_login: false, is_superuser: false });
      return role;
    },

    /** A blank password keeps the current one. */
    async updateUser(target: Target, password: string, flags: RoleFlags): Promise<Role> {
      const name = readEditableRoleName(target.name);
      readPassword(password);
      const changed = await change(target.connectionId, async (client) => {
        const { reserved, isSuperuser } = await requireRole(client, name);
        if (reserved) throw reservedRole(name);
        const { superuser } = await readCurrentRole(client);
        const changes = flags.isSuperuser === isSuperuser ? { ...flags, isSuperuser: undefined } : flags;
        const clauses = attributes(changes, superuser);
        if (clauses !== '') await client.query(`ALTER ROLE ${ident(name)} ${clauses}`);
        if (password !== '') await setPassword(client, { name, password, superuser });
        return requireRole(client, name);
      });
      await audit('role.changed', target, {
        can_login: changed.canLogin,
        is_superuser: changed.isSuperuser,
        password_changed: password !== '',
      });
      return changed;
    },

    drop: (drop: RoleDrop): Promise<void> => dropRole({ db, servers }, drop),

    async owned(connectionId: number, name: string): Promise<OwnedInDatabase[]> {
      const { oid } = await servers.ask(connectionId, (client) => requireRole(client, readAnyRoleName(name)));
      return (await findOwnedObjects(servers, connectionId, oid)).owned;
    },

    async addMember(target: Target, member: string): Promise<void> {
      const group = readEditableRoleName(target.name, 'group');
      const memberName = readEditableRoleName(member);
      await change(target.connectionId, async (client) => {
        const roles = [await requireKind(client, group, 'group'), await requireRole(client, memberName)];
        for (const role of roles) if (role.reserved) throw reservedRole(role.name);
        // Without ADMIN OPTION: members must not add others.
        await client.query(`GRANT ${ident(group)} TO ${ident(memberName)}`);
      });
      await audit('role.member_added', target, { member });
    },

    async removeMember(target: Target, member: string): Promise<void> {
      const group = readEditableRoleName(target.name, 'group');
      const memberName = readEditableRoleName(member);
      await change(target.connectionId, async (client) => {
        const role = await requireRole(client, group);
        if (role.reserved) throw reservedRole(group);
        if (!role.members.includes(memberName)) throw noSuchRole(memberName, `is not a member of "${group}"`);
        await client.query(`REVOKE ${ident(group)} FROM ${ident(memberName)}`);
        // Since PostgreSQL 16 several roles may grant the same membership.
        const after = await requireRole(client, group);
        if (after.members.includes(memberName)) throw grantedByOthers(memberName, group);
      });
      await audit('role.member_removed', target, { member });
    },
  };
}

async function requireKind(client: pg.ClientBase, name: string, kind: RoleKind): Promise<Role> {
  const role = await requireRole(client, name);
  if (kind === 'group' && role.canLogin) throw notAGroup(name);
  return role;
}

/** Refuses the names of reserved roles that exist, such as those of services on the platform's server. */
async function refuseReserved(client: pg.ClientBase, name: string): Promise<void> {
  const role = await requireRole(client, name).catch(() => null);
  if (role?.reserved) throw reservedRole(name);
}

/** Only the attributes that change: a role that is not a superuser may not even specify NOSUPERUSER. */
function attributes({ canLogin, isSuperuser }: RoleFlags, asSuperuser: boolean): string {
  if (isSuperuser !== undefined && !asSuperuser) throw superuserRequired();
  return [
    ...(canLogin === undefined ? [] : [canLogin ? 'LOGIN' : 'NOLOGIN']),
    ...(isSuperuser === undefined ? [] : [isSuperuser ? 'SUPERUSER' : 'NOSUPERUSER']),
  ].join(' ');
}
