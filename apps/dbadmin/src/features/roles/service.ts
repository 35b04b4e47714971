import type pg from 'pg';
import { ident } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/repo.ts';
import type { Servers } from '../servers/service.ts';
import { dropRole } from './drop.ts';
import type { RoleDrop } from './drop.ts';
import { readAnyRoleName, readOwnRoleName, reservedRole } from './names.ts';
import { findOwned } from './owned.ts';
import { readPassword, setPassword } from './password.ts';
import { findRoles, noSuchRole, requireRole, whoWeAre } from './repo.ts';
import { explainRefusal } from './server-errors.ts';
import type { OwnedInDatabase, Role, RoleKind } from './types.ts';

export interface RoleFlags {
  canLogin?: boolean | undefined;
  isSuperuser?: boolean | undefined;
}

interface Target {
  connectionId: number;
  name: string;
  cause: AuditContext;
}

export type RoleService = ReturnType<typeof createRoleService>;

/** Roles of the servers: who may log in, and the groups that they are members of. */
export function createRoleService({ db, servers }: { db: Db; servers: Servers }) {
  /** One transaction in which a change either happens whole or not at all. */
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

    /** A login role stays within reach by its name while its login is switched off; a group is one that cannot log in. */
    get: (connectionId: number, name: string, kind: RoleKind): Promise<Role> =>
      servers.ask(connectionId, (client) => requireKind(client, readAnyRoleName(name), kind)),

    async createUser(target: Target, password: string, flags: RoleFlags): Promise<Role> {
      const name = readOwnRoleName(target.name);
      if (password === '') throw badRequest('dbadmin.no_password', 'A new login role needs a password.');
      readPassword(password);
      const made = await change(target.connectionId, async (client) => {
        await refuseReserved(client, name);
        const { superuser } = await whoWeAre(client);
        const asked = { canLogin: flags.canLogin ?? true, isSuperuser: flags.isSuperuser || undefined };
        await client.query(`CREATE ROLE ${ident(name)} ${attributes(asked, superuser)}`);
        await setPassword(client, { name, password, superuser });
        return requireRole(client, name);
      });
      await audit('role.created', target, { can_login: made.canLogin, is_superuser: made.isSuperuser });
      return made;
    },

    async createGroup(target: Target): Promise<Role> {
      const name = readOwnRoleName(target.name, 'group');
      const made = await change(target.connectionId, async (client) => {
        await refuseReserved(client, name);
        await client.query(`CREATE ROLE ${ident(name)} NOLOGIN`);
        return requireRole(client, name);
      });
      await audit('role.created', target, { can_login: false, is_superuser: false });
      return made;
    },

    /** A blank password keeps the one there is. */
    async updateUser(target: Target, password: string, flags: RoleFlags): Promise<Role> {
      const name = readOwnRoleName(target.name);
      readPassword(password);
      const changed = await change(target.connectionId, async (client) => {
        const { reserved, isSuperuser } = await requireRole(client, name);
        if (reserved) throw reservedRole(name);
        const { superuser } = await whoWeAre(client);
        const asked = flags.isSuperuser === isSuperuser ? { ...flags, isSuperuser: undefined } : flags;
        const clauses = attributes(asked, superuser);
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
      return (await findOwned(servers, connectionId, oid)).owned;
    },

    async addMember(target: Target, member: string): Promise<void> {
      const group = readOwnRoleName(target.name, 'group');
      const who = readOwnRoleName(member);
      await change(target.connectionId, async (client) => {
        const [to, one] = [await requireKind(client, group, 'group'), await requireRole(client, who)];
        for (const role of [to, one]) if (role.reserved) throw reservedRole(role.name);
        // Never with the admin option: who is in a group is decided here.
        await client.query(`GRANT ${ident(group)} TO ${ident(who)}`);
      });
      await audit('role.member_added', target, { member });
    },

    async removeMember(target: Target, member: string): Promise<void> {
      const group = readOwnRoleName(target.name, 'group');
      const who = readOwnRoleName(member);
      await change(target.connectionId, async (client) => {
        const role = await requireRole(client, group);
        if (role.reserved) throw reservedRole(group);
        if (!role.members.includes(who)) throw noSuchRole(who);
        await client.query(`REVOKE ${ident(group)} FROM ${ident(who)}`);
        // From PostgreSQL 16 on several roles may each have granted the same membership.
        const left = await requireRole(client, group);
        if (left.members.includes(who)) {
          throw conflict(
            'dbadmin.granted_by_others',
            `"${who}" was added to "${group}" by another role too; that role, or a superuser, must take it out.`,
          );
        }
      });
      await audit('role.member_removed', target, { member });
    },
  };
}

async function requireKind(client: pg.ClientBase, name: string, kind: RoleKind): Promise<Role> {
  const role = await requireRole(client, name);
  if (kind === 'group' && role.canLogin) throw noSuchRole(name);
  return role;
}

/** On the platform's own server the names of its services are taken, and they are not to be told from strangers' by name. */
async function refuseReserved(client: pg.ClientBase, name: string): Promise<void> {
  const role = await requireRole(client, name).catch(() => null);
  if (role?.reserved) throw reservedRole(name);
}

/** Only what is asked for: who is no superuser may not even say NOSUPERUSER. */
function attributes({ canLogin, isSuperuser }: RoleFlags, weAreSuperuser: boolean): string {
  if (isSuperuser !== undefined && !weAreSuperuser) {
    throw conflict(
      'dbadmin.no_superuser',
      'Only a superuser makes and unmakes superusers, and the administrator of this connection is none; connect as a superuser for that.',
    );
  }
  return [
    ...(canLogin === undefined ? [] : [canLogin ? 'LOGIN' : 'NOLOGIN']),
    ...(isSuperuser === undefined ? [] : [isSuperuser ? 'SUPERUSER' : 'NOSUPERUSER']),
  ].join(' ');
}
