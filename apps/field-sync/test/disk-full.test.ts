import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, mountSmallDisk, openGeopackage, startTestQFieldCloud } from '@cairn/testing';
import type { TestQFieldCloud } from '@cairn/testing';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { RUN_JOB } from '../src/features/runs/enqueue-runs.ts';
import { runJob } from '../src/features/runs/run-job.ts';
import type { SyncedTables } from '../src/features/synced-tables/types.ts';
import { surveyTables } from './survey.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const MIB = 1024 * 1024;
const DISK = 64 * MIB;
const DOWNLOAD = /^\/api\/v1\/files\/[^/]+\/survey\.gpkg/;
const folder = mkdtempSync(join(tmpdir(), 'cairn-disk-full-'));
const file = join(folder, PACKAGE);

let sync: SyncApp;
let cloud: TestQFieldCloud;
let projectRef: string;
let serverId: number;
let id: number;
let disk: ReturnType<typeof mountSmallDisk>;
/** What happens when a run begins to compare. */
let whenComparing: () => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  [sync, cloud] = await Promise.all([startSyncApp(), startTestQFieldCloud()]);
  disk = mountSmallDisk(sync.app.storageRoot);
  disk.resize(DISK);
  serverId = await sync.addServer('Server', 'cloud', cloud);
  createGeopackage(file, surveyTables({ trees: 20 }));
  ({ id: projectRef } = await cloud.addProject({ name: 'oak', files: { [PACKAGE]: readFileSync(file) } }));
  id = await sync.startProject({ name: 'oak', serverId, projectRef });
  const planChange: SyncedTables['planChange'] = async (request) => {
    await whenComparing();
    return sync.context.target.planChange(request);
  };
  const target = { ...sync.context.target, planChange };
  const processors = { [RUN_JOB]: runJob({ ...sync.context, target }) };
  await sync.context.jobs.work({ processors, concurrency: 1, graceMs: 5_000 }).ready;
});
afterAll(async () => {
  disk?.unmount();
  await sync.close();
  await cloud.close();
  rmSync(folder, { recursive: true });
});

async function poll() {
  await sync.context.beat();
  await sync.pollServer(serverId);
  return sync.ended(id);
}

/** A new version that has so many MiB and another height of each tree. */
async function publish(mebibytes: number): Promise<void> {
  const db = openGeopackage(file);
  db.exec(`CREATE TABLE IF NOT EXISTS filler (bytes BLOB); DELETE FROM filler; UPDATE trees SET height = height + 1;
    INSERT INTO filler VALUES (randomblob(${mebibytes * MIB})); VACUUM`);
  db.close();
  await cloud.putFile(projectRef, PACKAGE, readFileSync(file));
}

/** A run that failed says so everywhere, and nothing that was there before is lost. */
async function expectOnlyFailed(run: Record<string, any>, seq: number): Promise<void> {
  expect(run).toMatchObject({ status: 'failed', error_code: 'files.no_space', seq: null });
  expect(run.error).toContain('Ask the operator to free space');
  expect(await sync.context.serviceControl.status(id)).toMatchObject({
    status: 'active',
    problem: run.error,
  });
  const { retry_at: retryAt } = await sync.projects.project(id);
  expect(retryAt.getTime() - run.finished_at.getTime()).toBeLessThan(5_000);
  expect(await sync.query('SELECT seq::integer FROM oak.cairn_sync_state')).toEqual([{ seq }]);
  expect(await checkIntegrity(sync.context, { checksums: true })).toMatchObject({ findings: [] });
}

async function expectApplied(seq: number): Promise<void> {
  expect(await poll()).toMatchObject({ status: 'applied', seq: String(seq), error: null });
  expect(await sync.differences(file, 'oak', 'trees')).toBe(0);
  expect(await checkIntegrity(sync.context, { checksums: true })).toMatchObject({ findings: [] });
}

test('a version that does not fit on the disk fails its run at once, and is applied once there is space', async () => {
  expect(await poll()).toMatchObject({ status: 'applied', seq: '1' });
  await publish(2);
  await disk.fill(MIB);
  cloud.reset();
  await expectOnlyFailed(await poll(), 1);
  const sent = cloud.requests.filter(({ path }) => DOWNLOAD.test(path)).map(({ bytesSent }) => bytesSent);
  expect(Math.max(0, ...sent)).toBeLessThan(2 * MIB);
  await disk.empty();
  await expectApplied(2);
});

test('a disk that becomes full in the middle of a download keeps what was saved, and the next run continues there', async () => {
  await publish(8);
  cloud.fail({ path: DOWNLOAD, during: { at: 6 * MIB, call: () => disk.fill(0) } });
  await expectOnlyFailed(await poll(), 2);
  await disk.empty();
  cloud.reset();
  await expectApplied(3);
  const [rest] = cloud.requests.filter(({ path }) => DOWNLOAD.test(path));
  expect(Number(/bytes=(\d+)-/.exec(String(rest?.range))?.[1])).toBeGreaterThanOrEqual(3 * MIB);
});

test('a disk that becomes full when a run compares fails it with the same sentence, and fetches nothing again', async () => {
  await publish(1);
  whenComparing = () => disk.fill(0);
  await expectOnlyFailed(await poll(), 3);
  whenComparing = () => Promise.resolve();
  await disk.empty();
  cloud.reset();
  await expectApplied(4);
  expect(cloud.requests.filter(({ path }) => DOWNLOAD.test(path))).toEqual([]);
});
