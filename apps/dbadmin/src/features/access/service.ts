import { notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DatabaseService } from '../databases/service.ts';
import type { RefuseReserved } from '../databases/database-name.ts';
import { notAGroup } from '../roles/errors.ts';
import { readEditableRoleName } from '../roles/role-name.ts';
import { requireDatabase } from '../servers/server-queries.ts';
import { inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { applyLevel } from './apply-level.ts';
import { readMatrix } from './matrix.ts';
import { deleteGrantRow, findGrant, findGrants, saveGrant } from './repo.ts';
import type { Grant, GrantOutcome, Level } from './types.ts';

/** A level applies to every table of a database. */
const GRANT_MS = 120_000;

interface Target {
  databaseId: number;
  roleName: string;
  cause: AuditContext;
}

export type AccessService = ReturnType<typeof createAccessService>;

/** Access levels: one setting for all privileges of a role in a database. */
export function createAccessService(deps: {
  db: Db;
  servers: Servers;
  databases: DatabaseService;
  refuseReserved: RefuseReserved;
}) {
  const { db, servers, databases, refuseReserved } = deps;

  /** Changes the server first, then our own row: if that fails, repeating the request corrects both. */
  async function setLevel(target: Target, level: Level | null): Promise<GrantOutcome> {
    const { databaseId, cause } = target;
    const { connectionId, name } = await databases.ready(databaseId);
    const roleName = readEditableRoleName(target.roleName);
    await refuseReserved(connectionId, name);
    const database = await requireDatabase(servers, connectionId, name);
    const login = await servers.login(connectionId);
    const lock = {
      name: `dbadmin.access ${databaseId} ${roleName}`,
      busy: `Someone else is changing the access of "${roleName}". Try again in a moment.`,
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
    userMatrix: (connectionId: number, name: string) => readMatrix({ db, servers }, connectionId, name),
    groupMatrix: (connectionId: number, name: string) =>
      readMatrix({ db, servers }, connectionId, name, (role) => {
        if (role.canLogin) throw notAGroup(role.name);
      }),
    async list(databaseId: number): Promise<Grant[]> {
      await databases.get(databaseId);
      return findGrants(db, databaseId);
    },
    /** Replaces the level of a role that already has one. */
    grant: (target: Target, level: Level): Promise<GrantOutcome> => setLevel(target, level),
    async change(target: Target, level: Level): Promise<GrantOutcome> {
      const { id } = await databases.ready(target.databaseId);
      const roleName = readEditableRoleName(target.roleName);
      if (!(await findGrant(db, id, roleName))) throw noSuchGrant(roleName);
      return setLevel(target, level);
    },
    revoke: (target: Target): Promise<GrantOutcome> => setLevel(target, null),
  };
}

function noSuchGrant(roleName: string) {
  return notFound(
    'dbadmin.no_such_grant',
    `"${roleName}" has no access level in this database. Grant one first.`,
  );
}
