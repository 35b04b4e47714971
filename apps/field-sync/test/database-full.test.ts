/** @own-process because its databases are on a server of its own, of which it fills the disks */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mountSmallDisk, startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { RUN_JOB } from '../src/features/runs/enqueue-runs.ts';
import { runJob } from '../src/features/runs/run-job.ts';
import type { SyncedTables } from '../src/features/synced-tables/types.ts';
import { workedTables } from './survey.ts';
import { sendAction } from './send-action.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const MIB = 1024 * 1024;
const TREES = 5_000;
/** More than is left on a disk that is called full. */
const NOTE = 'x'.repeat(400);

type Disk = Awaited<ReturnType<typeof addTablespace>>;

let server: TestServer;
let sync: SyncApp;
let targetDisk: Disk;
let ownDisk: Disk;
const disks: { unmount(): void }[] = [];
const root = mkdtempSync(join(tmpdir(), 'cairn-database-full-'));
/** What happens after a change is applied, before it is recorded. */
let whenApplied: () => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  chmodSync(root, 0o755);
  server = await startTestServer({ log_statement: 'none' });
  // The databases of the platform as well.
  process.env.CAIRN_TEST_POSTGRES_URL = server.url();
  targetDisk = await addTablespace('target_disk', 96);
  ownDisk = await addTablespace('own_disk', 32);
  await server.query('postgres', 'CREATE DATABASE field TABLESPACE target_disk');
  await server.query('field', 'CREATE EXTENSION postgis');
  sync = await startSyncApp({ target: server.url('field') });
  const applyChange: SyncedTables['applyChange'] = async (plan, request) => {
    const counts = await sync.context.target.applyChange(plan, request);
    await whenApplied();
    return counts;
  };
  const target = { ...sync.context.target, applyChange };
  const processors = { [RUN_JOB]: runJob({ ...sync.context, target }) };
  await sync.context.jobs.work({ processors, concurrency: 1, graceMs: 5_000 }).ready;
});
afterAll(async () => {
  await sync?.close();
  await server?.stop();
  for (const disk of disks) disk.unmount();
  rmSync(root, { recursive: true });
});

/** A disk of its own for some tables; the server's log of transactions is on another. */
async function addTablespace(name: string, mebibytes: number) {
  const folder = join(root, name);
  mkdirSync(folder);
  const mounted = mountSmallDisk(folder);
  disks.push(mounted);
  const disk = { ...mounted, isFull: async () => (await statfs(folder)).bavail === 0 };
  disk.resize(mebibytes * MIB);
  execFileSync('chown', ['--reference', server.dataFolder, folder]);
  await server.query('postgres', `CREATE TABLESPACE ${name} LOCATION '${folder}'`);
  return disk;
}

async function poll(id: number) {
  await sync.context.beat();
  await sync.poll();
  return sync.ended(id);
}

const stateOf = (name: string) => sync.query(`SELECT seq::integer FROM ${name}.cairn_sync_state`);

test('a first load that does not fit pauses its run with what to do, leaves no table, and is applied once there is space', async () => {
  const id = await sync.addProject('oak', workedTables({ trees: TREES }));
  await targetDisk.fill(0);
  const run = await poll(id);
  expect(run).toMatchObject({ status: 'paused', error_code: 'field_sync.database_full', seq: null });
  expect(run.error).toContain('Ask its administrator to free space on the database server');
  expect(
    await sync.query(
      `SELECT FROM pg_tables WHERE schemaname = 'oak' AND tablename IN ('trees', 'inspections')`,
    ),
  ).toEqual([]);
  await targetDisk.empty();
  expect(await poll(id)).toMatchObject({ status: 'applied', seq: '1', error: null });
  expect(await sync.differences(sync.pathOf('oak'), 'oak', 'trees')).toBe(0);
  expect(await sync.context.serviceControl.status(id)).toMatchObject({ problem: null });
});

test('a version that fills the disk in the middle changes no row, and is applied once there is space', async () => {
  const id = await sync.loadProject('elm', workedTables({ trees: TREES }));
  await sync.change('elm', (db) => db.exec(`UPDATE trees SET species = '${NOTE}'`));
  await targetDisk.fill(MIB);
  for (let n = 0; n < 2; n += 1) {
    expect(await poll(id)).toMatchObject({
      status: 'paused',
      error_code: 'field_sync.database_full',
      seq: null,
    });
    expect(await stateOf('elm')).toEqual([{ seq: 1 }]);
    expect(await sync.query(`SELECT FROM elm.trees WHERE species = '${NOTE}'`)).toEqual([]);
    expect(await sync.query('SELECT FROM elm.cairn_sync_history')).toEqual([]);
  }
  await targetDisk.empty();
  expect(await poll(id)).toMatchObject({ status: 'applied', seq: '2', updated: String(TREES) });
  expect(await sync.differences(sync.pathOf('elm'), 'elm', 'trees')).toBe(0);
  expect(await sync.query('SELECT count(*)::integer AS n FROM elm.cairn_sync_history')).toEqual([
    { n: TREES },
  ]);
});

test('while our own database is full, actions answer 503 and change nothing, and a run that was applied is recorded once afterwards', async () => {
  const id = await sync.loadProject('ash', workedTables());
  const boss = await sync.app.signUp({ username: 'bea', isAdmin: true });
  await sync.change('ash', (db) => db.exec('UPDATE trees SET height = height + 1'));
  for (const table of ['log_lines', 'audit_events'])
    await sync.app.admin.query(`ALTER TABLE field_sync.${table} SET TABLESPACE own_disk`);
  whenApplied = async () => {
    // Without a page that has room left.
    await sync.app.admin.query(`ALTER TABLE field_sync.audit_events DISABLE TRIGGER USER;
      TRUNCATE field_sync.log_lines, field_sync.audit_events; ALTER TABLE field_sync.audit_events ENABLE TRIGGER USER`);
    await ownDisk.fill(0);
  };
  await sync.poll();
  await until('its disk is full', ownDisk.isFull);
  expect(await stateOf('ash')).toEqual([{ seq: 2 }]);
  const save = { save: '', id: 0, name: 'New', type: 'folder', url: '.', username: '', password: '' };
  expect(await sendAction(sync.app, boss, { path: 'server.php', fields: save })).toMatchObject({
    status: 503,
    body: { success: false, message: expect.stringContaining('Ask the operator to free space') },
  });
  expect((await sync.app.admin.query(`SELECT FROM field_sync.servers WHERE name = 'New'`)).rows).toEqual([]);
  expect((await sync.projects.runs(id)).at(-1)).toMatchObject({ status: 'running' });
  await ownDisk.empty();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2' });
  expect((await sync.projects.runs(id)).map(({ seq }) => seq)).toEqual(['1', '2']);
  expect(await sync.query('SELECT count(*)::integer AS n FROM ash.cairn_sync_history')).toEqual([{ n: 200 }]);
});
