import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ended, inStatus, openBench, until, type Bench } from './support.ts';
import { startPrivateRedis, type PrivateRedis } from './private-redis.ts';

let bench: Bench;
let redis: PrivateRedis;
beforeAll(async () => void (bench = await openBench()));
beforeEach(async () => void (redis = await startPrivateRedis({ appendOnly: false })));
afterEach(async () => {
  await redis.kill('SIGCONT');
  await bench.clear();
  await redis.end();
});
afterAll(() => bench.end());

const open = (config = {}) =>
  bench.jobs('Redis', { carrier: { redisUrl: redis.url, databaseUrl: bench.databaseUrl }, ...config });

const sum = async (n: number) => n + 1;
const forty = Array.from({ length: 40 }, (_, n) => ({ kind: 'sum', payload: n }));

test('jobs that FLUSHALL wiped out of Redis before a worker came are all sent again and done', async () => {
  const jobs = open();
  const all = await jobs.enqueueMany(bench.db, forty);
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

test('FLUSHALL under a working worker loses no job and runs none twice', async () => {
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
  const all = await jobs.enqueueMany(bench.db, forty);
  await jobs.dispatch();
  await until(() => runs.size === 4, 'four jobs are under way');
  await redis.flush();
  gate.resolve();
  for (const { id } of all) expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect([...runs.values()].every((times) => times === 1)).toBe(true);
});

test('a Redis without AOF that is killed and comes back empty loses no job', async () => {
  const jobs = open();
  const worker = jobs.work({ processors: { sum }, concurrency: 4 });
  await worker.ready;
  await redis.kill('SIGKILL');
  const before = await jobs.enqueueMany(bench.db, forty);
  await jobs.dispatch();
  await redis.start();
  const after = await jobs.enqueue(bench.db, { kind: 'sum', payload: 100 });
  await jobs.dispatch();
  for (const { id } of [...before, after])
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('a Redis with AOF that is killed with jobs in it does them when it is back', async () => {
  await redis.end();
  redis = await startPrivateRedis({ appendOnly: true });
  const jobs = open({ resendAfterMs: 2_000 });
  const all = await jobs.enqueueMany(bench.db, forty);
  await jobs.dispatch();
  await redis.kill('SIGKILL');
  await redis.start();
  jobs.work({ processors: { sum }, concurrency: 4 });
  for (const { id } of all) expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('while Redis hangs a job is enqueued at once and dispatch gives up within its limit; later the job is done', async () => {
  const jobs = open({ dispatchTimeoutMs: 1_000 });
  const first = await jobs.enqueue(bench.db, { kind: 'sum', payload: 0 });
  await jobs.dispatch(); // connected
  await redis.kill('SIGSTOP');
  const began = Date.now();
  const second = await bench.db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, { kind: 'sum', payload: 1 }));
  expect(Date.now() - began).toBeLessThan(500);
  await Promise.all([jobs.dispatch(), jobs.dispatch()]);
  expect(Date.now() - began).toBeLessThan(3_000);
  expect(await jobs.get(second.id)).toMatchObject({ status: 'queued', dispatchedAt: null });
  await redis.kill('SIGCONT');
  jobs.work({ processors: { sum } });
  for (const { id } of [first, second])
    expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('a job that is running when Redis hangs ends all the same, and the worker stops in bounded time', async () => {
  const jobs = open();
  const gate = Promise.withResolvers<string>();
  const worker = jobs.work({ processors: { wait: () => gate.promise }, graceMs: 500 });
  await worker.ready;
  const job = await jobs.enqueue(bench.db, { kind: 'wait', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  await redis.kill('SIGSTOP');
  gate.resolve('written to the row');
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 'written to the row' });
  const began = Date.now();
  await worker.stop();
  expect(Date.now() - began).toBeLessThan(10_000);
});

test('a worker started while Redis is away begins when Redis comes', async () => {
  await redis.kill('SIGKILL');
  const jobs = open();
  const job = await jobs.enqueue(bench.db, { kind: 'sum', payload: 1 });
  jobs.work({ processors: { sum } });
  await jobs.dispatch();
  await redis.start();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 2 });
});
