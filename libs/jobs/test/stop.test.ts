import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { carriers, effectsOf, ended, inStatus, openBench, untilAborted, type Bench } from './support.ts';

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterEach(() => bench.clear());
afterAll(() => bench.end());

describe.each(carriers)('On %s, a worker that stops', (carrier) => {
  test('lets the job under way finish and takes no other', async () => {
    const jobs = bench.jobs(carrier);
    const go = Promise.withResolvers<void>();
    const worker = jobs.work({ processors: { wait: () => go.promise }, concurrency: 1, graceMs: 10_000 });
    await worker.ready;
    const [first, second] = await jobs.enqueueMany(bench.db, [
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

  test('gives a long job back when its grace time is over, and another worker does it at once', async () => {
    const jobs = bench.jobs(carrier, { leaseMs: 60_000, resendAfterMs: 60_000 });
    const reasons: unknown[] = [];
    const long = async (_payload: unknown, { signal }: { signal: AbortSignal }) =>
      untilAborted(signal).catch((reason: unknown) => {
        reasons.push((reason as Error).name);
        throw reason;
      });
    const worker = jobs.work({ processors: { long }, graceMs: 200 });
    const job = await jobs.enqueue(bench.db, { kind: 'long', payload: null });
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

  test('takes a job away from a processor that does not heed its signal; its later commit changes nothing', async () => {
    const jobs = bench.jobs(carrier);
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
    const job = await jobs.enqueue(bench.db, { kind: 'deaf', payload: null });
    await jobs.dispatch();
    await inStatus(jobs, job.id, 'running');
    const began = Date.now();
    await worker.stop();
    expect(Date.now() - began).toBeLessThan(4_000);
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0 });
    go.resolve();
    expect(await late.promise).toBe('JobLostError');
    expect(await effectsOf(bench.db, job.id)).toEqual([]);
  });

  test('can be stopped twice, and before it was ready', async () => {
    const jobs = bench.jobs(carrier);
    const worker = jobs.work({ processors: {} });
    await Promise.all([worker.stop(), worker.stop(), delay(1)]);
    await jobs.close();
  });
});
