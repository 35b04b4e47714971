import { join } from 'node:path';
import { runMigrations } from '@cairn/db';
import type { ServiceMigrations } from '@cairn/db';

/** The portal's schema, for this program and for tests. */
export const portalMigrations: ServiceMigrations = {
  schema: 'portal',
  folder: join(import.meta.dirname, 'db/migrations'),
};

if (import.meta.main) await runMigrations(portalMigrations);
