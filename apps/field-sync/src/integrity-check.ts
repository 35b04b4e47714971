import { runIntegrityCheck } from '@cairn/app';
import { createStorage } from '@cairn/files';
import { readFieldSyncConfig } from './config.ts';
import type { FieldSyncDatabase } from './db/schema.ts';
import { checkIntegrity } from './features/packages/integrity.ts';
import type { IntegrityReport } from './features/packages/integrity.ts';

/**
 * `node apps/field-sync/src/integrity-check.ts [--checksums] [--json]`: checks that kept versions and stored objects agree; the service may be
 * running.
 */
await runIntegrityCheck<FieldSyncDatabase, IntegrityReport>({
  schema: 'field_sync',
  readConfig: readFieldSyncConfig,
  check: ({ db, storageRoot }, options) =>
    checkIntegrity({ db, storage: createStorage({ root: storageRoot }) }, options),
  describe: ({ objects, underWay }) => ({
    checked: `${objects} objects`,
    others: underWay > 0 ? [`Objects of running downloads: ${underWay}.`] : [],
    counts: { objects, under_way: underWay },
  }),
});
