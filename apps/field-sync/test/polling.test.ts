import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ProviderError } from '../src/features/providers/errors.ts';
import type { ProviderOutcome } from '../src/features/providers/types.ts';
import { createPoller } from '../src/features/polling/poller.ts';
import type { Poller } from '../src/features/polling/poller.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { createPolledProvider } from './polled-provider.ts';
import type { PolledProvider } from './polled-provider.ts';
import { testProjects } from './test-projects.ts';
import type { TestProjects } from './test-projects.ts';

const TIMES = { leaseMs: 60_000, deadAfterMs: 20_000, deadlineMs: 20_000 };

let app: TestFieldSync;
let projects: TestProjects;
let linkId: number;
const pollers: Poller[] = [];
const providers = new Map<number, PolledProvider>();
beforeAll(async () => {
  app = await startTestFieldSync();
  projects = testProjects(app);
  linkId = await projects.addLink('target');
});
afterAll(() => app.close());

let serverId: number;
let provider: PolledProvider;
let poller: Poller;
beforeEach(async () => {
  serverId = await projects.addServer('North');
  provider = createPolledProvider();
  providers.set(serverId, provider);
  poller = await startPoller('one');
});
afterEach(async () => {
  for (const each of pollers.splice(0)) await each.close();
  await app.admin.query(
    'TRUNCATE field_sync.projects, field_sync.runs, field_sync.jobs, field_sync.workers CASCADE; DELETE FROM field_sync.servers',
  );
});

async function startPoller(id: string): Promise<Poller> {
  await app.admin.query(`INSERT INTO field_sync.workers (id, host, pid) VALUES ($1, 'here', 1)`, [id]);
  const started = createPoller({
    ...app.context,
    worker: { id },
    providerOf: async (server) => providers.get(server)!.provider,
    times: TIMES,
  });
  pollers.push(started);
  return started;
}

async function poll(): Promise<void> {
  await poller.tick();
  await poller.settled();
}

/** A project that has applied v1. */
async function addProject(name: string, row: Record<string, unknown> = {}): Promise<number> {
  provider.setVersion(name, 'v1');
  return projects.startProject({
    ...{ name, serverId, linkId },
    row: { provider_id: name, applied_version: 'v1', provider_version: 'v1', ...row },
  });
}

