import type pg from 'pg';
import { ident } from '@cairn/db';
import { AppError } from '@cairn/service';
import { reservedRole } from '../roles/names.ts';
import { requireRole } from '../roles/repo.ts';
import { explainRefusal } from '../roles/server-errors.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import { findCreators, setDefaults } from './defaults.ts';
import { spoken } from './levels.ts';
import type { ObjectKind } from './levels.ts';
import { findGrantable } from './objects.ts';
import type { Grantable } from './objects.ts';
import type { GrantOutcome, Level } from './types.ts';

/** Objects in one statement. */
const BATCH = 500;
/** Tables come and go while we list them. */
const TRIES = 3;

/**
 * Makes a role have exactly a level in the database at hand, or none: everything it was given directly is revoked and the
 * level is given, in one transaction, for what is there and for what we make from now on.
 */
export async function applyLevel(
  client: pg.ClientBase,
  roleName: string,
  level: Level | null,
): Promise<GrantOutcome> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await tryLevel(client, roleName, level);
    } catch (error) {
      await client.query('ROLLBACK');
      if (tried === TRIES || !isPassing(error)) throw explainRefusal(error);
    }
  }
}

async function tryLevel(client: pg.ClientBase, roleName: string, level: Level | null): Promise<GrantOutcome> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = '10s'`);
  // Two that grant at once would meet at the same rows of the catalog, and one would fail.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('dbadmin.access'))`);
  const role = await requireRole(client, roleName).catch((error: unknown) => {
    if (level !== null) throw error;
    return null;
  });
  // Dropped in the meantime: there is nothing left to revoke.
  if (!role) return nothingLeft(client, roleName);
  if (role.reserved) throw reservedRole(roleName);
  await refuseEventTriggers(client);
  const { objects, skipped } = await findGrantable(client, role.oid, level);
  const granted = objects.filter((object) => object.granted);
  for (const [kind, targets] of batches(granted)) {
    await client.query(`REVOKE ALL ON ${keyword(kind)} ${targets} FROM ${ident(roleName)}`);
  }
  if (level !== null) {
    for (const [kind, targets] of batches(objects)) {
      await client.query(`GRANT ${spoken(level, kind)} ON ${keyword(kind)} ${targets} TO ${ident(roleName)}`);
    }
  }
  await setDefaults(client, role, level);
  const creators = await findCreators(client, role.oid);
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

async function nothingLeft(client: pg.ClientBase, roleName: string): Promise<GrantOutcome> {
  await client.query('ROLLBACK');
  return { roleName, level: null, objects: 0, skipped: [], coveredCreators: [], uncoveredCreators: [] };
}

const keyword = (kind: ObjectKind) => kind.toUpperCase();

/** Thousands of tables in few statements. */
function* batches(objects: Grantable[]): Generator<[ObjectKind, string]> {
  for (const kind of ['database', 'schema', 'table', 'sequence'] as const) {
    const targets = objects.filter((object) => object.kind === kind).map(({ target }) => target);
    for (let at = 0; at < targets.length; at += BATCH) {
      yield [kind, targets.slice(at, at + BATCH).join(', ')];
    }
  }
}

/** Something was dropped or changed between the look and the grant: the next look sees it. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return ['42P01', '3F000', '40001'].includes(code) || message.startsWith('tuple concurrently ');
}
