import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { ended, inStatus, startTestJobs, until, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
beforeAll(async () => void (env = await startTestJobs()));
afterEach(() => env.clear());
afterAll(() => env.end());

test('a job enqueued in a transaction runs after the commit and stores its result', async () => {
  const jobs = env.jobs();
  const worker = jobs.work({
    processors: { double: async ({ n }: { n: number }) => ({ doubled: n * 2 }) },
  });
  await worker.ready;
  const job = await env.db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, { kind: 'double', payload: { n: 21 }, requestedBy: 7 }));
  expect(job).toMatchObject({
    status: 'queued',
    progress: 0,
    stage: null,
    attempts: 0,
    maxAttempts: 3,
    requestedBy: '7',
    result: null,
  });
  await jobs.dispatch();
  const done = await ended(jobs, job.id);
  expect(done).toMatchObject({
    status: 'succeeded',
    progress: 100,
    attempts: 1,
    result: { doubled: 42 },
    errors: [],
  });
  expect(done.startedAt!.getTime()).toBeLessThanOrEqual(done.finishedAt!.getTime());
});

test('a job whose transaction is rolled back does not exist', async () => {
  const jobs = env.jobs();
  const seen: number[] = [];
  const worker = jobs.work({ processors: { note: async ({ n }: { n: number }) => void seen.push(n) } });
  await worker.ready;
  const undone = env.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, { kind: 'note', payload: { n: 1 } });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  const kept = await jobs.enqueue(env.db, { kind: 'note', payload: { n: 2 } });
  await jobs.dispatch();
  await ended(jobs, kept.id);
  expect(seen).toEqual([2]);
  expect(await jobs.list()).toHaveLength(1);
});

test('the sweeper sends a job that was not dispatched', async () => {
  const jobs = env.jobs();
  const job = await jobs.enqueue(env.db, { kind: 'quiet', payload: null });
  jobs.work({ processors: { quiet: async () => 'heard' } });
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', result: 'heard' });
});

test('a job does not begin before runAfter', async () => {
  const jobs = env.jobs();
  jobs.work({ processors: { later: async () => null } });
  const runAfter = new Date(Date.now() + 700);
  const job = await jobs.enqueue(env.db, { kind: 'later', payload: null, runAfter });
  await jobs.dispatch();
  const done = await ended(jobs, job.id);
  expect(done.startedAt!.getTime()).toBeGreaterThanOrEqual(runAfter.getTime());
});

test('progress is clamped, written at most every 500 ms, and the last report is stored when the job fails', async () => {
  const jobs = env.jobs();
  const processor = async (
    _payload: unknown,
    context: { progress(percent: number, stage?: string): void },
  ) => {
    for (let percent = -5; percent < 1000; percent += 1)
      context.progress(percent / 20, `Reading block ${percent}`);
    await until(async () => (await jobs.get(job.id))!.progress > 0, 'the first report is written');
    context.progress(77, 'Writing');
    throw new AppError({ kind: 'unprocessable', code: 'test.bad', message: 'The file has no layers.' });
  };
  jobs.work({ processors: { report: processor } });
  const job = await jobs.enqueue(env.db, { kind: 'report', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'failed', progress: 77, stage: 'Writing' });
});

test('jobs run at once after the clock steps back by two hours, and requested delays keep their length', async () => {
  const jobs = env.jobs();
  const enqueue = async (written: string, runAfter?: Date) => {
    const job = await jobs.enqueue(env.db, { kind: 'step', payload: null, runAfter });
    await sql`update jobs set ${sql.raw(written)} where id = ${job.id}`.execute(env.db);
    return job.id;
  };
  const ahead = (column: string) => `${column} = ${column} + interval '2 hours'`;
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const due = [
    await enqueue(`${ahead('created_at')}, ${ahead('run_after')}`),
    await enqueue(`attempts = 1, started_at = now(), ${ahead('run_after')}`),
    await enqueue(`dispatched_at = now() + interval '2 hours'`),
    await enqueue(
      `status = 'running', attempts = 1, fence = 1, started_at = now(), lease_until = now() + interval '2 hours'`,
    ),
  ];
  const delayed: [number, Date][] = [];
  for (const hours of [1, 5]) {
    const due = hoursFromNow(hours);
    delayed.push([await enqueue(`${ahead('created_at')}, ${ahead('run_after')}`, due), due]);
    delayed.push([await enqueue('attempts = 0', due), due]);
  }
  jobs.work({ processors: { step: async () => 'done' } });
  for (const id of due) expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', result: 'done' });
  for (const [id, due] of delayed) {
    const { status, runAfter } = (await jobs.get(id))!;
    expect(status).toBe('queued');
    expect(Math.abs(runAfter.getTime() - due.getTime())).toBeLessThan(30_000);
  }
});

