import { join } from 'node:path';
import { runMigrations } from '@cairn/db';
import type { ServiceMigrations } from '@cairn/db';

/** The schema of database administration, for this program and for tests. */
export const dbadminMigrations: ServiceMigrations = {
  schema: 'dbadmin',
  folder: join(import.meta.dirname, 'db/migrations'),
};

if (import.meta.main) await runMigrations(dbadminMigrations);
