import type pg from 'pg';
import { ident } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import {
  explainRefusal,
  notAGroup,
  ownsNewObjects,
  ownsObjects,
  ownsUnreachable,
  reservedRole,
  unsuitableOwner,
} from './errors.ts';
import { countOwnedObjects, findOwnedObjects } from './owned-objects.ts';
import { deleteGrantsOfRole } from './repo.ts';
import { readEditableRoleName, readRoleName } from './role-name.ts';
import { readCurrentRole, requireRole } from './server-queries.ts';
import type { Role, RoleKind } from './types.ts';

/** Reassigning thousands of tables takes a while. */
const REASSIGN_MS = 300_000;

export interface RoleDrop {
  connectionId: number;
  name: string;
  kind: RoleKind;
  /** The role that takes over the objects of this one. */
  reassignTo?: string | undefined;
  cause: AuditContext;
}

/**
 * Drops a role. Its objects are never dropped: either another role takes them over, or the role stays. Its privileges are revoked in
 * each database, because that is only possible there.
 * @throws {AppError} conflict when the role stays
 */
export async function dropRole({ db, servers }: { db: Db; servers: Servers }, drop: RoleDrop): Promise<void> {
  const { connectionId, kind, cause } = drop;
  const name = readEditableRoleName(drop.name);
  const newOwner = drop.reassignTo === undefined ? null : readRoleName(drop.reassignTo);
  const role = await servers.ask(connectionId, (client) => requireRole(client, name));
  if (role.reserved) throw reservedRole(name);
  if (kind === 'group' && role.canLogin) throw notAGroup(name);
  if (newOwner !== null) {
    requireSuitableOwner(role, await servers.ask(connectionId, (client) => requireRole(client, newOwner)));
  }

  const { owned, databases, closed } = await findOwnedObjects(servers, connectionId, role.oid);
  if (owned.length > 0 && newOwner === null) throw ownsObjects(name, owned);
  const failed = owned.filter(({ error }) => error !== undefined).map(({ database }) => database);
  const unreachable = [...new Set([...failed, ...closed])];
  if (unreachable.length > 0) throw ownsUnreachable(name, owned, unreachable);

  try {
    const login = await servers.login(connectionId);
    for (const database of new Set([...databases, MAINTENANCE])) {
      await inSessionOf(login, database, (client) => releaseOwned(client, role, newOwner), {
        statementTimeoutMs: REASSIGN_MS,
      });
    }
    await servers.ask(connectionId, (client) => client.query(`DROP ROLE ${ident(name)}`));
  } catch (error) {
    throw explainRefusal(error);
  }
  await db.transaction().execute(async (trx) => {
    await deleteGrantsOfRole(trx, connectionId, name);
    const details = newOwner === null ? {} : { reassigned_to: newOwner };
    await recordAudit(trx, { event: 'role.dropped', cause, connectionId, subject: name, details });
  });
}

/**
 * Functions and views run with the privileges of their owner: those of an ordinary role must not run as a superuser, or as a role of
 * the server or the platform.
 * @throws {AppError} bad_request
 */
function requireSuitableOwner(role: Role, newOwner: Role): void {
  const gainsSuperuser = newOwner.canActAsSuperuser && !role.canActAsSuperuser;
  const isSuitable = newOwner.isSuperuser ? role.isSuperuser : !newOwner.reserved && !gainsSuperuser;
  if (isSuitable && newOwner.name !== role.name) return;
  const reason =
    newOwner.isSuperuser || gainsSuperuser
      ? `functions and views would then run with the privileges of a superuser`
      : `it is the role itself, or a role of the server or the platform`;
  throw unsuitableOwner(newOwner.name, role.name, reason);
}

/** Reassigns the objects of a role in one database and revokes its privileges there. */
async function releaseOwned(client: pg.Client, { name, oid }: Role, newOwner: string | null): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  await refuseEventTriggers(client);
  if (newOwner !== null) await client.query(`REASSIGN OWNED BY ${ident(name)} TO ${ident(newOwner)}`);
  // DROP OWNED also drops objects: none may be created for the role between the check and the drop.
  const { superuser } = await readCurrentRole(client);
  if (superuser) await client.query('LOCK TABLE pg_catalog.pg_shdepend IN SHARE ROW EXCLUSIVE MODE');
  if ((await countOwnedObjects(client, oid)) > 0) throw ownsNewObjects(name);
  await client.query(`DROP OWNED BY ${ident(name)}`);
  await client.query('COMMIT');
}
