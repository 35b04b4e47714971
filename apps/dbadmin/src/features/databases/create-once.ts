import type { ServerJob } from '../../server-jobs/server-job.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { renameDatabase, requireServerDatabase } from './server-databases.ts';

/** The step after which a database is whole, under its temporary name. */
export const CREATED = 'made';

/** A database that is whole, under its temporary name. */
interface Made {
  oid: number;
  /** What could not be put into it, for people. */
  skipped: string[];
}

/**
 * Makes a database under a temporary name, notes its number, and gives it its name. However often that is begun, and wherever
 * it breaks off, there is one whole database of this name in the end, or none. Returns what `make` could not put into it.
 */
export async function createDatabaseOnce(
  run: ServerJob,
  name: string,
  make: (temporary: string) => Promise<string[]>,
): Promise<string[]> {
  const { oid, skipped } = await createOnce(run, make);
  await run.session(MAINTENANCE, (client) => renameDatabase(client, oid, name));
  return skipped;
}

/** What this attempt, or an earlier one, made. */
export async function createOnce(
  { context, attempt, session }: ServerJob,
  make: (temporary: string) => Promise<string[]>,
): Promise<Made> {
  const made = await context.committed<Made>(CREATED);
  if (made !== undefined) return made;
  const skipped = await make(attempt.temporary);
  const { oid } = await session(MAINTENANCE, (client) => requireServerDatabase(client, attempt.temporary));
  return context.commit(() => Promise.resolve({ oid, skipped }), CREATED);
}
