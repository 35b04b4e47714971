import { randomBytes } from 'node:crypto';
import type { Auth } from '@cairn/auth';
import type { DbadminSchemas } from '@cairn/contracts';
import { ident } from '@cairn/db';
import { AppError } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import type { AccessService } from '../access/service.ts';
import { recordAudit } from '../audit/repo.ts';
import type { ConnectionService } from '../connections/service.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { RefuseReserved } from '../databases/database-name.ts';
import type { RoleService } from '../roles/service.ts';
import type { Platform } from '../connections/platform.ts';
import type { Servers } from '../servers/service.ts';
import { loginTooPowerful, mayNotIssueLogin, notOnConnection } from './errors.ts';
import { findIssuedRoles, findOwnerRole, reserveRoleName } from './repo.ts';
import { shareNewTables } from './share-new-tables.ts';
import type { LoginLevel } from './types.ts';

const PASSWORD_BYTES = 24;
const NAME_BYTES = 6;
/** Pools of the web process and the worker of a service, and of their successors during an update. */
const READER_CONNECTIONS = 16;
export const EDITS = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

export interface RegistryDeps {
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

export interface LoginRequest {
  databaseId: number;
  /** When given, the database must be on this connection. */
  connectionId?: number | undefined;
  /** The user for whom the service requests it. */
  userId: number;
  /** Name of the service. */
  service: string;
  level: LoginLevel;
  cause: AuditContext;
}

/**
 * Issues a login for another service and one user, so that the admin password never leaves this service. It may read the tables of
 * one database, or also write them and create others. It has no TRIGGER privilege: code of a table that the service reads runs with
 * the rights of this login, and must not leave triggers on other tables, which would run with the rights of the users who write
 * there. Another request for the same user and level gives the same role a new password.
 * @throws {AppError} forbidden, not_found or conflict
 */
export async function issueLogin(
  deps: RegistryDeps,
  { databaseId, userId, service, level, cause, ...request }: LoginRequest,
): Promise<DbadminSchemas['AdoptedLogin']> {
  const { db, connections, databases, roles, access, servers } = deps;
  const user = await deps.auth.user(userId);
  if (!user || !(await deps.auth.allows(user, EDITS))) throw mayNotIssueLogin();
  const database = await databases.ready(databaseId);
  const { connectionId } = database;
  if (request.connectionId !== undefined && request.connectionId !== connectionId)
    throw notOnConnection(databaseId, request.connectionId);
  await deps.platform.requireMayManage(user, connectionId);
  await deps.refuseReserved(connectionId, database.name);
  const connection = await connections.get(connectionId);
  const newName = `cairn_${service.replaceAll('-', '_')}_${randomBytes(NAME_BYTES).toString('hex')}`;
  const username = await reserveRoleName(db, { databaseId, service, userId, level, newName });
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  await ensureRole(roles, { connectionId, name: username, cause }, password);
  await access.grant({ databaseId, roleName: username, cause }, level);
  const issued = await findIssuedRoles(db, databaseId);
  const owner = level === 'readonly' ? null : await findOwnerRole(db, databaseId);
  await servers.inDatabase(connectionId, database.name, async (client) => {
    await (level === 'readonly' ? limitReader(client, username) : allowNewTables(client, username));
    await shareNewTables(client, issued);
    // What the service creates there also belongs to the owner of the database.
    if (owner !== null) await client.query(`GRANT ${ident(username)} TO ${ident(owner)}`);
  });
  await recordAudit(db, {
    event: 'login.handed_out',
    cause,
    connectionId,
    subject: database.name,
    details: { service, role: username, level, for_user: user.username },
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

/** Allows new tables in all schemas in which the admin role may do so. Event triggers were checked with the access level. */
async function allowNewTables(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND has_schema_privilege(oid, 'CREATE WITH GRANT OPTION') ORDER BY 1`,
  );
  if (rows.length === 0) return;
  const schemas = rows.map(({ name }) => ident(name)).join(', ');
  await client.query(`GRANT CREATE ON SCHEMA ${schemas} TO ${ident(role)}`);
}

/** Its transactions may not write either where PUBLIC may, and the service cannot take all connections of the server. */
async function limitReader(client: pg.ClientBase, role: string): Promise<void> {
  await client.query(`ALTER ROLE ${ident(role)} CONNECTION LIMIT ${READER_CONNECTIONS}`);
  await client.query(`ALTER ROLE ${ident(role)} SET default_transaction_read_only = on`);
}

/** Creates the role, or gives it a new password. @throws {AppError} conflict when it has become a superuser */
async function ensureRole(
  roles: RoleService,
  role: { connectionId: number; name: string; cause: AuditContext },
  password: string,
): Promise<void> {
  const existing = await roles.get(role.connectionId, role.name, 'user').catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  });
  if (existing?.canActAsSuperuser) throw loginTooPowerful(role.name);
  if (existing) await roles.updateUser(role, password, {});
  else await roles.createUser(role, password, {});
}
