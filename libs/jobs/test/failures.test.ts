import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { JobPostponedError } from '../src/index.ts';
import { ended, inStatus, startTestJobs, untilAborted, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
beforeAll(async () => void (env = await startTestJobs()));
afterEach(() => env.clear());
afterAll(() => env.end());

test('a failed attempt is retried with growing delays, and each message is stored', async () => {
  const jobs = env.jobs({ backoffMs: 100 });
  const begun: number[] = [];
  jobs.work({
    processors: {
      flaky: async (_payload, { attempt }) => {
        begun.push(Date.now());
        if (attempt < 3)
          throw new AppError({
            kind: 'unavailable',
            code: 'test.down',
            message: `The map server is down (${attempt}).`,
          });
        return 'up';
      },
    },
  });
  const job = await jobs.enqueue(env.db, { kind: 'flaky', payload: null });
  await jobs.dispatch();
  const done = await ended(jobs, job.id);
  expect(done).toMatchObject({ status: 'succeeded', attempts: 3, result: 'up' });
  expect(done.errors.map(({ attempt, code, message }) => [attempt, code, message])).toEqual([
    [1, 'test.down', 'The map server is down (1).'],
    [2, 'test.down', 'The map server is down (2).'],
  ]);
  expect(begun[1]! - begun[0]!).toBeGreaterThanOrEqual(50);
  expect(begun[2]! - begun[1]!).toBeGreaterThanOrEqual(100);
});

test('a job that keeps failing ends as failed and hides the text of unexpected errors', async () => {
  const jobs = env.jobs();
  const secret = 'postgres://vault:hunter2@db/cairn';
  jobs.work({ processors: { broken: async () => Promise.reject(new Error(`connect ${secret} refused`)) } });
  const job = await jobs.enqueue(env.db, { kind: 'broken', payload: null, maxAttempts: 2 });
  await jobs.dispatch();
  const done = await ended(jobs, job.id);
  expect(done).toMatchObject({ status: 'failed', attempts: 2, result: null });
  expect(done.errors).toHaveLength(2);
  expect(JSON.stringify(done)).not.toContain('hunter2');
  expect(done.errors[1]!.message).toContain(String(job.id));
  expect(JSON.stringify(done.errors)).not.toMatch(/\bat .*\.ts/);
});

test.each(['bad_request', 'forbidden', 'not_found', 'conflict', 'too_large', 'unprocessable'] as const)(
  'a failure of the kind %s is not retried',
  async (kind) => {
    const jobs = env.jobs();
    const refuse = async () =>
      Promise.reject(new AppError({ kind, code: 'test.no', message: 'The upload is not a GeoPackage.' }));
    jobs.work({ processors: { refuse } });
    const job = await jobs.enqueue(env.db, { kind: 'refuse', payload: null });
    await jobs.dispatch();
    const done = await ended(jobs, job.id);
    expect(done).toMatchObject({ status: 'failed', attempts: 1 });
    expect(done.errors).toMatchObject([
      { attempt: 1, code: 'test.no', message: 'The upload is not a GeoPackage.' },
    ]);
  },
);

test('a result that JSON cannot hold fails only its own job', async () => {
  const jobs = env.jobs();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  jobs.work({ processors: { cycle: async () => circle, nul: async () => ['a\0b', 10n] }, concurrency: 5 });
  const asked = ['nul', 'cycle', 'nul'].map((kind) => ({ kind, payload: 'x\0y', maxAttempts: 1 }));
  const [first, second, third] = await jobs.enqueueMany(env.db, asked);
  await jobs.dispatch();
  expect(await ended(jobs, first!.id)).toMatchObject({
    status: 'succeeded',
    result: ['ab', 10],
    payload: 'xy',
  });
  expect(await ended(jobs, second!.id)).toMatchObject({ status: 'failed' });
  expect(await ended(jobs, third!.id)).toMatchObject({ status: 'succeeded' });
});

test('a queued job is cancelled at once and never runs', async () => {
  const jobs = env.jobs();
  const seen: string[] = [];
  const [first, second] = await jobs.enqueueMany(env.db, [
    { kind: 'note', payload: 'first' },
    { kind: 'note', payload: 'second' },
  ]);
  await jobs.dispatch(); // it is in Redis already
  expect(await jobs.cancel(first!.id)).toMatchObject({ status: 'cancelled', attempts: 0 });
  jobs.work({ processors: { note: async (text: string) => void seen.push(text) } });
  await ended(jobs, second!.id);
  expect(seen).toEqual(['second']);
  expect(await jobs.get(first!.id)).toMatchObject({ status: 'cancelled', errors: [] });
});

test('the signal of a cancelled job is aborted within two seconds, and the job changes nothing afterwards', async () => {
  const jobs = env.jobs({ heartbeatMs: 1_000, leaseMs: 30_000 });
  const reason = Promise.withResolvers<unknown>();
  jobs.work({
    processors: {
      long: async (_payload, { signal, commit }) => {
        await untilAborted(signal).catch(reason.resolve);
        await commit((trx) => trx.insertInto('effects').values({ job_id: 0, attempt: 0 }).execute());
      },
    },
  });
  const job = await jobs.enqueue(env.db, { kind: 'long', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  const asked = Date.now();
  expect(await jobs.cancel(job.id)).toMatchObject({
    status: 'running',
    cancelRequestedAt: expect.any(Date),
  });
  expect(await reason.promise).toMatchObject({ name: 'JobCancelledError' });
  expect(Date.now() - asked).toBeLessThan(2_000);
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'cancelled', errors: [] });
  expect(await env.db.selectFrom('effects').selectAll().execute()).toEqual([]);
});

test('cancelling a finished job changes nothing, and cancelling an unknown job returns undefined', async () => {
  const jobs = env.jobs();
  jobs.work({ processors: { fastTimes: async () => 1 } });
  const job = await jobs.enqueue(env.db, { kind: 'fastTimes', payload: null });
  await jobs.dispatch();
  await ended(jobs, job.id);
  expect(await jobs.cancel(job.id)).toMatchObject({ status: 'succeeded', cancelRequestedAt: null });
  expect(await jobs.cancel(job.id + 1000)).toBeUndefined();
});

test('a job that is postponed runs again after its delay, as often as its processor wants, without an error or an attempt', async () => {
  const jobs = env.jobs();
  const begun: number[] = [];
  jobs.work({
    processors: {
      patient: async (_payload, { attempt }) => {
        begun.push(Date.now());
        if (begun.length < 6) throw new JobPostponedError(60);
        return attempt;
      },
    },
  });
  const { id } = await jobs.enqueue(env.db, { kind: 'patient', payload: null, maxAttempts: 1 });
  await jobs.dispatch();

  expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', result: 1, attempts: 1, errors: [] });
  const waits = begun.slice(1).map((at, index) => at - begun[index]!);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(50);
});
