import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestRedis, type TestRedis } from '@cairn/testing';
import { ended, inStatus, startTestJobs, until, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
let redis: TestRedis;
beforeAll(async () => void (env = await startTestJobs()));
beforeEach(async () => void (redis = await startTestRedis({ appendOnly: false })));
afterEach(async () => {
  await redis.kill('SIGCONT');
  await env.clear();
  await redis.end();
});
afterAll(() => env.end());

const open = (config = {}) => env.jobs({ redisUrl: redis.url, ...config });

const sum = async (n: number) => n + 1;
const forty = Array.from({ length: 40 }, (_, n) => ({ kind: 'sum', payload: n }));

test('all jobs run although FLUSHALL removed them from Redis before a worker started', async () => {
  const jobs = open();
  const all = await jobs.enqueueMany(env.db, forty);
  await jobs.dispatch();
  await redis.flush();
  const worker = jobs.work({ processors: { sum }, concurrency: 4 });
  await worker.ready;
  for (const { id, payload } of all)
    expect(await ended(jobs, id)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      result: (payload as number) + 1,
    });
});

test('FLUSHALL under a running worker loses no job and runs no job twice', async () => {
  const jobs = open();
  const runs = new Map<number, number>();
  const gate = Promise.withResolvers<void>();
  const count = async (n: number) => {
    runs.set(n, (runs.get(n) ?? 0) + 1);
    if (n < 4) await gate.promise;
    return n;
  };
  const worker = jobs.work({ processors: { sum: count }, concurrency: 4 });
  await worker.ready;
  const all = await jobs.enqueueMany(env.db, forty);
  await jobs.dispatch();
  await until(() => runs.size === 4, 'four jobs are running');
  await redis.flush();
  gate.resolve();
  for (const { id } of all) expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect([...runs.values()].every((times) => times === 1)).toBe(true);
});

test('no job is lost when a Redis without AOF is killed and comes back empty', async () => {
  const jobs = open();
  const worker = jobs.work({ processors: { sum }, concurrency: 4 });
  await worker.ready;
  await redis.kill('SIGKILL');
  const before = await jobs.enqueueMany(env.db, forty);
  await jobs.dispatch();
  await redis.start();
  const after = await jobs.enqueue(env.db, { kind: 'sum', payload: 100 });
  await jobs.dispatch();
  for (const { id } of [...before, after])
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('jobs in a Redis with AOF that is killed run when it is back', async () => {
  await redis.end();
  redis = await startTestRedis({ appendOnly: true });
  const jobs = open({ resendAfterMs: 2_000 });
  const all = await jobs.enqueueMany(env.db, forty);
  await jobs.dispatch();
  await redis.kill('SIGKILL');
  await redis.start();
  jobs.work({ processors: { sum }, concurrency: 4 });
  for (const { id } of all) expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('while Redis hangs, enqueue succeeds and dispatch gives up within its limit; the job runs when Redis is back', async () => {
  const jobs = open({ dispatchTimeoutMs: 1_000 });
  const first = await jobs.enqueue(env.db, { kind: 'sum', payload: 0 });
  await jobs.dispatch(); // connected
  await redis.kill('SIGSTOP');
  const began = Date.now();
  const second = await env.db.transaction().execute((trx) => jobs.enqueue(trx, { kind: 'sum', payload: 1 }));
  expect(Date.now() - began).toBeLessThan(500);
  await Promise.all([jobs.dispatch(), jobs.dispatch()]);
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(await jobs.get(second.id)).toMatchObject({ status: 'queued', dispatchedAt: null });
  await redis.kill('SIGCONT');
  jobs.work({ processors: { sum } });
  for (const { id } of [first, second])
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('a running job succeeds although Redis hangs, and the worker stops in bounded time', async () => {
  const jobs = open();
  const gate = Promise.withResolvers<string>();
  const worker = jobs.work({ processors: { wait: () => gate.promise }, graceMs: 500 });
  await worker.ready;
  const job = await jobs.enqueue(env.db, { kind: 'wait', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  await redis.kill('SIGSTOP');
  gate.resolve('written to the row');
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 'written to the row' });
  const began = Date.now();
  await worker.stop();
  expect(Date.now() - began).toBeLessThan(10_000);
});

test('a worker that starts without Redis begins when Redis is back', async () => {
  await redis.kill('SIGKILL');
  const jobs = open();
  const job = await jobs.enqueue(env.db, { kind: 'sum', payload: 1 });
  jobs.work({ processors: { sum } });
  await jobs.dispatch();
  await redis.start();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 2 });
});

test('ping resolves while Redis answers, and not while it is down', async () => {
  const jobs = open();
  expect(await jobs.ping()).toBe(true);
  await redis.kill('SIGKILL');
  const isUp = jobs.ping().catch(() => false);
  expect(await Promise.race([isUp, delay(1_000, false)])).toBe(false);
  await redis.start();
  await until(() => jobs.ping().catch(() => false), 'Redis answers again');
});

test('without REDIS_URL a job is enqueued and waits for a worker with Redis', async () => {
  const jobs = env.jobs({ redisUrl: undefined });
  const job = await jobs.enqueue(env.db, { kind: 'sum', payload: 1 });
  await jobs.dispatch();
  await expect(jobs.ping()).rejects.toThrow('REDIS_URL is not set');
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', dispatchedAt: null });
  open().work({ processors: { sum } });
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 2 });
});
