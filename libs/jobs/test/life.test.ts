import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { setTimeout as delay } from 'node:timers/promises';
import { carriers, ended, inStatus, openBench, until, untilAborted, type Bench } from './support.ts';

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterEach(() => bench.clear());
afterAll(() => bench.end());

describe.each(carriers)('On %s', (carrier) => {
  test('a job enqueued in a transaction runs after the commit and keeps its result', async () => {
    const jobs = bench.jobs(carrier);
    const worker = jobs.work({ processors: { double: async ({ n }: { n: number }) => ({ doubled: n * 2 }) } });
    await worker.ready;
    const job = await bench.db.transaction().execute((trx) =>
      jobs.enqueue(trx, { kind: 'double', payload: { n: 21 }, requestedBy: 7 }),
    );
    expect(job).toMatchObject({ status: 'queued', progress: 0, stage: null, attempts: 0, maxAttempts: 3, requestedBy: '7', result: null });
    await jobs.dispatch();
    const done = await ended(jobs, job.id);
    expect(done).toMatchObject({ status: 'succeeded', progress: 100, attempts: 1, result: { doubled: 42 }, errors: [] });
    expect(done.startedAt!.getTime()).toBeLessThanOrEqual(done.finishedAt!.getTime());
  });

  test('a job whose transaction is rolled back never existed', async () => {
    const jobs = bench.jobs(carrier);
    const seen: number[] = [];
    const worker = jobs.work({ processors: { note: async ({ n }: { n: number }) => void seen.push(n) } });
    await worker.ready;
    const undone = bench.db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, { kind: 'note', payload: { n: 1 } });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    const kept = await jobs.enqueue(bench.db, { kind: 'note', payload: { n: 2 } });
    await jobs.dispatch();
    await ended(jobs, kept.id);
    expect(seen).toEqual([2]);
    expect(await jobs.list()).toHaveLength(1);
  });

  test('a job that nobody dispatched is found by the sweeper', async () => {
    const jobs = bench.jobs(carrier);
    const job = await jobs.enqueue(bench.db, { kind: 'quiet', payload: null });
    jobs.work({ processors: { quiet: async () => 'heard' } });
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 'heard' });
  });

  test('a job is not begun before its time', async () => {
    const jobs = bench.jobs(carrier);
    jobs.work({ processors: { later: async () => null } });
    const runAfter = new Date(Date.now() + 700);
    const job = await jobs.enqueue(bench.db, { kind: 'later', payload: null, runAfter });
    await jobs.dispatch();
    const done = await ended(jobs, job.id);
    expect(done.startedAt!.getTime()).toBeGreaterThanOrEqual(runAfter.getTime());
  });

  test('progress is kept to one write in 500 ms, clamped, and the last report survives a failure', async () => {
    const jobs = bench.jobs(carrier);
    const processor = async (_payload: unknown, context: { progress(percent: number, stage?: string): void }) => {
      for (let percent = -5; percent < 1000; percent += 1) context.progress(percent / 20, `Reading block ${percent}`);
      await until(async () => (await jobs.get(job.id))!.progress > 0, 'the first report is written');
      context.progress(77, 'Writing');
      throw new AppError({ kind: 'unprocessable', code: 'test.bad', message: 'The file holds no layer.' });
    };
    jobs.work({ processors: { report: processor } });
    const job = await jobs.enqueue(bench.db, { kind: 'report', payload: null });
    await jobs.dispatch();
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'failed', progress: 77, stage: 'Writing' });
  });

  test('an attempt that fails is repeated with growing delays, and each sentence is kept', async () => {
    const jobs = bench.jobs(carrier, { backoffMs: 100 });
    const begun: number[] = [];
    jobs.work({
      processors: {
        flaky: async (_payload, { attempt }) => {
          begun.push(Date.now());
          if (attempt < 3) throw new AppError({ kind: 'unavailable', code: 'test.down', message: `The map server is down (${attempt}).` });
          return 'up';
        },
      },
    });
    const job = await jobs.enqueue(bench.db, { kind: 'flaky', payload: null });
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

  test('a job that keeps failing ends as failed, and what was unexpected is not told', async () => {
    const jobs = bench.jobs(carrier);
    const secret = 'postgres://vault:hunter2@db/cairn';
    jobs.work({ processors: { broken: async () => Promise.reject(new Error(`connect ${secret} refused`)) } });
    const job = await jobs.enqueue(bench.db, { kind: 'broken', payload: null, maxAttempts: 2 });
    await jobs.dispatch();
    const done = await ended(jobs, job.id);
    expect(done).toMatchObject({ status: 'failed', attempts: 2, result: null });
    expect(done.errors).toHaveLength(2);
    expect(JSON.stringify(done)).not.toContain('hunter2');
    expect(done.errors[1]!.message).toContain(String(job.id));
    expect(JSON.stringify(done.errors)).not.toMatch(/\bat .*\.ts/);
  });

  test.each(['bad_request', 'forbidden', 'not_found', 'conflict', 'too_large', 'unprocessable'] as const)(
    'a failure of the kind %s is not repeated',
    async (kind) => {
      const jobs = bench.jobs(carrier);
      const refuse = async () => Promise.reject(new AppError({ kind, code: 'test.no', message: 'The upload is no GeoPackage.' }));
      jobs.work({ processors: { refuse } });
      const job = await jobs.enqueue(bench.db, { kind: 'refuse', payload: null });
      await jobs.dispatch();
      const done = await ended(jobs, job.id);
      expect(done).toMatchObject({ status: 'failed', attempts: 1 });
      expect(done.errors).toMatchObject([{ attempt: 1, code: 'test.no', message: 'The upload is no GeoPackage.' }]);
    },
  );

  test('a result that JSON cannot hold fails its own job and no other', async () => {
    const jobs = bench.jobs(carrier);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    jobs.work({ processors: { cycle: async () => circle, nul: async () => ['a\0b', 10n] }, concurrency: 5 });
    const asked = ['nul', 'cycle', 'nul'].map((kind) => ({ kind, payload: 'x\0y', maxAttempts: 1 }));
    const [first, second, third] = await jobs.enqueueMany(bench.db, asked);
    await jobs.dispatch();
    expect(await ended(jobs, first!.id)).toMatchObject({ status: 'succeeded', result: ['ab', 10], payload: 'xy' });
    expect(await ended(jobs, second!.id)).toMatchObject({ status: 'failed' });
    expect(await ended(jobs, third!.id)).toMatchObject({ status: 'succeeded' });
  });

  test('a queued job is cancelled at once and never runs', async () => {
    const jobs = bench.jobs(carrier);
    const seen: string[] = [];
    const [first, second] = await jobs.enqueueMany(bench.db, [
      { kind: 'note', payload: 'first' },
      { kind: 'note', payload: 'second' },
    ]);
    await jobs.dispatch(); // it is in the carrier already
    expect(await jobs.cancel(first!.id)).toMatchObject({ status: 'cancelled', attempts: 0 });
    jobs.work({ processors: { note: async (text: string) => void seen.push(text) } });
    await ended(jobs, second!.id);
    expect(seen).toEqual(['second']);
    expect(await jobs.get(first!.id)).toMatchObject({ status: 'cancelled', errors: [] });
  });

  test('a running job that is cancelled is told within two seconds and changes nothing afterwards', async () => {
    const jobs = bench.jobs(carrier, { heartbeatMs: 1_000, leaseMs: 30_000 });
    const told = Promise.withResolvers<unknown>();
    jobs.work({
      processors: {
        long: async (_payload, { signal, commit }) => {
          await untilAborted(signal).catch((reason: unknown) => told.resolve(reason));
          await commit((trx) => trx.insertInto('effects').values({ job_id: 0, attempt: 0 }).execute());
        },
      },
    });
    const job = await jobs.enqueue(bench.db, { kind: 'long', payload: null });
    await jobs.dispatch();
    await inStatus(jobs, job.id, 'running');
    const asked = Date.now();
    expect(await jobs.cancel(job.id)).toMatchObject({ status: 'running', cancelRequestedAt: expect.any(Date) });
    expect(await told.promise).toMatchObject({ name: 'JobCancelledError' });
    expect(Date.now() - asked).toBeLessThan(2_000);
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'cancelled', errors: [] });
    expect(await bench.db.selectFrom('effects').selectAll().execute()).toEqual([]);
  });

  test('cancelling a finished job changes nothing, and an unknown one is not found', async () => {
    const jobs = bench.jobs(carrier);
    jobs.work({ processors: { quick: async () => 1 } });
    const job = await jobs.enqueue(bench.db, { kind: 'quick', payload: null });
    await jobs.dispatch();
    await ended(jobs, job.id);
    expect(await jobs.cancel(job.id)).toMatchObject({ status: 'succeeded', cancelRequestedAt: null });
    expect(await jobs.cancel(job.id + 1000)).toBeUndefined();
  });

  test('a job of a kind that this worker does not know waits for a worker that does', async () => {
    const jobs = bench.jobs(carrier);
    const old = jobs.work({ processors: { known: async () => 1 } });
    const job = await jobs.enqueue(bench.db, { kind: 'novel', payload: null });
    const probe = await jobs.enqueue(bench.db, { kind: 'known', payload: null });
    await jobs.dispatch();
    await ended(jobs, probe.id);
    await until(async () => (await jobs.get(job.id))!.runAfter.getTime() > Date.now(), 'the old worker has put it back');
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0 });
    await old.stop();
    jobs.work({ processors: { novel: async () => 2 } });
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('what the carrier holds is a row id, not the payload', async () => {
    const { Queue, createPostgresBackend } = await import('bullmq');
    const jobs = bench.jobs(carrier, { queue: 'peek' });
    await jobs.enqueue(bench.db, { kind: 'login', payload: { password: 'hunter2' } });
    await jobs.dispatch();
    const connection = carrier === 'Redis' ? { url: bench.redisUrl } : { connectionString: bench.databaseUrl, schema: 'vault_queue' };
    const queue = new Queue('peek', { connection, prefix: 'cairn' }, (carrier === 'Redis' ? undefined : createPostgresBackend) as never);
    try {
      const held = await queue.getJobs();
      expect(held.map(({ data }) => data)).toEqual([{ id: expect.any(Number) }]);
      expect(JSON.stringify(held.map((message) => message.asJSON()))).not.toContain('hunter2');
    } finally {
      await queue.close();
    }
  });

  test('nothing is left in the carrier when all jobs have ended', async () => {
    const { Queue, createPostgresBackend } = await import('bullmq');
    const jobs = bench.jobs(carrier, { queue: 'leftovers' });
    const worker = jobs.work({ processors: { some: async (n: number) => (n % 2 ? n : Promise.reject(new Error('odd'))) }, concurrency: 5 });
    await worker.ready;
    const asked = Array.from({ length: 30 }, (_, n) => ({ kind: 'some', payload: n, maxAttempts: 2 }));
    const all = await jobs.enqueueMany(bench.db, asked);
    await jobs.dispatch();
    for (const { id } of all) await ended(jobs, id);
    await worker.stop();
    const connection = carrier === 'Redis' ? { url: bench.redisUrl } : { connectionString: bench.databaseUrl, schema: 'vault_queue' };
    const queue = new Queue('leftovers', { connection, prefix: 'cairn' }, (carrier === 'Redis' ? undefined : createPostgresBackend) as never);
    expect(await queue.getJobs()).toEqual([]);
    await queue.close();
  });
});

