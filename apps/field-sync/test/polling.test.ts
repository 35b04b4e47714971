import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ProviderError } from '../src/features/providers/errors.ts';
import type { ProviderOutcome } from '../src/features/providers/types.ts';
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

const failWith = (outcome: ProviderOutcome, retryAfterMs?: number) =>
  server.provider.setFailure(
    new ProviderError({
      ...{ outcome, code: 'field_sync.test', message: 'The server is in maintenance.' },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  );
const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

test('a poll that finds nothing asks once for all projects of a server and writes the row of the server only', async () => {
  for (let n = 1; n <= 20; n += 1) await server.addProject(`project-${n}`, n % 2 ? { sleep_time: 20 } : {});
  const before = await polling.otherRows();
  await pollOnce(poller);
  expect(server.provider.polls).toHaveLength(1);
  expect(server.provider.polls[0]).toHaveLength(20);
  expect(await polling.otherRows()).toEqual(before);
  expect(await polling.projects.server(server.id)).toMatchObject({
    poller: 'one',
    failures: 0,
    problem: null,
  });
});

test('projects are polled as often as their sleep_time says', async () => {
  await server.addProject('often', { sleep_time: 3600 });
  await server.addProject('seldom', { sleep_time: 86_400 });
  await pollOnce(poller);
  expect(server.provider.polls.splice(0)).toEqual([['often', 'seldom']]);
  await pollOnce(poller);
  expect(server.provider.polls).toHaveLength(0);
  // A multiple of an hour falls between that poll and now, but none of a day.
  await polling.app.admin.query(
    `UPDATE field_sync.servers SET created_at = now() - interval '36003 seconds', polled_at = now() - interval '6 seconds'`,
  );
  await pollOnce(poller);
  expect(server.provider.polls).toEqual([['often']]);
});

test('a project is not asked for before the moment that follows its last run, and at that moment', async () => {
  const id = await server.addProject('one');
  await polling.app.admin.query(`UPDATE field_sync.projects SET due_at = now() + interval '1 hour'`);
  await pollOnce(poller);
  expect(server.provider.polls).toEqual([]);
  await polling.app.admin.query(`UPDATE field_sync.servers SET polled_at = now() - interval '1 second'`);
  await polling.app.admin.query(
    `UPDATE field_sync.projects SET due_at = now() - interval '0.5 seconds', sleep_time = 86400`,
  );
  await pollOnce(poller);
  expect(server.provider.polls).toEqual([['one']]);
  expect(await polling.projects.runs(id)).toEqual([]);
});

test('a server that fails is asked again with backoff, after five failures once a quarter of an hour, and an answer ends that', async () => {
  await server.addProject('one');
  failWith('retry');
  for (let failures = 1; failures <= 5; failures += 1) {
    await pollOnce(poller);
    const row = await polling.projects.server(server.id);
    expect(row).toMatchObject({ failures, problem: 'The server is in maintenance.' });
    const wait = seconds(new Date(), row.retry_at);
    if (failures < 5) expect(wait).toBeLessThanOrEqual(2 ** (failures - 1) + 1);
    else expect(wait).toBeGreaterThan(800);
    expect(server.provider.polls).toHaveLength(failures);
    await polling.app.admin.query(`UPDATE field_sync.servers SET retry_at = now() + interval '1 minute'`);
    await pollOnce(poller);
    expect(server.provider.polls).toHaveLength(failures);
    await polling.app.admin.query('UPDATE field_sync.servers SET retry_at = NULL');
  }
  server.provider.setFailure(null);
  await pollOnce(poller);
  expect(await polling.projects.server(server.id)).toMatchObject({
    failures: 0,
    retry_at: null,
    problem: null,
  });
});

test('a server that sends Retry-After is not asked before that', async () => {
  await server.addProject('one');
  failWith('retry', 600_000);
  await pollOnce(poller);
  expect(seconds(new Date(), (await polling.projects.server(server.id)).retry_at)).toBeGreaterThan(500);
});

test('a server that does not answer delays no other', async () => {
  await server.addProject('one');
  server.provider.setSilent(true);
  const others: number[] = [];
  for (const name of ['South', 'East', 'West']) {
    const other = await polling.addServer(name);
    others.push(await other.addProject(`of-${name}`));
    other.provider.setVersion(`of-${name}`, 'v2');
  }
  await poller.tick();
  await until('all others have their runs', async () =>
    (await Promise.all(others.map((id) => polling.projects.runs(id)))).every((runs) => runs.length === 1),
  );
  await poller.tick();
  expect(server.provider.polls).toHaveLength(1);
});

test('one of two pollers has a server, and the other takes it over once that one is silent', async () => {
  await server.addProject('one');
  const second = await polling.startPoller('two');
  await Promise.all([pollOnce(poller), pollOnce(second)]);
  expect(server.provider.polls).toHaveLength(1);
  const { poller: owner } = await polling.projects.server(server.id);
  const successor = owner === 'one' ? second : poller;
  await polling.projects.passTime(server.id);
  await pollOnce(successor);
  expect(server.provider.polls).toHaveLength(1);
  await polling.app.admin.query(
    `UPDATE field_sync.workers SET beat_at = now() - interval '1 minute' WHERE id = $1`,
    [owner],
  );
  await pollOnce(successor);
  expect(server.provider.polls).toHaveLength(2);
  expect((await polling.projects.server(server.id)).poller).toBe(owner === 'one' ? 'two' : 'one');
});

test('the answer of a poller that has lost its server counts for nothing', async () => {
  const id = await server.addProject('one');
  server.provider.setVersion('one', 'v2');
  const answer = Promise.withResolvers<void>();
  const { poll: ask } = server.provider.provider;
  server.provider.provider.poll = async (...request) => {
    const result = await ask(...request);
    await answer.promise;
    return result;
  };
  await poller.tick();
  await until('the server is asked', () => server.provider.polls.length === 1);
  await polling.app.admin.query(`UPDATE field_sync.servers SET poller = 'another'`);
  answer.resolve();
  await poller.settled();
  expect(await polling.projects.runs(id)).toEqual([]);
  expect((await polling.projects.server(server.id)).polled_at).toBeNull();
});