test('a lease from before the clock stepped back is shortened to the usual length', async () => {
  const jobs = env.jobs();
  const finish = Promise.withResolvers<string>();
  jobs.work({ processors: { hold: () => finish.promise } });
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null });
  await inStatus(jobs, job.id, 'running');
  await sql`update jobs set lease_until = now() + interval '2 hours' where id = ${job.id}`.execute(env.db);
  const lease = async () => {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from lease_until - now()) * 1000)::float8 as ms from jobs where id = ${job.id}`.execute(
      env.db,
    );
    return rows[0]!.ms < 10_000;
  };
  await until(lease, 'the lease has its usual length');
  finish.resolve('done');
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1, result: 'done' });
});

test('ten callers with one idempotency key get one job', async () => {
  const jobs = env.jobs();
  const asked = { kind: 'import', payload: { file: 'a.gpkg' }, idempotencyKey: 'upload-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => jobs.enqueue(env.db, asked)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await jobs.enqueue(env.db, { ...asked, kind: 'export' })).not.toMatchObject({
    id: answers[0]!.id,
  });
});

test('enqueueMany returns new and existing jobs in the order of the request', async () => {
  const jobs = env.jobs();
  const known = await jobs.enqueue(env.db, { kind: 'k', payload: 'old', idempotencyKey: 'b' });
  const answers = await jobs.enqueueMany(env.db, [
    { kind: 'k', payload: 1 },
    { kind: 'k', payload: 'new', idempotencyKey: 'b' },
    { kind: 'k', payload: 2, idempotencyKey: 'c' },
    { kind: 'k', payload: 3 },
  ]);
  expect(answers.map(({ payload }) => payload)).toEqual([1, 'old', 2, 3]);
  expect(answers[1]!.id).toBe(known.id);
  await expect(
    jobs.enqueueMany(env.db, [
      { kind: 'k', payload: 1, idempotencyKey: 'z' },
      { kind: 'k', payload: 2, idempotencyKey: 'z' },
    ]),
  ).rejects.toThrow('same kind and idempotency key');
});

test('list filters by status, kind and user, newest first, in pages', async () => {
  const jobs = env.jobs();
  await jobs.enqueueMany(env.db, [
    { kind: 'import', payload: 1, requestedBy: 1 },
    { kind: 'export', payload: 2, requestedBy: 1 },
    { kind: 'import', payload: 3, requestedBy: 2 },
    { kind: 'import', payload: 4, requestedBy: 1 },
  ]);
  const payloads = async (...filter: Parameters<typeof jobs.list>) =>
    (await jobs.list(...filter)).map(({ payload }) => payload);
  expect(await payloads()).toEqual([4, 3, 2, 1]);
  expect(await payloads({ kind: 'import', requestedBy: 1 })).toEqual([4, 1]);
  expect(await payloads({ status: ['running', 'failed'] })).toEqual([]);
  const page = await jobs.list({ limit: 2 });
  expect(await payloads({ before: page[1]!.id, limit: 2 })).toEqual([2, 1]);
});

test('finished jobs are deleted after keepFinishedDays, unfinished ones never', async () => {
  const jobs = env.jobs({ keepFinishedDays: 7 });
  const [old, recent, queued] = await jobs.enqueueMany(env.db, [
    { kind: 'other', payload: 1 },
    { kind: 'other', payload: 2 },
    { kind: 'other', payload: 3, runAfter: new Date(Date.now() + 60_000) },
  ]);
  await jobs.cancel(old!.id);
  await jobs.cancel(recent!.id);
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await env.db
    .updateTable('jobs')
    .set({ finished_at: longAgo, created_at: longAgo })
    .where('id', '=', old!.id)
    .execute();
  await env.db.updateTable('jobs').set({ created_at: longAgo }).where('id', '=', queued!.id).execute();
  jobs.work({ processors: {} });
  await until(async () => !(await jobs.get(old!.id)), 'the old job is deleted');
  await delay(250); // two more sweeps
  expect((await jobs.list()).map(({ id }) => id)).toEqual([queued!.id, recent!.id]);
});
