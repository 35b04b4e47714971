import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrateService } from '@cairn/db';
import { registerService, startService } from '@cairn/testing';
import type { TestReportMgmt } from './test-app.ts';

const SOURCE = resolve(import.meta.dirname, '../../report-server/src');

/** The real report server on the database of the app, which `start` runs as a process. */
export async function prepareReportServer({
  admin,
  database,
  config,
}: Pick<TestReportMgmt, 'admin' | 'database' | 'config'>) {
  const storageRoot = await mkdtemp(join(tmpdir(), 'cairn-report-server-'));
  await registerService(admin, 'report-server');
  const databaseUrl = database.url('report_server');
  await migrateService(databaseUrl, { schema: 'report_server', folder: join(SOURCE, 'db/migrations') });
  return {
    start: (env: Record<string, string>) =>
      startService({
        script: join(SOURCE, 'main.ts'),
        config: { ...config, databaseUrl, centralDatabaseUrl: databaseUrl, storageRoot },
        env,
      }),
    removeFiles: () => rm(storageRoot, { recursive: true, force: true }),
  };
}
