import { rename } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Worker } from '@cairn/jobs';
import { startTestMerginMaps, until } from '@cairn/testing';
import { RUN_JOB } from '../src/features/runs/enqueue-runs.ts';
import { runJob } from '../src/features/runs/run-job.ts';
import type { SyncedTables } from '../src/features/synced-tables/types.ts';
import { dayOfWork, workedTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
const workers: Worker[] = [];
beforeAll(async () => {
  sync = await startSyncApp({
    overrides: { jobTimes: { leaseMs: 60_000, heartbeatMs: 50, sweepMs: 100, backoffMs: 20 } },
  });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await sync.app.admin.query('UPDATE field_sync.projects SET started = false');
});
afterAll(() => sync.close());

/** A worker of this process; `change` puts something in front of the target's methods. */
async function work(change: Partial<SyncedTables> = {}): Promise<void> {
  await sync.context.beat();
  const target = { ...sync.context.target, ...change };
  const processors = { [RUN_JOB]: runJob({ ...sync.context, target }) };
  const worker = sync.context.jobs.work({ processors, concurrency: 2, graceMs: 5_000 });
  workers.push(worker);
  await worker.ready;
}

async function seq(schema: string): Promise<number> {
  const [state] = await sync.query(`SELECT seq::integer FROM ${schema}.cairn_sync_state`);
  return state.seq;
}

const countTrees = async (schema: string) =>
  (await sync.query(`SELECT count(*)::integer AS count FROM ${schema}.trees`))[0].count;
const jobOf = async (run: Record<string, any>) => (await sync.context.jobs.get(Number(run.job_id)))!;
const logOf = async (id: number) =>
  (
    await sync.app.admin.query(
      'SELECT level, message FROM field_sync.log_lines WHERE project_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

test('a package that is missing pauses the project with its name, and the next version continues', async () => {
  await work();
  const id = await sync.loadProject('renamed', workedTables());
  await sync.projects.putFile('renamed', 'other.txt', 'a file');
  const away = sync.pathOf('renamed', 'away.sav');
  await rename(sync.pathOf('renamed'), away);
  await sync.app.admin.query(`UPDATE field_sync.projects SET sleep_time = 86400 WHERE id = $1`, [id]);
  await until('the folder has settled', async () => {
    await sync.poll();
    return (await sync.projects.runs(id)).length > 1;
  });
  const run = await sync.ended(id);
  expect(run).toMatchObject({ status: 'paused', error: expect.stringContaining('survey.gpkg') });
  const project = await sync.projects.project(id);
  expect(project).toMatchObject({ paused_reason: run.error, failures: 1 });
  expect(project.retry_at.getTime() - run.finished_at.getTime()).toBeGreaterThan(800_000);
  await until('its job has ended', async () => (await jobOf(run)).status !== 'running');
  expect(await jobOf(run)).toMatchObject({ status: 'failed', attempts: 1 });
  expect((await logOf(id)).at(-1)).toEqual({ level: 'error', message: run.error });
  expect(await countTrees('renamed')).toBe(200);
  await sync.publish('renamed', away);
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied' });
  expect(await sync.projects.project(id)).toMatchObject({ paused_reason: null, failures: 0, retry_at: null });
});

test('an unreachable database fails the run, and a later run applies the version', async () => {
  await work();
  const id = await sync.addProject('away', workedTables());
  const link = await sync.projects.addLink('Away', { port: 9 });
  await sync.app.admin.query('UPDATE field_sync.projects SET pglink_id = $1 WHERE id = $2', [link, id]);
  await sync.poll();
  const run = await sync.ended(id);
  expect(run).toMatchObject({ status: 'failed', seq: null });
  const project = await sync.projects.project(id);
  expect(project).toMatchObject({ failures: 1, problem: run.error, paused_code: null, started: true });
  expect(project.retry_at.getTime() - run.finished_at.getTime()).toBeLessThanOrEqual(1_000);
  await sync.app.admin.query('UPDATE field_sync.projects SET pglink_id = $1 WHERE id = $2', [
    sync.linkId,
    id,
  ]);
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '1' });
  expect(await sync.projects.project(id)).toMatchObject({ failures: 0, problem: null, retry_at: null });
});

test('a run that is in the target already is closed as applied, not applied again, whatever it was held for', async () => {
  await work();
  const id = await sync.loadProject('closed', workedTables());
  await sync.change('closed', (db) => dayOfWork(db, 3));
  await sync.poll();
  const applied = await sync.ended(id);
  const project = await sync.projects.project(id);
  // As if the worker had lost the answer of the commit and failed the run.
  await sync.app.admin.query(
    `UPDATE field_sync.runs SET status = 'failed', seq = NULL, inserted = 0, updated = 0, deleted = 0, error = 'x' WHERE id = $1`,
    [applied.id],
  );
  await sync.app.admin.query(
    `UPDATE field_sync.projects SET applied_seq = 1, applied_version = 'before', failures = 1 WHERE id = $1`,
    [id],
  );
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({
    status: 'applied',
    seq: '3',
    inserted: '0',
    updated: '0',
    deleted: '0',
  });
  const [, repaired] = await sync.projects.runs(id);
  const { seq: number, inserted, updated, deleted, error } = repaired!;
  expect([number, inserted, updated, deleted, error]).toEqual(['2', '3', '3', '1', null]);
  expect(await sync.projects.project(id)).toMatchObject({ applied_version: project.applied_version });
  const [history] = await sync.query('SELECT count(*)::integer AS count FROM closed.cairn_sync_history');
  expect(history.count).toBe(7);
});

test('two workers on one run apply it once', async () => {
  await work();
  const id = await sync.loadProject('twice', workedTables());
  for (const worker of workers.splice(0)) await worker.stop();
  await sync.change('twice', (db) => dayOfWork(db, 3));
  const planned: string[] = [];
  const go = Promise.withResolvers<void>();
  const holdBeforeApplying: Partial<SyncedTables> = {
    async applyChange(...request) {
      planned.push('planned');
      await go.promise;
      return sync.context.target.applyChange(...request);
    },
  };
  await work(holdBeforeApplying);
  await sync.poll();
  await until('the first worker is about to apply', () => planned.length === 1);
  const second = runJob(sync.context);
  const [run] = (await sync.projects.runs(id)).slice(-1);
  // Another worker that got the same job, as after a lost lease.
  await second({ run_id: Number(run!.id) }, fakeJob());
  go.resolve();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2' });
  await until('the job has ended', async () => (await jobOf(run!)).finishedAt !== null);
  expect(await seq('twice')).toBe(2);
  const [history] = await sync.query('SELECT count(*)::integer AS count FROM twice.cairn_sync_history');
  expect(history.count).toBe(7);
  expect((await sync.projects.runs(id)).filter(({ status }) => status === 'applied')).toHaveLength(2);
});

/** The job of a worker whose lease nobody looks at. */
function fakeJob(): any {
  return {
    job: { id: 0, fence: 99 },
    signal: new AbortController().signal,
    progress: () => undefined,
    commit: (fn: (trx: unknown) => Promise<unknown>) =>
      sync.context.db.transaction().execute((trx) => fn(trx)),
    committed: async () => undefined,
  };
}

test('a project that is stopped while it compares is not written to; started again, it continues', async () => {
  const comparing = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  await work();
  const id = await sync.loadProject('stopped', workedTables());
  for (const worker of workers.splice(0)) await worker.stop();
  await work({
    async planChange(request) {
      comparing.resolve();
      await go.promise;
      return sync.context.target.planChange(request);
    },
  });
  await sync.change('stopped', (db) => dayOfWork(db, 3));
  await sync.poll();
  await comparing.promise;
  expect(await sync.context.serviceControl.status(id)).toMatchObject({
    ...{ status: 'active', sub: 'comparing', pid: process.pid },
  });
  await sync.context.serviceControl.stop(id, sync.cause);
  expect(await sync.context.serviceControl.status(id)).toMatchObject({
    status: 'deactivating',
    sub: 'comparing',
  });
  go.resolve();
  expect(await sync.ended(id)).toMatchObject({ status: 'cancelled', seq: null });
  expect(await seq('stopped')).toBe(1);
  expect(await sync.context.serviceControl.status(id)).toMatchObject({
    status: 'inactive',
    sub: 'dead',
    pid: 0,
  });
  await sync.poll();
  expect(await sync.projects.runs(id)).toHaveLength(2);
  await sync.context.serviceControl.start(id, sync.cause);
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2', inserted: '3' });
});

test('a run that is cancelled between the taking of its job and its begin is cancelled', async () => {
  await sync.context.beat();
  const run = runJob(sync.context);
  const worker = sync.context.jobs.work({
    processors: {
      [RUN_JOB]: async (payload, job) => {
        await sync.context.jobs.cancel(job.job.id);
        return run(payload, job);
      },
    },
    ...{ concurrency: 1, graceMs: 5_000 },
  });
  workers.push(worker);
  await worker.ready;
  const id = await sync.addProject('early', workedTables());
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'cancelled', seq: null });
});

