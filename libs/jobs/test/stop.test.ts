import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { effectsOf, ended, inStatus, startTestJobs, untilAborted, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
beforeAll(async () => void (env = await startTestJobs()));
afterEach(() => env.clear());
afterAll(() => env.end());

describe('a worker that stops', () => {
  test('lets the running job finish and takes no other', async () => {
    const jobs = env.jobs();
    const go = Promise.withResolvers<void>();
    const worker = jobs.work({ processors: { wait: () => go.promise }, concurrency: 1, graceMs: 10_000 });
    await worker.ready;
    const [first, second] = await jobs.enqueueMany(env.db, [
      { kind: 'wait', payload: 1 },
      { kind: 'wait', payload: 2 },
    ]);
    await jobs.dispatch();
    await inStatus(jobs, first!.id, 'running');
    const stopped = worker.stop();
    go.resolve();
    await stopped;
    expect(await jobs.get(first!.id)).toMatchObject({ status: 'succeeded' });
    expect(await jobs.get(second!.id)).toMatchObject({ status: 'queued', attempts: 0 });
  });

  test('returns a long job after its grace time, and another worker runs it at once', async () => {
    const jobs = env.jobs({ leaseMs: 60_000, resendAfterMs: 60_000 });
    const reasons: unknown[] = [];
    const long = async (_payload: unknown, { signal }: { signal: AbortSignal }) =>
      untilAborted(signal).catch((reason: unknown) => {
        reasons.push((reason as Error).name);
        throw reason;
      });
    const worker = jobs.work({ processors: { long }, graceMs: 200 });
    const job = await jobs.enqueue(env.db, { kind: 'long', payload: null });
    await jobs.dispatch();
    await inStatus(jobs, job.id, 'running');
    await worker.stop();
    expect(reasons).toEqual(['WorkerStoppingError']);
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0, errors: [] });
    jobs.work({ processors: { long: async () => 'done' } });
    expect(await ended(jobs, job.id, 5_000)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
      result: 'done',
    });
  });

  test('returns the job of a processor that ignores its signal, whose later commit is refused', async () => {
    const jobs = env.jobs();
    const go = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    const deaf = async (_payload: unknown, { attempt, job, commit }: any) => {
      await go.promise;
      await commit((trx: any) =>
        trx.insertInto('effects').values({ job_id: job.id, attempt }).execute(),
      ).catch((error: Error) => {
        late.resolve(error.name);
        throw error;
      });
    };
    const worker = jobs.work({ processors: { deaf }, graceMs: 100 });
    const job = await jobs.enqueue(env.db, { kind: 'deaf', payload: null });
    await jobs.dispatch();
    await inStatus(jobs, job.id, 'running');
    const began = Date.now();
    await worker.stop();
    expect(Date.now() - began).toBeLessThan(4_000);
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0 });
    go.resolve();
    expect(await late.promise).toBe('JobLostError');
    expect(await effectsOf(env.db, job.id)).toEqual([]);
  });

  test('can be stopped twice, and before it is ready', async () => {
    const jobs = env.jobs();
    const worker = jobs.work({ processors: {} });
    await Promise.all([worker.stop(), worker.stop(), delay(1)]);
    await jobs.close();
  });
});
