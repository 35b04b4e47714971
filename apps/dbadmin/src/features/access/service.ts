import { notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { RefuseReserved } from '../databases/reserved-databases.ts';
import { readOwnRoleName } from '../roles/names.ts';
import { requireDatabase } from '../servers/server-queries.ts';
import { inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { applyLevel } from './apply.ts';
import { deleteGrantRow, findGrant, findGrants, saveGrant } from './repo.ts';
import type { Grant, GrantOutcome, Level } from './types.ts';

/** A grant touches every table of a database. */
const GRANT_MS = 120_000;

interface Target {
  databaseId: number;
  roleName: string;
  cause: AuditContext;
}

export type AccessService = ReturnType<typeof createAccessService>;

/** Access levels: one word for all that a role needs in a database. */
export function createAccessService({
  db,
  servers,
  databases,
  refuseReserved,
}: {
  db: Db;
  servers: Servers;
  databases: DatabaseService;
  refuseReserved: RefuseReserved;
}) {
  /** The server first, our own row after it: were that to fail, doing the same again puts both right. */
  async function bring(target: Target, level: Level | null): Promise<GrantOutcome> {
    const { databaseId, cause } = target;
    const { connectionId, name } = await databases.ready(databaseId);
    const roleName = readOwnRoleName(target.roleName);
    await refuseReserved(connectionId, name);
    const database = await requireDatabase(servers, connectionId, name);
    const login = await servers.login(connectionId);
    const lock = {
      name: `dbadmin.access ${databaseId} ${roleName}`,
      busy: `Somebody else is changing the access of "${roleName}"; try again in a moment.`,
    };
    return withLock(db, lock, async (connection) => {
      const before = await findGrant(connection, databaseId, roleName);
      if (level === null && !before) throw noSuchGrant(roleName);
      const outcome = await inSessionOf(login, database, (client) => applyLevel(client, roleName, level), {
        statementTimeoutMs: GRANT_MS,
      });
      await connection.transaction().execute(async (trx) => {
        if (level === null) await deleteGrantRow(trx, databaseId, roleName);
        else await saveGrant(trx, { databaseId, roleName, level, grantedBy: cause.actorName });
        await recordAudit(trx, {
          event: level === null ? 'grant.revoked' : before ? 'grant.changed' : 'grant.given',
          cause,
          connectionId,
          subject: roleName,
          details: {
            database,
            level,
            previous_level: before?.level ?? null,
            skipped: outcome.skipped.length,
          },
        });
      });
      return outcome;
    });
  }

  return {
    async list(databaseId: number): Promise<Grant[]> {
      await databases.get(databaseId);
      return findGrants(db, databaseId);
    },
    /** For a role that has a level already it is a change. */
    give: (target: Target, level: Level): Promise<GrantOutcome> => bring(target, level),
    async change(target: Target, level: Level): Promise<GrantOutcome> {
      const { id } = await databases.ready(target.databaseId);
      const roleName = readOwnRoleName(target.roleName);
      if (!(await findGrant(db, id, roleName))) throw noSuchGrant(roleName);
      return bring(target, level);
    },
    revoke: (target: Target): Promise<GrantOutcome> => bring(target, null),
  };
}

function noSuchGrant(roleName: string) {
  return notFound(
    'dbadmin.no_such_grant',
    `"${roleName}" has no access level in this database; grant one first.`,
  );
}
