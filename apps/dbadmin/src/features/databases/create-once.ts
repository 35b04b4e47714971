import type { ServerJob } from '../../server-jobs/server-job.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { renameDatabase, requireServerDatabase } from './server-databases.ts';

/** The step after which a database is complete, under its temporary name. Stored in rows of jobs. */
export const CREATED = 'made';

/** A complete database, under its temporary name. */
interface CreatedDatabase {
  oid: number;
  /** What could not be carried over, for people. */
  skipped: string[];
}

/**
 * Creates a database under a temporary name, notes its OID, and renames it. However often this is started, and wherever it is cut off,
 * the result is one complete database of this name, or none. Returns what `create` could not carry over.
 */
export async function createDatabaseOnce(
  run: ServerJob,
  name: string,
  create: (temporary: string) => Promise<string[]>,
): Promise<string[]> {
  const { oid, skipped } = await createOnce(run, create);
  await run.session(MAINTENANCE, (client) => renameDatabase(client, oid, name));
  return skipped;
}

/** Returns the database that an earlier attempt created, or creates it. */
export async function createOnce(
  { context, attempt, session }: ServerJob,
  create: (temporary: string) => Promise<string[]>,
): Promise<CreatedDatabase> {
  const existing = await context.committed<CreatedDatabase>(CREATED);
  if (existing !== undefined) return existing;
  const skipped = await create(attempt.temporary);
  const { oid } = await session(MAINTENANCE, (client) => requireServerDatabase(client, attempt.temporary));
  return context.commit(() => Promise.resolve({ oid, skipped }), CREATED);
}
