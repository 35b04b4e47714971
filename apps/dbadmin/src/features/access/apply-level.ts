import type pg from 'pg';
import { ident } from '@cairn/db';
import { AppError } from '@cairn/service';
import { explainRefusal, reservedRole } from '../roles/errors.ts';
import { requireRole } from '../roles/server-queries.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { findTableCreators, setDefaultPrivileges } from './default-privileges.ts';
import { privilegeList } from './levels.ts';
import type { ObjectKind } from './levels.ts';
import { findGrantable } from './grantable-objects.ts';
import type { Grantable } from './grantable-objects.ts';
import type { GrantOutcome, Level } from './types.ts';

/** Objects per statement. */
const BATCH = 500;
/** Tables may be created and dropped while they are listed. */
const MAX_ATTEMPTS = 3;

/**
 * Gives a role exactly one access level in the current database, or none: in one transaction, its direct privileges are revoked and
 * those of the level granted, for existing objects and for those that the admin role creates later.
 */
export async function applyLevel(
  client: pg.ClientBase,
  roleName: string,
  level: Level | null,
): Promise<GrantOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptLevel(client, roleName, level);
    } catch (error) {
      await client.query('ROLLBACK');
      if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw explainRefusal(error);
    }
  }
}

async function attemptLevel(
  client: pg.ClientBase,
  roleName: string,
  level: Level | null,
): Promise<GrantOutcome> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  // Concurrent grants would update the same catalog rows, and one would fail.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('dbadmin.access'))`);
  const role = await requireRole(client, roleName).catch((error: unknown) => {
    if (level !== null) throw error;
    return null;
  });
  // The role was dropped in the meantime: there is nothing to revoke.
  if (!role) return endWithoutRole(client, roleName);
  if (role.reserved) throw reservedRole(roleName);
  await refuseEventTriggers(client);
  const { objects, skipped } = await findGrantable(client, role.oid, level);
  const granted = objects.filter((object) => object.granted);
  for (const [kind, targets] of batches(granted)) {
    await client.query(`REVOKE ALL ON ${keyword(kind)} ${targets} FROM ${ident(roleName)}`);
  }
  if (level !== null) {
    for (const [kind, targets] of batches(objects)) {
      await client.query(
        `GRANT ${privilegeList(level, kind)} ON ${keyword(kind)} ${targets} TO ${ident(roleName)}`,
      );
    }
  }
  await setDefaultPrivileges(client, role, level);
  const creators = await findTableCreators(client, role.oid);
  await client.query('COMMIT');
  return {
    roleName,
    level,
    objects: (level === null ? granted : objects).length,
    skipped,
    coveredCreators: level === null ? [] : creators.covered,
    uncoveredCreators: level === null ? [] : creators.uncovered,
  };
}

async function endWithoutRole(client: pg.ClientBase, roleName: string): Promise<GrantOutcome> {
  await client.query('ROLLBACK');
  return { roleName, level: null, objects: 0, skipped: [], coveredCreators: [], uncoveredCreators: [] };
}

const keyword = (kind: ObjectKind) => kind.toUpperCase();

/** Groups thousands of objects into few statements. */
function* batches(objects: Grantable[]): Generator<[ObjectKind, string]> {
  for (const kind of ['database', 'schema', 'table', 'sequence'] as const) {
    const targets = objects.filter((object) => object.kind === kind).map(({ target }) => target);
    for (let at = 0; at < targets.length; at += BATCH) {
      yield [kind, targets.slice(at, at + BATCH).join(', ')];
    }
  }
}

/** Whether an object was dropped or changed after it was listed, so that another attempt may succeed. */
function isTransient(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return ['42P01', '3F000', '40001'].includes(code) || message.startsWith('tuple concurrently ');
}