test('ten callers with one idempotency key get one job', async () => {
  const jobs = bench.jobs('Redis');
  const asked = { kind: 'import', payload: { file: 'a.gpkg' }, idempotencyKey: 'upload-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue(bench.db, asked)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await jobs.enqueue(bench.db, { ...asked, kind: 'export' })).not.toMatchObject({ id: answers[0]!.id });
});

test('enqueueMany answers in the order of what was asked, new and known jobs mixed', async () => {
  const jobs = bench.jobs('Redis');
  const known = await jobs.enqueue(bench.db, { kind: 'k', payload: 'old', idempotencyKey: 'b' });
  const answers = await jobs.enqueueMany(bench.db, [
    { kind: 'k', payload: 1 },
    { kind: 'k', payload: 'new', idempotencyKey: 'b' },
    { kind: 'k', payload: 2, idempotencyKey: 'c' },
    { kind: 'k', payload: 3 },
  ]);
  expect(answers.map(({ payload }) => payload)).toEqual([1, 'old', 2, 3]);
  expect(answers[1]!.id).toBe(known.id);
  await expect(
    jobs.enqueueMany(bench.db, [
      { kind: 'k', payload: 1, idempotencyKey: 'z' },
      { kind: 'k', payload: 2, idempotencyKey: 'z' },
    ]),
  ).rejects.toThrow('same kind and idempotency key');
});

test('list filters by status, kind and user, newest first, page by page', async () => {
  const jobs = bench.jobs('Redis');
  await jobs.enqueueMany(bench.db, [
    { kind: 'import', payload: 1, requestedBy: 1 },
    { kind: 'export', payload: 2, requestedBy: 1 },
    { kind: 'import', payload: 3, requestedBy: 2 },
    { kind: 'import', payload: 4, requestedBy: 1 },
  ]);
  const payloads = async (...filter: Parameters<typeof jobs.list>) => (await jobs.list(...filter)).map(({ payload }) => payload);
  expect(await payloads()).toEqual([4, 3, 2, 1]);
  expect(await payloads({ kind: 'import', requestedBy: 1 })).toEqual([4, 1]);
  expect(await payloads({ status: ['running', 'failed'] })).toEqual([]);
  const page = await jobs.list({ limit: 2 });
  expect(await payloads({ before: page[1]!.id, limit: 2 })).toEqual([2, 1]);
});

test('finished jobs are deleted after their days, unfinished ones never', async () => {
  const jobs = bench.jobs('Redis', { keepFinishedDays: 7 });
  const [old, recent, queued] = await jobs.enqueueMany(bench.db, [
    { kind: 'other', payload: 1 },
    { kind: 'other', payload: 2 },
    { kind: 'other', payload: 3, runAfter: new Date(Date.now() + 60_000) },
  ]);
  await jobs.cancel(old!.id);
  await jobs.cancel(recent!.id);
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await bench.db.updateTable('jobs').set({ finished_at: longAgo, created_at: longAgo }).where('id', '=', old!.id).execute();
  await bench.db.updateTable('jobs').set({ created_at: longAgo }).where('id', '=', queued!.id).execute();
  jobs.work({ processors: {} });
  await until(async () => !(await jobs.get(old!.id)), 'the old job is deleted');
  await delay(250); // two more sweeps
  expect((await jobs.list()).map(({ id }) => id)).toEqual([queued!.id, recent!.id]);
});