test('a run that is cancelled while it is applied is applied', async () => {
  await work();
  const id = await sync.loadProject('late', workedTables());
  for (const worker of workers.splice(0)) await worker.stop();
  const committed = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  await work({
    async applyChange(...request) {
      const counts = await sync.context.target.applyChange(...request);
      committed.resolve();
      await go.promise;
      return counts;
    },
  });
  await sync.change('late', (db) => dayOfWork(db, 3));
  await sync.poll();
  await committed.promise;
  await sync.context.runs.cancel(id);
  await until('the job knows', async () => {
    const run = (await sync.projects.runs(id)).at(-1)!;
    return (await jobOf(run)).cancelRequestedAt !== null;
  });
  go.resolve();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2' });
});

test('a server whose files do not come holds up no run of another server', async () => {
  const silent = await startTestMerginMaps();
  const serverId = await sync.addServer('Silent', 'field', silent);
  const silentIds: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const name = `silent${n}`;
    silent.createProject(name, { files: { 'survey.gpkg': 'never sent' } });
    silentIds.push(await sync.startProject({ name, serverId, projectRef: `field/${name}` }));
  }
  const go = Promise.withResolvers<void>();
  silent.fail({ path: /\/raw\//, wait: go.promise, times: 100 });
  await sync.context.beat();
  const processors = { [RUN_JOB]: runJob(sync.context) };
  const worker = sync.context.jobs.work({
    ...{ processors, concurrency: 3, graceMs: 5_000, sharedBy: 'server_id', sharedAtMost: 2 },
  });
  workers.push(worker);
  await worker.ready;
  await sync.pollServer(serverId);
  await until('two of its runs wait for their files', () => {
    return silent.requests.filter(({ path }) => path.includes('/raw/')).length >= 2;
  });
  const id = await sync.loadProject('lively', workedTables());
  expect(await sync.projects.project(id)).toMatchObject({ applied_seq: '1' });
  const statuses = await Promise.all(silentIds.map((each) => sync.projects.runs(each)));
  expect(
    statuses
      .flat()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['queued', 'queued', 'running', 'running']);
  for (const each of silentIds) await sync.context.serviceControl.stop(each, sync.cause);
  for (const each of silentIds) expect(await sync.ended(each)).toMatchObject({ status: 'cancelled' });
  go.resolve();
  await silent.close();
});
