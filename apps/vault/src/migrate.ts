import { join } from 'node:path';
import { runMigrations } from '@cairn/db';
import type { ServiceMigrations } from '@cairn/db';

/** The vault's schema, for this program and for tests. */
export const vaultMigrations: ServiceMigrations = {
  schema: 'vault',
  folder: join(import.meta.dirname, 'db/migrations'),
};

if (import.meta.main) await runMigrations(vaultMigrations);
