import type pg from 'pg';
import { ident } from '@cairn/db';
import { AppError, badRequest, conflict } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { toOwnedBody } from './mapper.ts';
import { readOwnRoleName, readRoleName, reservedRole } from './names.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { countOwnedHere, findOwned } from './owned.ts';
import { noSuchRole, requireRole, whoWeAre } from './repo.ts';
import { explainRefusal } from './server-errors.ts';
import type { OwnedInDatabase, Role, RoleKind } from './types.ts';

/** Passing on thousands of tables takes a while. */
const REASSIGN_MS = 300_000;

export interface RoleDrop {
  connectionId: number;
  name: string;
  kind: RoleKind;
  /** Who takes over what the role owns. */
  reassignTo?: string | undefined;
  cause: AuditContext;
}

/**
 * Drops a role. What it owns is never dropped with it: either another role takes it over, or the role stays. Rights that it was
 * given go without asking, database by database, for only there they can be taken away.
 */
export async function dropRole({ db, servers }: { db: Db; servers: Servers }, drop: RoleDrop): Promise<void> {
  const { connectionId, kind, cause } = drop;
  const name = readOwnRoleName(drop.name);
  const heir = drop.reassignTo === undefined ? null : readRoleName(drop.reassignTo);
  const role = await servers.ask(connectionId, (client) => requireRole(client, name));
  if (role.reserved) throw reservedRole(name);
  if (kind === 'group' && role.canLogin) throw noSuchRole(name);
  if (heir !== null) {
    checkHeir(role, await servers.ask(connectionId, (client) => requireRole(client, heir)));
  }

  const { owned, databases, closed } = await findOwned(servers, connectionId, role.oid);
  if (owned.length > 0 && heir === null) throw ownsObjects(name, owned);
  const unreachable = owned.filter(({ error }) => error !== undefined).map(({ database }) => database);
  const shut = [...new Set([...unreachable, ...closed])];
  if (shut.length > 0) throw outOfReach(name, owned, shut);

  try {
    const login = await servers.login(connectionId);
    for (const database of new Set([...databases, MAINTENANCE])) {
      await inSessionOf(login, database, (client) => letGo(client, role, heir), {
        statementTimeoutMs: REASSIGN_MS,
      });
    }
    await servers.ask(connectionId, (client) => client.query(`DROP ROLE ${ident(name)}`));
  } catch (error) {
    throw explainRefusal(error);
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('grants')
      .where('role_name', '=', name)
      .where('database_id', 'in', (eb) =>
        eb.selectFrom('databases').select('id').where('connection_id', '=', connectionId),
      )
      .execute();
    const details = heir === null ? {} : { reassigned_to: heir };
    await recordAudit(trx, { event: 'role.dropped', cause, connectionId, subject: name, details });
  });
}

/**
 * Functions and views run with the rights of their owner: what one role has written must not run as a superuser, or as the
 * server or the platform, from then on.
 */
function checkHeir(role: Role, heir: Role): void {
  const isTooMighty = heir.canActAsSuperuser && !role.canActAsSuperuser;
  const isFit = heir.isSuperuser ? role.isSuperuser : !heir.reserved && !isTooMighty;
  if (isFit && heir.name !== role.name) return;
  const why =
    heir.isSuperuser || isTooMighty
      ? `its functions and views would run with the rights of a superuser from then on`
      : `that is the role itself, or one of the server or the platform`;
  throw badRequest(
    'dbadmin.bad_heir',
    `"${heir.name}" cannot take over what "${role.name}" owns: ${why}. Choose another role.`,
  );
}

/** Leaves the role with nothing in the database at hand. */
async function letGo(client: pg.Client, { name, oid }: Role, heir: string | null): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  await refuseEventTriggers(client);
  if (heir !== null) await client.query(`REASSIGN OWNED BY ${ident(name)} TO ${ident(heir)}`);
  // DROP OWNED drops what the role owns too: nothing may be created in its name after the check and before the drop.
  const { superuser } = await whoWeAre(client);
  if (superuser) await client.query('LOCK TABLE pg_catalog.pg_shdepend IN SHARE ROW EXCLUSIVE MODE');
  if ((await countOwnedHere(client, oid)) > 0) {
    throw conflict(
      'dbadmin.owns_more',
      `Something was made in the name of "${name}" just now; look again at what it owns.`,
    );
  }
  await client.query(`DROP OWNED BY ${ident(name)}`);
  await client.query('COMMIT');
}

function ownsObjects(name: string, owned: OwnedInDatabase[]): AppError {
  const where = owned.map(({ database }) => database).join(', ');
  return refusal(
    name,
    owned,
    `"${name}" owns something in ${where}; say who takes it over (reassign_to), or drop it first.`,
  );
}

function outOfReach(name: string, owned: OwnedInDatabase[], shut: string[]): AppError {
  return refusal(
    name,
    owned,
    `"${name}" has rights or owns something in databases that cannot be entered (${shut.join(', ')}); open them first.`,
  );
}

function refusal(name: string, owned: OwnedInDatabase[], message: string): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'dbadmin.role_owns_objects',
    message,
    answer: { owned: toOwnedBody(name, owned) },
  });
}
