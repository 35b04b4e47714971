import { runIntegrityCheck } from '@cairn/app';
import { createStorage } from '@cairn/files';
import { readVaultConfig } from './config.ts';
import type { VaultDatabase } from './db/schema.ts';
import { checkIntegrity } from './features/integrity/check.ts';
import type { IntegrityReport } from './features/integrity/check.ts';

/** `node apps/vault/src/integrity-check.ts [--checksums] [--json]`: checks that versions and stored objects agree; the vault may be running. */
await runIntegrityCheck<VaultDatabase, IntegrityReport>({
  schema: 'vault',
  readConfig: readVaultConfig,
  check: ({ db, storageRoot }, options) =>
    checkIntegrity({ db, storage: createStorage({ root: storageRoot }) }, options),
  describe: ({ versions, objects, underWay, leaving }) => ({
    checked: `${versions} versions and ${objects} objects`,
    others: [
      ...(underWay > 0 ? [`Objects of running uploads: ${underWay}.`] : []),
      ...(leaving > 0 ? [`Objects waiting for removal: ${leaving}.`] : []),
    ],
    counts: { versions, objects, under_way: underWay, leaving },
  }),
});
