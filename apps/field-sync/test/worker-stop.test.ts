import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, openGeopackage, startService, startTestQFieldCloud, until } from '@cairn/testing';
import type { RunningService, TestQFieldCloud } from '@cairn/testing';
import { surveyTables } from './survey.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const MIB = 1024 * 1024;
const DOWNLOAD = /^\/api\/v1\/files\/[^/]+\/survey\.gpkg/;
const folder = mkdtempSync(join(tmpdir(), 'cairn-worker-stop-'));

let sync: SyncApp;
let cloud: TestQFieldCloud;
const workers: RunningService[] = [];
beforeAll(async () => {
  [sync, cloud] = await Promise.all([startSyncApp(), startTestQFieldCloud()]);
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await sync.close();
  await cloud.close();
  rmSync(folder, { recursive: true });
});

async function startWorker(): Promise<RunningService> {
  const { config } = sync.app;
  const worker = await startService({
    ...{ script: resolve(import.meta.dirname, '../src/worker.ts'), config },
    env: { NODE_ENV: 'test', LOG_LEVEL: 'info', FOLDER_PROVIDER_ROOT: config.folderProviderRoot },
  });
  workers.push(worker);
  return worker;
}

test('a worker that is asked to stop leaves its run to the next one, which continues with the bytes that are there', async () => {
  const file = join(folder, PACKAGE);
  createGeopackage(file, surveyTables({ trees: 20 }).slice(0, 1));
  const db = openGeopackage(file);
  db.exec(`CREATE TABLE filler AS SELECT randomblob(${6 * MIB}) AS bytes`);
  db.close();
  const { id: projectRef } = await cloud.addProject({
    name: 'oak',
    files: { [PACKAGE]: readFileSync(file) },
  });
  const serverId = await sync.addServer('Cloud', 'cloud', cloud);
  const id = await sync.startProject({ name: 'oak', serverId, projectRef });
  cloud.fail({ path: DOWNLOAD, stallAt: 5 * MIB });

  const first = await startWorker();
  await until('bytes are on the disk', async () => {
    const { rows } = await sync.app.admin.query('SELECT saved_bytes FROM field_sync.downloads');
    return Number(rows[0]?.saved_bytes) > 0;
  });
  expect(await first.stop()).toBe(0);
  expect(await sync.projects.runs(id)).toMatchObject([{ finished_at: null, error: null }]);
  expect(await sync.projects.project(id)).toMatchObject({ failures: 0, problem: null });

  await startWorker();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '1', error: null });
  expect(await sync.projects.runs(id)).toHaveLength(1);
  const { rows: continued } = await sync.app.admin.query(
    `SELECT message FROM field_sync.log_lines WHERE project_id = $1 AND message LIKE '%nother one continues it.'`,
    [id],
  );
  expect(continued).toHaveLength(1);
  const [, rest] = cloud.requests.filter(({ path }) => DOWNLOAD.test(path));
  expect(Number(/bytes=(\d+)-/.exec(String(rest?.range))?.[1])).toBeGreaterThanOrEqual(3 * MIB);
});
