import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createWorkerBeat } from '../src/features/project-service/worker-beat.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';
import type { TestProjects } from './test-projects.ts';

const CAUSE = { actorId: 7, actorName: 'ada', ip: '203.0.113.5', requestId: 'request-1' };

let app: TestFieldSync;
let projects: TestProjects;
let serverId: number;
let linkId: number;
let id: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  projects = testProjects(app);
  serverId = await projects.addServer('North');
  linkId = await projects.addLink('target');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.admin.query(
    `TRUNCATE field_sync.projects, field_sync.runs, field_sync.jobs, field_sync.workers CASCADE`,
  );
  await app.admin.query(
    `UPDATE field_sync.servers SET poller = NULL, poll_lease_until = NULL, polled_at = NULL, sign_in_problem = NULL, retry_at = NULL`,
  );
  id = await projects.startProject({ name: 'forest', serverId, linkId, row: { started: false } });
});

const control = () => app.context.serviceControl;
const status = () => control().status(id);
const set = (columns: string, values: unknown[] = []) =>
  app.admin.query(`UPDATE field_sync.projects SET ${columns} WHERE id = ${id}`, values);
const beatOf = (worker: string, pid = 1) =>
  createWorkerBeat({ ...app.context, worker: { id: worker, pid } }).beat;
const addRun = (row: Record<string, unknown>) =>
  app.admin.query(
    `INSERT INTO field_sync.runs (project_id, kind, status, stage, worker, worker_pid) VALUES ($1, 'sync', $2, $3, $4, 1)`,
    [id, row.status, row.stage ?? null, row.worker ?? null],
  );
/** As if no worker had been there for a while. */
const passTime = (seconds: number) =>
  app.admin.query(`UPDATE field_sync.workers SET beat_at = beat_at - $1 * interval '1 second'`, [seconds]);

test('a service is enabled and disabled without being started, and each change is in the audit log', async () => {
  await control().enable(id, CAUSE);
  await control().enable(id, CAUSE);
  expect(await status()).toMatchObject({
    enabled: true,
    status: 'inactive',
    sub: 'dead',
    pid: 0,
    startedAt: null,
  });
  await control().disable(id, CAUSE);
  expect(await status()).toMatchObject({ enabled: false });
  const { rows } = await app.admin.query(
    'SELECT event, actor_name, subject FROM field_sync.audit_events WHERE object_id = $1 ORDER BY id',
    [id],
  );
  expect(rows.map(({ event }) => event)).toEqual(['service.enabled', 'service.enabled', 'service.disabled']);
  expect(rows[0]).toMatchObject({ actor_name: 'ada', subject: 'forest' });
});

test('a service that is started is due at once, its failures forgotten, and active once a worker has it', async () => {
  await set(`sleep_time = 3600, failures = 6, retry_at = now() + interval '15 minutes', problem = 'x', cpu_seconds = 9,
    paused_code = 'field_sync.x', paused_reason = 'No grant.'`);
  await control().start(id, CAUSE);
  expect(await status()).toMatchObject({
    status: 'activating',
    sub: 'waiting',
    pid: 0,
    cpu: 0,
    problem: null,
  });
  expect(await projects.project(id)).toMatchObject({ failures: 0, retry_at: null, paused_code: null });
  await app.context.beat();
  await app.admin.query(
    `UPDATE field_sync.servers SET poller = $1, poll_lease_until = now() + interval '1 minute', polled_at = now() - interval '1 second'`,
    [app.context.worker.id],
  );
  expect(await status()).toMatchObject({ status: 'active', sub: 'polling', pid: process.pid });
  await app.admin.query('UPDATE field_sync.servers SET polled_at = now()');
  const waiting = await status();
  expect(waiting).toMatchObject({ status: 'active', sub: 'waiting', pid: process.pid });
  expect(waiting.nextAt!.getTime() - Date.now()).toBeLessThan(3_601_000);
  const targetId = await projects.addFileTarget('copies');
  await app.admin.query(
    `INSERT INTO field_sync.pushes (project_id, file_target_id, seq, status) VALUES ($1, $2, 1, 'running')`,
    [id, targetId],
  );
  expect(await status()).toMatchObject({ status: 'active', sub: 'pushing' });
  // Again: nothing is restarted.
  await set(`cpu_seconds = 3`);
  await control().start(id, CAUSE);
  expect(await status()).toMatchObject({ cpu: 3, startedAt: waiting.startedAt });
});

