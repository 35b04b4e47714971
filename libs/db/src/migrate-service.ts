import { createDatabase } from './database.ts';
import { migrate } from './migrate.ts';

export interface ServiceMigrations {
  /** Name of the schema, which is the service's own. */
  schema: string;
  /** Folder of the migration files. */
  folder: string;
}

/** Migrates a service's schema and returns the names of the migrations that ran. */
export async function migrateService(
  databaseUrl: string,
  { schema, folder }: ServiceMigrations,
): Promise<string[]> {
  const database = createDatabase<unknown>({
    url: databaseUrl,
    schema,
    max: 2,
    applicationName: `${schema} migrate`,
  });
  try {
    return await migrate({ db: database.db, folder, schema });
  } finally {
    await database.close();
  }
}

/** The program in a service's `src/migrate.ts`: reads DATABASE_URL, prints one line, and exits with 1 on failure. */
export async function runMigrations(migrations: ServiceMigrations): Promise<void> {
  process.umask(0o077);
  const url = process.env.DATABASE_URL;
  try {
    if (!url) throw new Error('DATABASE_URL is not set; set it to the address of the database.');
    const names = await migrateService(url, migrations);
    console.log(
      `${migrations.schema}: ${names.length > 0 ? `ran ${names.join(', ')}` : 'nothing to migrate'}`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