const failWith = (outcome: ProviderOutcome, retryAfterMs?: number) =>
  provider.setFailure(
    new ProviderError({
      ...{ outcome, code: 'field_sync.test', message: 'The server is in maintenance.' },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  );
/** Everything but the rows of servers, with the transactions that wrote it. */
async function otherRows(): Promise<unknown> {
  const tables = ['projects', 'runs', 'jobs', 'plans', 'snapshots', 'downloads', 'log_lines', 'workers'];
  const { rows } = await app.admin.query(
    tables
      .map((table) => `SELECT '${table}' AS "table", xmin, ctid FROM field_sync.${table}`)
      .join(' UNION ALL '),
  );
  return rows;
}
const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

test('a poll that finds nothing asks once for all projects of a server and writes the row of the server only', async () => {
  for (let n = 1; n <= 20; n += 1) await addProject(`project-${n}`, n % 2 ? { sleep_time: 20 } : {});
  const before = await otherRows();
  await poll();
  expect(provider.polls).toHaveLength(1);
  expect(provider.polls[0]).toHaveLength(20);
  expect(await otherRows()).toEqual(before);
  expect(await projects.server(serverId)).toMatchObject({ poller: 'one', failures: 0, problem: null });
});

test('projects are asked for in the rhythm of their sleep_time', async () => {
  await addProject('often', { sleep_time: 3600 });
  await addProject('seldom', { sleep_time: 86_400 });
  await poll();
  expect(provider.polls.splice(0)).toEqual([['often', 'seldom']]);
  await poll();
  expect(provider.polls).toHaveLength(0);
  // A multiple of an hour lies between that poll and now, but none of a day.
  await app.admin.query(
    `UPDATE field_sync.servers SET created_at = now() - interval '36003 seconds', polled_at = now() - interval '6 seconds'`,
  );
  await poll();
  expect(provider.polls).toEqual([['often']]);
});

test('a project is not asked for before the moment that follows its last run, and at that moment', async () => {
  const id = await addProject('one');
  await app.admin.query(`UPDATE field_sync.projects SET due_at = now() + interval '1 hour'`);
  await poll();
  expect(provider.polls).toEqual([]);
  await app.admin.query(`UPDATE field_sync.servers SET polled_at = now() - interval '1 second'`);
  await app.admin.query(
    `UPDATE field_sync.projects SET due_at = now() - interval '0.5 seconds', sleep_time = 86400`,
  );
  await poll();
  expect(provider.polls).toEqual([['one']]);
  expect(await projects.runs(id)).toEqual([]);
});

test('another version makes one run with its job, and the project is behind', async () => {
  const id = await addProject('one');
  provider.setVersion('one', 'v92');
  await poll();
  expect(await projects.runs(id)).toMatchObject([
    { kind: 'sync', status: 'queued', version: 'v92', base_version: 'v1', requested_by: null },
  ]);
  const [run] = await projects.runs(id);
  const job = await app.context.jobs.get(Number(run!.job_id));
  expect(job).toMatchObject({
    kind: 'field_sync.run',
    payload: { run_id: Number(run!.id), server_id: serverId },
  });
  const project = await projects.project(id);
  expect(project).toMatchObject({ provider_version: 'v92', applied_version: 'v1' });
  expect(project.behind_since).not.toBeNull();
  // An open run is left in peace.
  await projects.passTime(serverId);
  await poll();
  expect(await projects.runs(id)).toHaveLength(1);
});

test('a version that is lower than the applied one is another version', async () => {
  const id = await addProject('one', { applied_version: 'v10' });
  provider.setVersion('one', 'v5');
  await poll();
  expect(await projects.runs(id)).toMatchObject([{ version: 'v5' }]);
});

test('force_init makes a reconcile of the version that is applied already', async () => {
  const id = await addProject('one', { force_init: true });
  await poll();
  expect(await projects.runs(id)).toMatchObject([{ kind: 'reconcile', version: 'v1' }]);
});

test('single_run stops the project after a poll that finds nothing', async () => {
  const id = await addProject('one', { single_run: true });
  await poll();
  expect(await projects.project(id)).toMatchObject({ started: false });
});

test('a project that was stopped while its server was asked gets no run', async () => {
  const id = await addProject('one');
  provider.setVersion('one', 'v2');
  provider.setSilent(true);
  await poller.tick();
  await until('the server is asked', () => provider.polls.length === 1);
  await app.admin.query('UPDATE field_sync.projects SET started = false');
  provider.setSilent(false);
  await poller.close();
  poller = await startPoller('two');
  await poll();
  expect(await projects.runs(id)).toEqual([]);
});

test('a project that got another source while its server was asked is asked for again', async () => {
  const id = await addProject('one', { provider_id: null });
  provider.setVersion('one', 'v2');
  provider.setVersion('two', 'v7');
  const { poll: ask } = provider.provider;
  provider.provider.poll = async (ids, signal) => {
    provider.provider.poll = ask;
    await app.admin.query(
      `UPDATE field_sync.projects SET project_id = 'two', applied_version = NULL, provider_version = NULL`,
    );
    return ask(ids, signal);
  };
  await poll();
  expect(await projects.project(id)).toMatchObject({ provider_id: null, provider_version: null });
  expect(await projects.runs(id)).toEqual([]);
  await projects.passTime(serverId);
  await poll();
  expect(await projects.project(id)).toMatchObject({ provider_id: 'two', provider_version: 'v7' });
  expect(await projects.runs(id)).toMatchObject([{ version: 'v7' }]);
});

test('a project that is missing or denied is paused once with the words of the provider, and goes on when it is back', async () => {
  const id = await addProject('gone');
  const other = await addProject('here');
  provider.setProblem('gone', 'missing', 'There is no such project.');
  provider.setVersion('here', 'v2');
  await poll();
  expect(await projects.project(id)).toMatchObject({
    paused_code: 'field_sync.project_missing',
    paused_reason: 'There is no such project.',
    started: true,
  });
  expect(await projects.runs(other)).toHaveLength(1);
  const before = await otherRows();
  await projects.passTime(serverId);
  await app.admin.query('UPDATE field_sync.projects SET due_at = NULL');
  const again = await otherRows();
  await poll();
  expect(await otherRows()).toEqual(again);
  expect(before).not.toEqual(again);
  provider.setVersion('gone', 'v2');
  await projects.passTime(serverId);
  await poll();
  expect(await projects.project(id)).toMatchObject({ paused_code: null, paused_reason: null });
  expect(await projects.runs(id)).toHaveLength(1);
});

/** A plan of version v2 that waits for a decision. */
async function addPlan(id: number): Promise<void> {
  await app.admin.query(
    `WITH s AS (INSERT INTO field_sync.snapshots (project_id, version, package_sha256) VALUES ($1, 'v2', 'x') RETURNING id),
          r AS (INSERT INTO field_sync.runs (project_id, kind, status) VALUES ($1, 'sync', 'paused') RETURNING id)
     INSERT INTO field_sync.plans (project_id, run_id, seq, package_sha256, snapshot_id, items)
     SELECT $1, r.id, 1, 'x', s.id, '[]' FROM s, r`,
    [id],
  );
}

test('a version with a plan that nobody has decided on is not compared again, another one is', async () => {
  const id = await addProject('one');
  await addPlan(id);
  provider.setVersion('one', 'v2');
  await poll();
  expect(await projects.runs(id)).toHaveLength(1);
  expect((await projects.project(id)).behind_since).not.toBeNull();
  provider.setVersion('one', 'v3');
  await projects.passTime(serverId);
  await poll();
  expect(await projects.runs(id)).toMatchObject([{ status: 'paused' }, { status: 'queued', version: 'v3' }]);
});

test('a paused project is tried again with another version at once, with the same one when its time has come', async () => {
  const pausedRow = {
    ...{ provider_version: 'v2', paused_code: 'field_sync.no_geopackage', paused_reason: 'No GeoPackage.' },
    retry_at: new Date(Date.now() + 900_000),
  };
  const [same, other] = [await addProject('same', pausedRow), await addProject('other', pausedRow)];
  provider.setVersion('same', 'v2');
  provider.setVersion('other', 'v3');
  await poll();
  expect(await projects.runs(same)).toEqual([]);
  expect(await projects.runs(other)).toMatchObject([{ status: 'queued', version: 'v3' }]);
  await app.admin.query('UPDATE field_sync.projects SET retry_at = now() WHERE id = $1', [same]);
  await projects.passTime(serverId);
  await poll();
  expect(await projects.runs(same)).toMatchObject([{ status: 'queued', version: 'v2' }]);
});

test('a plan is withdrawn when the provider is back at the applied version', async () => {
  const id = await addProject('one');
  await addPlan(id);
  await app.admin.query(
    `UPDATE field_sync.projects SET applied_version = 'v1', paused_code = 'field_sync.plan_needed', paused_reason = 'x' WHERE id = $1`,
    [id],
  );
  provider.setVersion('one', 'v2');
  await poll();
  expect(await projects.project(id)).toMatchObject({ paused_code: 'field_sync.plan_needed' });
  provider.setVersion('one', 'v1');
  await projects.passTime(serverId);
  await poll();
  expect(await projects.project(id)).toMatchObject({ paused_code: null, paused_reason: null, problem: null });
  const { rows } = await app.admin.query('SELECT status FROM field_sync.plans WHERE project_id = $1', [id]);
  expect(rows).toEqual([{ status: 'superseded' }]);
  expect(await projects.runs(id)).toHaveLength(1);
});

test('a server that fails is asked again with backoff, after five failures once a quarter of an hour, and an answer ends that', async () => {
  await addProject('one');
  failWith('retry');
  for (let failures = 1; failures <= 5; failures += 1) {
    await poll();
    const server = await projects.server(serverId);
    expect(server).toMatchObject({ failures, problem: 'The server is in maintenance.' });
    const wait = seconds(new Date(), server.retry_at);
    if (failures < 5) expect(wait).toBeLessThanOrEqual(2 ** (failures - 1) + 1);
    else expect(wait).toBeGreaterThan(800);
    expect(provider.polls).toHaveLength(failures);
    await app.admin.query(`UPDATE field_sync.servers SET retry_at = now() + interval '1 minute'`);
    await poll();
    expect(provider.polls).toHaveLength(failures);
    await app.admin.query('UPDATE field_sync.servers SET retry_at = NULL');
  }
  provider.setFailure(null);
  await poll();
  expect(await projects.server(serverId)).toMatchObject({ failures: 0, retry_at: null, problem: null });
});

test('a server that asks for a pause gets it', async () => {
  await addProject('one');
  failWith('retry', 600_000);
  await poll();
  expect(seconds(new Date(), (await projects.server(serverId)).retry_at)).toBeGreaterThan(500);
});

test('a server that does not answer delays no other', async () => {
  await addProject('one');
  const silent = provider;
  silent.setSilent(true);
  const others: number[] = [];
  for (const name of ['South', 'East', 'West']) {
    serverId = await projects.addServer(name);
    provider = createPolledProvider();
    providers.set(serverId, provider);
    others.push(await addProject(`of-${name}`));
    provider.setVersion(`of-${name}`, 'v2');
  }
  await poller.tick();
  await until('all others have their runs', async () =>
    (await Promise.all(others.map((id) => projects.runs(id)))).every((runs) => runs.length === 1),
  );
  await poller.tick();
  expect(silent.polls).toHaveLength(1);
});

test('one of two pollers has a server, and the other takes it over once that one is silent', async () => {
  await addProject('one');
  const second = await startPoller('two');
  await Promise.all([poller.tick(), second.tick()]);
  await Promise.all([poller.settled(), second.settled()]);
  expect(provider.polls).toHaveLength(1);
  const { poller: owner } = await projects.server(serverId);
  const heir = owner === 'one' ? second : poller;
  await projects.passTime(serverId);
  await heir.tick();
  await heir.settled();
  expect(provider.polls).toHaveLength(1);
  await app.admin.query(`UPDATE field_sync.workers SET beat_at = now() - interval '1 minute' WHERE id = $1`, [
    owner,
  ]);
  await heir.tick();
  await heir.settled();
  expect(provider.polls).toHaveLength(2);
  expect((await projects.server(serverId)).poller).toBe(owner === 'one' ? 'two' : 'one');
});

test('the answer of a poller that has lost its server counts for nothing', async () => {
  const id = await addProject('one');
  provider.setVersion('one', 'v2');
  const answer = Promise.withResolvers<void>();
  const { poll: ask } = provider.provider;
  provider.provider.poll = async (...request) => {
    const result = await ask(...request);
    await answer.promise;
    return result;
  };
  await poller.tick();
  await until('the server is asked', () => provider.polls.length === 1);
  await app.admin.query(`UPDATE field_sync.servers SET poller = 'another'`);
  answer.resolve();
  await poller.settled();
  expect(await projects.runs(id)).toEqual([]);
  expect((await projects.server(serverId)).polled_at).toBeNull();
});
