import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Migrator, sql } from 'kysely';
import type { Kysely, Migration, MigrationProvider } from 'kysely';
import { withoutTimeLimit } from './time-limit.ts';

const FILE_NAME = /^(\d{8}T\d{4}_[a-z0-9_]+)\.(ts|js)$/;

export interface MigrateOptions<DB> {
  db: Kysely<DB>;
  /** Absolute folder of files such as 20261120T1700_cards.ts, each exporting up(db). */
  folder: string;
  /** The service's schema; its migration tables live there. */
  schema: string;
}

/**
 * Runs the pending migrations in one transaction and returns their names. Of several processes one migrates; the others wait and
 * find nothing to do. A run that is killed leaves nothing behind. Throws the error of the failing migration.
 */
export async function migrate<DB>({ db, folder, schema }: MigrateOptions<DB>): Promise<string[]> {
  return withoutTimeLimit(() =>
    db.connection().execute(async (connection) => {
      const lock = sql`hashtext(${`cairn migrate ${schema}`})`;
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      try {
        return await run(connection, folder, schema);
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
      }
    }),
  );
}

async function run<DB>(db: Kysely<DB>, folder: string, schema: string): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: fileProvider(folder),
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const where = failed ? `Migration ${failed} of ${schema}` : `Migrating ${schema}`;
    throw new Error(`${where} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

function fileProvider(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      for (const file of (await readdir(folder)).sort()) {
        if (file.endsWith('.d.ts') || file.endsWith('.map')) continue;
        const name = FILE_NAME.exec(file)?.[1];
        if (!name)
          throw new Error(
            `${file} is not a valid migration name, such as 20261120T1700_what_it_does.ts (UTC)`,
          );
        const module = (await import(pathToFileURL(join(folder, file)).href)) as Partial<Migration>;
        if (typeof module.up !== 'function') throw new Error(`${file} must export a function up(db)`);
        migrations[name] = { up: module.up };
      }
      return migrations;
    },
  };
}
