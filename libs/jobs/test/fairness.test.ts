import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { ended, startTestJobs, until, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
beforeAll(async () => void (env = await startTestJobs()));
afterEach(() => env.clear());
afterAll(() => env.end());

const many = (who: string, count: number, kind = 'turn') =>
  Array.from({ length: count }, () => ({ kind, payload: who, requestedBy: who }));

test('users with 50 jobs are done before a user with 900 jobs is a third through', async () => {
  const jobs = env.jobs({ window: 30 });
  const order: string[] = [];
  const worker = jobs.work({
    processors: { turn: async (who: string) => void order.push(who) },
    concurrency: 10,
  });
  await worker.ready;
  await jobs.enqueueMany(env.db, [...many('ann', 900), ...many('bob', 50), ...many('eve', 50)]);
  await jobs.dispatch();
  await until(() => order.length === 1000, 'all jobs have run', 25_000);
  const last = (who: string) => order.lastIndexOf(who);
  expect(Math.max(last('bob'), last('eve'))).toBeLessThan(300);
  expect(order.filter((who) => who === 'ann')).toHaveLength(900);
});

test('a late user waits for two windows of other jobs at most', async () => {
  const window = 20;
  const jobs = env.jobs({ window });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const turn = async (who: string) => {
    if (order.length === 0) await gate.promise;
    order.push(who);
  };
  const worker = jobs.work({ processors: { turn }, concurrency: 1 });
  await worker.ready;
  await jobs.enqueueMany(env.db, many('ann', 300));
  await jobs.dispatch();
  await jobs.enqueueMany(env.db, many('bob', 1));
  gate.resolve();
  await until(() => order.includes('bob'), 'the job of bob has run');
  // The jobs of the window, those that began while it was refilled, and the running one.
  expect(order.indexOf('bob')).toBeLessThanOrEqual(2 * window + 1);
});

test('long jobs leave a slot for short jobs, and succeed at their first attempt', async () => {
  const jobs = env.jobs();
  const gate = Promise.withResolvers<void>();
  const running = new Set<number>();
  let most = 0;
  const worker = jobs.work({
    processors: {
      long: async (_payload, { job }) => {
        running.add(job.id);
        most = Math.max(most, running.size);
        await gate.promise;
        running.delete(job.id);
      },
      short: async () => 'done',
    },
    concurrency: 2,
    long: { kinds: ['long'], atMost: 1 },
  });
  await worker.ready;
  const asked = await jobs.enqueueMany(env.db, [
    ...Array.from({ length: 4 }, () => ({ kind: 'long', payload: null })),
    { kind: 'short', payload: null },
  ]);
  await jobs.dispatch();
  expect(await ended(jobs, asked.at(-1)!.id)).toMatchObject({ status: 'succeeded' });
  expect(running.size).toBe(1);
  gate.resolve();
  for (const { id } of asked)
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1, errors: [] });
  expect(most).toBe(1);
});

test('a long job that found no slot begins when another one ends, not after the delay with which it went back', async () => {
  const leaseMs = 150_000;
  const jobs = env.jobs({ leaseMs });
  let running = 0;
  let most = 0;
  const worker = jobs.work({
    processors: {
      long: async () => {
        running += 1;
        most = Math.max(most, running);
        await delay(20);
        running -= 1;
      },
    },
    concurrency: 3,
    long: { kinds: ['long'], atMost: 2 },
  });
  await worker.ready;
  const asked = await jobs.enqueueMany(env.db, many('ann', 20, 'long'));
  const started = performance.now();
  await jobs.dispatch();
  for (const { id } of asked)
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1, errors: [] });
  expect(performance.now() - started).toBeLessThan(leaseMs / 6);
  expect(most).toBe(2);
});

test('jobs on a server that hangs leave a slot for the first job on another server', async () => {
  const jobs = env.jobs({ leaseMs: 150_000 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const worker = jobs.work({
    processors: {
      work: async ({ server }: { server: string }) => {
        if (server !== 'a') return;
        running += 1;
        most = Math.max(most, running);
        await gate.promise;
        await delay(5);
        running -= 1;
      },
    },
    concurrency: 3,
    sharedBy: 'server',
    sharedAtMost: 2,
  });
  await worker.ready;
  const ask = (server: string) => ({ kind: 'work', payload: { server }, requestedBy: 'ann' });
  const hanging = await jobs.enqueueMany(
    env.db,
    Array.from({ length: 20 }, () => ask('a')),
  );
  await jobs.dispatch();
  await until(() => running === 2, 'two jobs hang');
  const other = await jobs.enqueue(env.db, ask('b'));
  await jobs.dispatch();
  expect(await ended(jobs, other.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  const started = performance.now();
  gate.resolve();
  for (const { id } of hanging)
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1, errors: [] });
  // Each begins when another one ends, not after the delay with which it went back.
  expect(performance.now() - started).toBeLessThan(25_000);
  expect(most).toBe(2);
});

test('a second job on a server waits while a job on another server is due, and otherwise runs beside the first', async () => {
  const jobs = env.jobs();
  const gates = new Map(['a1', 'a2', 'b1'].map((name) => [name, Promise.withResolvers<void>()]));
  const begun: string[] = [];
  const worker = jobs.work({
    processors: {
      work: async ({ name }: { name: string }) => {
        begun.push(name);
        await gates.get(name)?.promise;
      },
    },
    concurrency: 2,
    sharedBy: 'server',
  });
  await worker.ready;
  const ask = (name: string) => ({ kind: 'work', payload: { name, server: name[0] }, requestedBy: 'ann' });
  const inAnHour = new Date(Date.now() + 3_600_000);
  await jobs.enqueue(env.db, { ...ask('b, not due'), runAfter: inAnHour });
  const [first] = await jobs.enqueueMany(env.db, [ask('a1')]);
  await jobs.dispatch();
  await until(() => begun.length === 1, 'the first job has begun');
  const [second, other] = await jobs.enqueueMany(env.db, [ask('a2'), ask('b1')]);
  await jobs.dispatch();
  await until(() => begun.length === 2, 'another job has begun');
  expect(begun).toEqual(['a1', 'b1']);
  gates.get('b1')!.resolve();
  await until(() => begun.length === 3, 'the second job has begun');
  expect((await jobs.get(first!.id))!.status).toBe('running');
  for (const gate of gates.values()) gate.resolve();
  for (const job of [first!, second!, other!])
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});
