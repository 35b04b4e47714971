/** @own-process because it measures bytes and moments while other processes are killed */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, openGeopackage, startService, startTestMerginMaps, until } from '@cairn/testing';
import type { RunningService, TestMerginMaps } from '@cairn/testing';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { dayOfWork, surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

/** `SYNC_KILLS=20` is the long version. */
const KILLS = Number(process.env.SYNC_KILLS ?? 4);
/** With the same seed the same processes are killed at the same moments, as far as the machine repeats itself. */
const SEED = Number(process.env.SYNC_SEED ?? Date.now() % 1_000_000);
const MIB = 1024 * 1024;
const PROCESS = resolve(import.meta.dirname, 'sync-process.ts');
const TREES = 20_000;
const PHOTO_MIB = 16;
const MOMENTS = ['fetching', 'comparing', 'applying', 'closing', 'any'] as const;
const TABLES = ['trees', 'paths', 'plots', 'inspections', 'photos'];

const random = createRandom(SEED);
const between = (least: number, most: number) => Math.round(least + random() * (most - least));

let mergin: TestMerginMaps;
let sync: SyncApp;
let file: string;
let projectId: number;
const workers: RunningService[] = [];
beforeAll(async () => {
  mergin = await startTestMerginMaps();
  sync = await startSyncApp();
  file = join(sync.app.storageRoot, 'survey.gpkg');
  createGeopackage(file, [
    ...surveyTables({ trees: TREES }),
    {
      name: 'photos',
      columns: { content: 'BLOB' },
      rows: Array.from({ length: PHOTO_MIB }, (_each, n) => ({ fid: n + 1, content: Buffer.alloc(MIB, n) })),
    },
  ]);
  mergin.createProject('forest', { files: { 'survey.gpkg': readFileSync(file) } });
  const serverId = await sync.addServer('Mergin', 'field', mergin);
  projectId = await sync.startProject({
    ...{ name: 'forest', serverId, projectRef: 'field/forest' },
    row: { sleep_time: 1, max_delete_percent: 100 },
  });
});
afterEach(() => endWorkers());
afterAll(async () => {
  await sync?.close();
  await mergin?.close();
});

async function startWorker(): Promise<RunningService> {
  const worker = await startService({
    script: PROCESS,
    config: sync.app.config,
    env: {
      ...{ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal' },
      FOLDER_PROVIDER_ROOT: sync.app.config.folderProviderRoot,
    },
  });
  workers.push(worker);
  return worker;
}

async function endWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.kill();
}

/** A crew's day becomes a version at the provider; returns its name. */
function publishDay(day: number): string {
  const db = openGeopackage(file);
  dayOfWork(db, day);
  db.close();
  const project = [...mergin.projects.values()][0]!;
  return `v${mergin.commitVersion(project, { files: { 'survey.gpkg': readFileSync(file) } })}`;
}

const runsOf = async (version: string) =>
  (await sync.projects.runs(projectId)).filter((run) => run.version === version);
const stage = async (version: string) => (await runsOf(version)).at(-1)?.stage ?? null;
async function seq(): Promise<number> {
  const rows = await sync.query('SELECT seq FROM forest.cairn_sync_state').catch(() => []);
  return Number(rows[0]?.seq ?? 0);
}
const isApplied = async (version: string) =>
  (await sync.projects.project(projectId)).applied_version === version;

/** Kills the worker that has the run, at a moment within the given part of it. Returns when it is dead. */
async function killWithin(
  moment: (typeof MOMENTS)[number],
  { version, before, byDiffs }: { version: string; before: number; byDiffs: boolean },
): Promise<void> {
  const kill = async () => {
    const pid = (await runsOf(version)).at(-1)?.worker_pid;
    const index = Math.max(
      workers.findIndex((worker) => worker.pid === pid),
      0,
    );
    await workers.splice(index, 1)[0]!.kill();
  };
  const reach = (what: string, check: () => Promise<boolean>) => until(what, check, { everyMs: 2 });
  if (moment === 'fetching') {
    const killed = Promise.withResolvers<void>();
    const { diff, size } = [...mergin.projects.values()][0]!.versions.at(-1)!.files.get('survey.gpkg')!;
    const at = between(1, byDiffs ? diff!.size : size);
    mergin.fail({
      path: /\/raw\//,
      during: { at, call: () => delay(between(0, 100)).then(kill).then(killed.resolve) },
    });
    return killed.promise;
  }
  if (moment === 'any') {
    await reach('the run has begun', async () => (await runsOf(version)).length > 0);
    await delay(between(0, 3_000));
  } else if (moment === 'closing') {
    await reach('it is committed in the target', async () => (await seq()) > before);
    await delay(between(0, 10));
  } else {
    await reach(`it is ${moment}`, async () => (await stage(version)) === moment || (await seq()) > before);
    await delay(between(0, 300));
  }
  await kill();
}

/** Bytes of the package and its differences that were sent, and how many of them more than once. */
function countBytes(from: number): { sent: number; again: number } {
  const ends = new Map<string | undefined, number>();
  const count = { sent: 0, again: 0 };
  for (const { path, query, range, bytesSent } of mergin.requests.slice(from)) {
    if (!path.includes('/raw/')) continue;
    const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const end = ends.get(query['file']) ?? 0;
    count.sent += bytesSent;
    count.again += Math.max(0, end - start);
    ends.set(query['file'], Math.max(end, start + bytesSent));
  }
  return count;
}

async function expectEqualTables(): Promise<void> {
  for (const table of TABLES)
    expect([table, await sync.differences(file, 'forest', table)]).toEqual([table, 0]);
}

test(
  `a worker that is killed anywhere loses and repeats nothing: ${KILLS} kills`,
  async () => {
    console.info(`SYNC_SEED=${SEED}`);
    await startWorker();
    await until('the first load is applied', () => isApplied('v1'));
    expect(await seq()).toBe(1);
    const again: string[] = [];
    for (let day = 1; day <= KILLS; day += 1) {
      const moment = MOMENTS[(day - 1) % MOMENTS.length]!;
      // In half of them another worker is there already.
      while (workers.length < 1 + (day % 2)) await startWorker();
      const [before, request] = [await seq(), mergin.requests.length];
      const byDiffs = random() < 0.5;
      if (!byDiffs) mergin.fail({ path: /\/delta$/, quirk: 'empty-delta', times: 100 });
      const version = publishDay(day);
      await killWithin(moment, { version, before, byDiffs });
      if (workers.length === 0) await startWorker();
      await until(`${version} is applied`, () => isApplied(version));
      expect(await seq()).toBe(day + 1);
      const runs = await runsOf(version);
      expect(runs.filter(({ status }) => status === 'applied')).toMatchObject([
        { seq: String(day + 1), inserted: '3', deleted: '1' },
      ]);
      const bytes = countBytes(request);
      again.push(`${moment}${byDiffs ? ', by differences' : ''} ${(bytes.again / MIB).toFixed(1)}`);
      expect(bytes.again).toBeLessThanOrEqual(8 * MIB);
      // Were there no differences, the package would have been sent.
      if (byDiffs) expect(bytes.sent).toBeLessThan(0.05 * PHOTO_MIB * MIB);
      else expect(bytes.sent).toBeGreaterThan(PHOTO_MIB * MIB);
      mergin.reset();
    }
    expect((await checkIntegrity(sync.context, { checksums: false })).findings).toEqual([]);
    await expectEqualTables();
    const [history] = await sync.query(
      'SELECT count(*)::integer AS count, count(DISTINCT run) AS runs FROM forest.cairn_sync_history',
    );
    const applied = (await sync.projects.runs(projectId)).filter(({ status }) => status === 'applied');
    const changes = applied
      .slice(1)
      .map((run) => Number(run.inserted) + Number(run.updated) + Number(run.deleted));
    expect(history.count).toBe(changes.reduce((sum, count) => sum + count, 0));
    console.info(`MiB fetched again: ${again.join(', ')}`);
  },
  60_000 + KILLS * 60_000,
);

/** mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
