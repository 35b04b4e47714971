import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Queue, createPostgresBackend } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { carriers, ended, openBench, until, type Bench } from './support.ts';

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterEach(() => bench.clear());
afterAll(() => bench.end());

describe.each(carriers)('On %s', (carrier) => {
  test('a job of a kind that this worker does not know waits for a worker that does', async () => {
    const jobs = bench.jobs(carrier);
    const old = jobs.work({ processors: { known: async () => 1 } });
    const job = await jobs.enqueue(bench.db, { kind: 'novel', payload: null });
    const probe = await jobs.enqueue(bench.db, { kind: 'known', payload: null });
    await jobs.dispatch();
    await ended(jobs, probe.id);
    await until(
      async () => (await jobs.get(job.id))!.runAfter.getTime() > Date.now(),
      'the old worker has put it back',
    );
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0 });
    await old.stop();
    jobs.work({ processors: { novel: async () => 2 } });
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('what the carrier holds is a row id, not the payload', async () => {
    const queue = `carried-${randomBytes(4).toString('hex')}`;
    const jobs = bench.jobs(carrier, { queue });
    await jobs.enqueue(bench.db, { kind: 'login', payload: { password: 'hunter2' } });
    await jobs.dispatch();
    const connection =
      carrier === 'Redis'
        ? { url: bench.redisUrl }
        : { connectionString: bench.databaseUrl, schema: 'vault_queue' };
    const store = new Queue(
      queue,
      { connection, prefix: 'cairn' },
      (carrier === 'Redis' ? undefined : createPostgresBackend) as never,
    );
    try {
      const held = await store.getJobs();
      expect(held.map(({ data }) => data)).toEqual([{ id: expect.any(Number) }]);
      expect(JSON.stringify(held.map((message) => message.asJSON()))).not.toContain('hunter2');
    } finally {
      await store.close();
    }
  });

  test('nothing is left in the carrier when all jobs have ended', async () => {
    const queue = `carried-${randomBytes(4).toString('hex')}`;
    const jobs = bench.jobs(carrier, { queue });
    const worker = jobs.work({
      processors: { some: async (n: number) => (n % 2 ? n : Promise.reject(new Error('odd'))) },
      concurrency: 5,
    });
    await worker.ready;
    const asked = Array.from({ length: 30 }, (_, n) => ({ kind: 'some', payload: n, maxAttempts: 2 }));
    const all = await jobs.enqueueMany(bench.db, asked);
    await jobs.dispatch();
    for (const { id } of all) await ended(jobs, id);
    await worker.stop();
    const connection =
      carrier === 'Redis'
        ? { url: bench.redisUrl }
        : { connectionString: bench.databaseUrl, schema: 'vault_queue' };
    const store = new Queue(
      queue,
      { connection, prefix: 'cairn' },
      (carrier === 'Redis' ? undefined : createPostgresBackend) as never,
    );
    expect(await store.getJobs()).toEqual([]);
    await store.close();
  });
});