test('a service whose project has no GeoPackage is not started', async () => {
  await set(`geopackage = ''`);
  await expect(control().start(id, CAUSE)).rejects.toMatchObject({ code: 'field_sync.project_incomplete' });
  expect(await status()).toMatchObject({ status: 'inactive' });
  await expect(control().start(0, CAUSE)).rejects.toMatchObject({ kind: 'not_found' });
});

test.each(['fetching', 'comparing', 'applying'])('a service whose run is %s says so', async (stage) => {
  await beatOf('w', 4711)();
  await set('started = true');
  await addRun({ status: 'running', stage, worker: 'w' });
  expect(await status()).toMatchObject({ status: 'active', sub: stage, pid: 4711, nextAt: null });
  await control().stop(id, CAUSE);
  expect(await status()).toMatchObject({ status: 'deactivating', sub: stage, pid: 4711 });
  await app.admin.query(`UPDATE field_sync.runs SET status = 'cancelled', finished_at = now()`);
  expect(await status()).toMatchObject({ status: 'inactive', sub: 'dead', pid: 0, lastResult: 'cancelled' });
});

test('a service that needs attention has failed, with the reason', async () => {
  await set(
    `started = true, paused_code = 'field_sync.plan_needed', paused_reason = 'It would delete 900 rows.'`,
  );
  expect(await status()).toMatchObject({
    status: 'failed',
    sub: 'paused',
    problem: 'It would delete 900 rows.',
  });
  await set('paused_code = NULL, paused_reason = NULL');
  await app.admin.query(`UPDATE field_sync.servers SET sign_in_problem = 'Wrong password.'`);
  expect(await status()).toMatchObject({ status: 'failed', sub: 'paused', problem: 'Wrong password.' });
});

test('stopping ends a queued run, and restarting begins another cycle', async () => {
  await set('started = true');
  await control().start(id, CAUSE);
  const { runId } = await app.context.runs.request(id, { kind: 'sync', requestedBy: '7' });
  await control().stop(id, CAUSE);
  const [run] = await projects.runs(id);
  expect(Number(run!.id)).toBe(runId);
  expect(run).toMatchObject({ status: 'cancelled' });
  expect(await app.context.jobs.get(Number(run!.job_id))).toMatchObject({ status: 'cancelled' });
  await control().restart(id, CAUSE);
  const project = await projects.project(id);
  expect(project).toMatchObject({ started: true, failures: 0 });
  expect(project.due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
});

test('what was enabled is started after the platform was down, and nothing else', async () => {
  const add = (name: string, row: object) =>
    projects.startProject({ name, serverId, linkId, row: { ...row } });
  const ids = {
    enabled: await add('enabled', { started: false, enabled: true }),
    both: await add('both', { started: true, enabled: true }),
    started: await add('started', { started: true, enabled: false }),
    neither: await add('neither', { started: false, enabled: false }),
  };
  const startedIds = async () =>
    (await app.admin.query('SELECT id FROM field_sync.projects WHERE started ORDER BY id')).rows.map(
      (row) => row.id,
    );
  await beatOf('first')();
  expect(await startedIds()).toEqual([ids.both, ids.started]);
  // A rolling restart: a worker ends, and the next begins within the minute.
  await passTime(50);
  await beatOf('second')();
  expect(await startedIds()).toEqual([ids.both, ids.started]);
  await passTime(61);
  // Of several that begin together, and one that was started while no worker was there.
  await control().start(id, CAUSE);
  await Promise.all([beatOf('third')(), beatOf('fourth')(), beatOf('fifth')()]);
  expect(await startedIds()).toEqual([id, ids.enabled, ids.both]);
});

test('a worker whose heartbeat continues after a gap changes nothing', async () => {
  const beat = beatOf('only');
  await beat();
  await set('started = true');
  await passTime(300);
  await beat();
  expect(await status()).toMatchObject({ status: 'activating', enabled: false });
});
