import { ident } from '@cairn/db';
import { unprocessable } from '@cairn/service';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import { withEnding } from '../databases/database-name.ts';
import { findServerDatabase, inUse, databaseExists, nameOf } from '../databases/server-databases.ts';
import { stampOf } from './file-name.ts';

/** What the database is called that had the name before. */
export function keptName(name: string, at: Date): string {
  return withEnding(name, `_before_${stampOf(at).toLowerCase()}`);
}

/**
 * Gives a name to another database, and `kept` to the one that had it: both in one transaction, so that at no time nobody has
 * the name. Needs a database without sessions; AppError `conflict` else, and nothing is changed. Harmless when it was done.
 * Returns what became of the one before; null when there was none.
 */
export async function swapDatabases(
  client: pg.ClientBase,
  { oid, name, kept }: { oid: number; name: string; kept: string },
): Promise<string | null> {
  const present = await nameOf(client, oid);
  if (present === name) return (await databaseExists(client, kept)) ? kept : null;
  if (present === null) {
    throw unprocessable(
      'dbadmin.copy_gone',
      'The restored database is gone from the server; nothing was changed. Restore the backup once more.',
    );
  }
  const before = await databaseExists(client, name);
  await client.query('BEGIN');
  try {
    if (before) await client.query(`ALTER DATABASE ${ident(name)} RENAME TO ${ident(kept)}`);
    await client.query(`ALTER DATABASE ${ident(present)} RENAME TO ${ident(name)}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    if (!(error instanceof DatabaseError) || error.code !== '55006') throw error;
    throw inUse(name, Math.max(1, (await findServerDatabase(client, name))?.sessions ?? 1));
  }
  return before ? kept : null;
}
