import { join } from 'node:path';
import { createDatabase, migrate } from '@cairn/db';

/** Where the migrations are, for this program and for tests. */
export const MIGRATIONS = join(import.meta.dirname, 'db/migrations');

/** Brings the portal's schema up to date and answers the names of the migrations that ran. */
export async function migratePortal(databaseUrl: string): Promise<string[]> {
  const database = createDatabase<unknown>({
    url: databaseUrl,
    schema: 'portal',
    max: 2,
    applicationName: 'portal migrate',
  });
  try {
    return await migrate({ db: database.db, folder: MIGRATIONS, schema: 'portal' });
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL;
  if (!url) {
    console.error('DATABASE_URL is not set; set it to the address of the database.');
    process.exit(1);
  }
  try {
    const names = await migratePortal(url);
    console.log(names.length > 0 ? `portal: ran ${names.join(', ')}` : 'portal: nothing to migrate');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
