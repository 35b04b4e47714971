import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { Poller } from '../src/features/polling/poller.ts';
import { pollOnce, startPollerApp } from './poller-app.ts';
import type { PolledServer, PollerApp } from './poller-app.ts';

let polling: PollerApp;
let server: PolledServer;
let poller: Poller;
beforeAll(async () => void (polling = await startPollerApp()));
beforeEach(async () => void ({ server, poller } = await polling.startPolling()));
afterEach(() => polling.clear());
afterAll(() => polling.close());

test('another version makes one run with its job, and the project is behind', async () => {
  const id = await server.addProject('one');
  server.provider.setVersion('one', 'v92');
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toMatchObject([
    { kind: 'sync', status: 'queued', version: 'v92', base_version: 'v1', requested_by: null },
  ]);
  const [run] = await polling.projects.runs(id);
  const job = await polling.app.context.jobs.get(Number(run!.job_id));
  expect(job).toMatchObject({
    kind: 'field_sync.run',
    payload: { run_id: Number(run!.id), server_id: server.id },
  });
  const project = await polling.projects.project(id);
  expect(project).toMatchObject({ provider_version: 'v92', applied_version: 'v1' });
  expect(project.behind_since).not.toBeNull();
  // An open run is left alone.
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toHaveLength(1);
});

test('two pollers that ask at the same moment make one run of a version', async () => {
  const id = await server.addProject('one');
  server.provider.setVersion('one', 'v2');
  const second = await polling.startPoller('two');
  await Promise.all([poller, second, poller].map(pollOnce));
  expect(await polling.projects.runs(id)).toMatchObject([{ version: 'v2' }]);
  expect(await polling.app.context.jobs.list()).toHaveLength(1);
});

test('a version that is lower than the applied one is another version', async () => {
  const id = await server.addProject('one', { applied_version: 'v10' });
  server.provider.setVersion('one', 'v5');
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toMatchObject([{ version: 'v5' }]);
});

test('force_init makes a reconcile of the version that is applied already', async () => {
  const id = await server.addProject('one', { force_init: true });
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toMatchObject([{ kind: 'reconcile', version: 'v1' }]);
});

test('single_run stops the project after a poll that finds nothing', async () => {
  const id = await server.addProject('one', { single_run: true });
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({ started: false });
});

test('a project that was stopped while its server was asked gets no run', async () => {
  const id = await server.addProject('one');
  server.provider.setVersion('one', 'v2');
  server.provider.setSilent(true);
  await poller.tick();
  await until('the server is asked', () => server.provider.polls.length === 1);
  await polling.app.admin.query('UPDATE field_sync.projects SET started = false');
  server.provider.setSilent(false);
  await poller.close();
  poller = await polling.startPoller('two');
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toEqual([]);
});

test('a project that got another source while its server was asked is asked for again', async () => {
  const id = await server.addProject('one', { provider_id: null });
  server.provider.setVersion('one', 'v2');
  server.provider.setVersion('two', 'v7');
  const { poll: ask } = server.provider.provider;
  server.provider.provider.poll = async (ids, signal) => {
    server.provider.provider.poll = ask;
    await polling.app.admin.query(
      `UPDATE field_sync.projects SET project_id = 'two', applied_version = NULL, provider_version = NULL`,
    );
    return ask(ids, signal);
  };
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({ provider_id: null, provider_version: null });
  expect(await polling.projects.runs(id)).toEqual([]);
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({ provider_id: 'two', provider_version: 'v7' });
  expect(await polling.projects.runs(id)).toMatchObject([{ version: 'v7' }]);
});

test('a project that is missing or denied is paused once with the words of the provider, and continues when it is back', async () => {
  const id = await server.addProject('gone');
  const other = await server.addProject('here');
  server.provider.setProblem('gone', 'missing', 'There is no such project.');
  server.provider.setVersion('here', 'v2');
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({
    paused_code: 'field_sync.project_missing',
    paused_reason: 'There is no such project.',
    started: true,
  });
  expect(await polling.projects.runs(other)).toHaveLength(1);
  const before = await polling.otherRows();
  await polling.projects.passTime(server.id);
  await polling.app.admin.query('UPDATE field_sync.projects SET due_at = NULL');
  const again = await polling.otherRows();
  await pollOnce(poller);
  expect(await polling.otherRows()).toEqual(again);
  expect(before).not.toEqual(again);
  server.provider.setVersion('gone', 'v2');
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({ paused_code: null, paused_reason: null });
  expect(await polling.projects.runs(id)).toHaveLength(1);
});

/** A plan of version v2 that waits for a decision. */
async function addPlan(id: number): Promise<void> {
  await polling.app.admin.query(
    `WITH s AS (INSERT INTO field_sync.snapshots (project_id, version, package_sha256) VALUES ($1, 'v2', 'x') RETURNING id),
          r AS (INSERT INTO field_sync.runs (project_id, kind, status) VALUES ($1, 'sync', 'paused') RETURNING id)
     INSERT INTO field_sync.plans (project_id, run_id, seq, package_sha256, snapshot_id, items)
     SELECT $1, r.id, 1, 'x', s.id, '[]' FROM s, r`,
    [id],
  );
}

test('a version with a plan that nobody has decided on is not compared again, another one is', async () => {
  const id = await server.addProject('one');
  await addPlan(id);
  server.provider.setVersion('one', 'v2');
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toHaveLength(1);
  expect((await polling.projects.project(id)).behind_since).not.toBeNull();
  server.provider.setVersion('one', 'v3');
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.runs(id)).toMatchObject([
    { status: 'paused' },
    { status: 'queued', version: 'v3' },
  ]);
});

test('a paused project is tried again with another version at once, with the same one when its time has come', async () => {
  const pausedRow = {
    ...{ provider_version: 'v2', paused_code: 'field_sync.no_geopackage', paused_reason: 'No GeoPackage.' },
    retry_at: new Date(Date.now() + 900_000),
  };
  const [same, other] = [
    await server.addProject('same', pausedRow),
    await server.addProject('other', pausedRow),
  ];
  server.provider.setVersion('same', 'v2');
  server.provider.setVersion('other', 'v3');
  await pollOnce(poller);
  expect(await polling.projects.runs(same)).toEqual([]);
  expect(await polling.projects.runs(other)).toMatchObject([{ status: 'queued', version: 'v3' }]);
  await polling.app.admin.query('UPDATE field_sync.projects SET retry_at = now() WHERE id = $1', [same]);
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.runs(same)).toMatchObject([{ status: 'queued', version: 'v2' }]);
});

test('a plan is withdrawn when the provider is back at the applied version', async () => {
  const id = await server.addProject('one');
  await addPlan(id);
  await polling.app.admin.query(
    `UPDATE field_sync.projects SET applied_version = 'v1', paused_code = 'field_sync.plan_needed', paused_reason = 'x' WHERE id = $1`,
    [id],
  );
  server.provider.setVersion('one', 'v2');
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({ paused_code: 'field_sync.plan_needed' });
  server.provider.setVersion('one', 'v1');
  await polling.projects.passTime(server.id);
  await pollOnce(poller);
  expect(await polling.projects.project(id)).toMatchObject({
    paused_code: null,
    paused_reason: null,
    problem: null,
  });
  const { rows } = await polling.app.admin.query(
    'SELECT status FROM field_sync.plans WHERE project_id = $1',
    [id],
  );
  expect(rows).toEqual([{ status: 'superseded' }]);
  expect(await polling.projects.runs(id)).toHaveLength(1);
});
