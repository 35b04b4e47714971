import { randomBytes } from 'node:crypto';
import type { Auth } from '@cairn/auth';
import type { DbadminSchemas } from '@cairn/contracts';
import { ident } from '@cairn/db';
import { AppError, conflict, forbidden, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { AccessService } from '../access/service.ts';
import { recordAudit } from '../audit/repo.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { RefuseReserved } from '../databases/reserved-databases.ts';
import type { RoleService } from '../roles/service.ts';
import type { Platform } from '../connections/platform.ts';
import type { Servers } from '../servers/service.ts';

const PASSWORD_BYTES = 24;
const NAME_BYTES = 6;
const EDITS = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

export interface AdoptDeps {
  db: Db;
  auth: Pick<Auth, 'user' | 'allows'>;
  connections: ConnectionService;
  databases: DatabaseService;
  roles: RoleService;
  access: AccessService;
  platform: Platform;
  servers: Pick<Servers, 'inDatabase'>;
  refuseReserved: RefuseReserved;
}

export interface Adoption {
  databaseId: number;
  connectionId: number;
  /** For whom the service asks. */
  userId: number;
  /** Name of the service. */
  service: string;
  cause: AuditContext;
}

/**
 * A login for another service and one user: it may read and write the tables of one database and create others, so that the
 * administrator's password stays here. It has no TRIGGER: code of a table that the service reads runs with the rights of this
 * login, and must not leave triggers on tables of others, which would run with the rights of the users who write there. Asking
 * again gives the same role a new password; the old one is no longer valid.
 */
export async function adoptDatabase(
  parts: AdoptDeps,
  { databaseId, connectionId, userId, service, cause }: Adoption,
): Promise<DbadminSchemas['AdoptedLogin']> {
  const { db, connections, databases, roles, access, servers } = parts;
  const user = await parts.auth.user(userId);
  if (!user || !(await parts.auth.allows(user, EDITS))) {
    throw forbidden(
      'dbadmin.may_not_adopt',
      'Who asks needs the edit permission on database administration to hand a database to another service.',
    );
  }
  const database = await databases.ready(databaseId);
  if (database.connectionId !== connectionId) {
    throw notFound(
      'dbadmin.no_such_database',
      `There is no database ${databaseId} on connection ${connectionId}.`,
    );
  }
  await parts.platform.requireMayManage(user, connectionId);
  await parts.refuseReserved(connectionId, database.name);
  const connection = await connections.get(connectionId);
  const username = await reserveName(db, { databaseId, service, userId });
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await bringAbout(roles, { connectionId, name: username, cause }, password);
  await access.give({ databaseId, roleName: username, cause }, 'readwrite');
  await servers.inDatabase(connectionId, database.name, (client) => allowNewTables(client, username));
  await recordAudit(db, {
    event: 'login.handed_out',
    cause,
    connectionId,
    subject: database.name,
    details: { service, role: username, for_user: user.username },
  });
  return {
    connection_id: connectionId,
    database_id: databaseId,
    connection_name: connection.name,
    host: connection.host,
    port: connection.port,
    sslmode: connection.sslmode,
    database: database.name,
    username,
    password,
  };
}

/** The role that was made for the service and the user, or the name of one to be made: no other role has such a name. */
async function reserveName(
  db: Db,
  login: { databaseId: number; service: string; userId: number },
): Promise<string> {
  const { databaseId, service, userId } = login;
  const suffix = randomBytes(NAME_BYTES).toString('hex');
  await db
    .insertInto('handed_logins')
    .values({
      database_id: databaseId,
      service,
      user_id: userId,
      role_name: `cairn_${service.replaceAll('-', '_')}_${suffix}`,
    })
    .onConflict((on) => on.doNothing())
    .execute();
  const { role_name } = await db
    .selectFrom('handed_logins')
    .select('role_name')
    .where('database_id', '=', databaseId)
    .where('service', '=', service)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return role_name;
}

/** In all schemas in which the administrator may allow it. Event triggers were checked when the level was given. */
async function allowNewTables(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND has_schema_privilege(oid, 'CREATE WITH GRANT OPTION') ORDER BY 1`,
  );
  if (rows.length === 0) return;
  const schemas = rows.map(({ name }) => ident(name)).join(', ');
  await client.query(`GRANT CREATE ON SCHEMA ${schemas} TO ${ident(role)}`);
}

/** Makes the role, or gives it another password. AppError `conflict` for one that became more than it was made for. */
async function bringAbout(
  roles: RoleService,
  role: { connectionId: number; name: string; cause: AuditContext },
  password: string,
): Promise<void> {
  const known = await roles.get(role.connectionId, role.name, 'user').catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  });
  if (known?.canActAsSuperuser) {
    throw conflict(
      'dbadmin.login_too_mighty',
      `Role "${role.name}" was created for a service but has since become a superuser, or a member of one. Revoke that and try again.`,
    );
  }
  if (known) await roles.updateUser(role, password, {});
  else await roles.createUser(role, password, {});
}
