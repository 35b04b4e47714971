import { parseArgs } from 'node:util';
import { createDatabase } from '@cairn/db';
import { createStorage } from '@cairn/files';
import { ConfigError } from '@cairn/service';
import { readFieldSyncConfig } from './config.ts';
import type { FieldSyncDatabase } from './db/schema.ts';
import { checkIntegrity } from './features/packages/integrity.ts';
import type { IntegrityReport } from './features/packages/integrity.ts';

/**
 * `node apps/field-sync/src/integrity-check.ts [--checksums] [--json]`: checks that kept versions and stored objects agree.
 * Exits with 0 when they do, 1 when they do not, 2 when the check failed. Changes nothing; the service may be running.
 */
const CLEAN = 0;
const DAMAGED = 1;
const CHECK_FAILED = 2;

process.exitCode = await main().catch((error: unknown) => {
  const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
  for (const problem of problems) console.error(problem);
  return CHECK_FAILED;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      checksums: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const config = readFieldSyncConfig(process.env);
  if (!config.databaseUrl)
    throw new ConfigError(['DATABASE_URL is not set. It names the database to check.']);
  const database = createDatabase<FieldSyncDatabase>({
    url: config.databaseUrl,
    schema: 'field_sync',
    applicationName: 'field-sync integrity check',
  });
  try {
    const storage = createStorage({ root: config.storageRoot });
    const report = await checkIntegrity({ db: database.db, storage }, { checksums: values.checksums });
    console.log(values.json ? asJson(report) : asSentences(report));
    return report.findings.length === 0 ? CLEAN : DAMAGED;
  } finally {
    await database.close();
  }
}

function asSentences({ objects, underWay, findings }: IntegrityReport): string {
  const verdict =
    findings.length === 0 ? 'no problems' : `${findings.length} problem${findings.length === 1 ? '' : 's'}`;
  return [
    ...findings.map(({ message }) => message),
    `Checked ${objects} objects: ${verdict}.`,
    ...(underWay > 0 ? [`Objects of running downloads: ${underWay}.`] : []),
  ].join('\n');
}

function asJson({ objects, underWay, findings }: IntegrityReport): string {
  return JSON.stringify({
    clean: findings.length === 0,
    objects,
    under_way: underWay,
    findings: findings.map(({ kind, objectKey, message }) => ({ kind, object_key: objectKey, message })),
  });
}
