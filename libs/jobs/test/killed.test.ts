import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, type Child, type ChildSettings } from './child.ts';
import { carriers, effectsOf, ended, inStatus, openBench, until, type Bench } from './support.ts';

// Five processes are started one after the other; on a busy machine each takes seconds.
jest.setTimeout(120_000);

let bench: Bench;
const children: Child[] = [];
beforeAll(async () => void (bench = await openBench()));
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.gone;
  }
  await bench.clear();
});
afterAll(() => bench.end());

function start(settings: ChildSettings): Child {
  const child = startChild(bench, settings);
  children.push(child);
  return child;
}

const newQueue = () => `kill-${randomBytes(4).toString('hex')}`;

/** What the parent's own worker does with a job that the child held. */
const takeOver = async (_payload: unknown, { job, attempt, commit }: any) => {
  await commit((trx: any) => trx.insertInto('effects').values({ job_id: job.id, attempt }).execute());
  return 'taken over';
};

describe.each(carriers)('On %s', (carrier) => {
  test('a worker killed by SIGKILL in the middle of a job loses it to another worker, which yields the one result', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const child = start({ queue, carrier });
    await child.told('ready');
    const job = await jobs.enqueue(bench.db, { kind: 'hold', payload: null });
    await jobs.dispatch();
    expect(await child.told('holding')).toBe(job.id);
    await until(async () => (await jobs.get(job.id))!.progress === 40, 'progress is above 30');
    child.kill('SIGKILL');
    expect(await child.gone).toBe('SIGKILL');
    const killed = Date.now();
    jobs.work({ processors: { hold: takeOver } });
    const done = await ended(jobs, job.id);
    expect(Date.now() - killed).toBeLessThan(10_000);
    expect(done).toMatchObject({ status: 'succeeded', attempts: 2, result: 'taken over', fence: 2 });
    expect(done.errors).toMatchObject([{ attempt: 1, code: 'jobs.worker_lost' }]);
    expect(await effectsOf(bench.db, job.id)).toEqual([2]);
  });

  test('a worker that slept through its lease wakes up to a refused commit: the effect is there once', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const child = start({ queue, carrier });
    await child.told('ready');
    const job = await jobs.enqueue(bench.db, { kind: 'hold', payload: null });
    await jobs.dispatch();
    await child.told('holding');
    child.kill('SIGSTOP');
    jobs.work({ processors: { hold: takeOver } });
    const done = await ended(jobs, job.id);
    child.process.send!('go');
    child.kill('SIGCONT');
    expect(await child.told('refused')).toBe('JobLostError');
    expect(await effectsOf(bench.db, job.id)).toEqual([2]);
    expect(await jobs.get(job.id)).toEqual(done);
  });

  test('a job whose worker dies at every attempt fails with a sentence when no attempt is left', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const job = await jobs.enqueue(bench.db, { kind: 'hold', payload: null, maxAttempts: 2 });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const child = start({ queue, carrier, leaseMs: 500 });
      await child.told('holding');
      child.kill('SIGKILL');
      await child.gone;
    }
    jobs.work({ processors: {} });
    const failed = await ended(jobs, job.id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 2 });
    expect(failed.errors[1]!.message).toMatch(/no attempt is left/);
    expect(await effectsOf(bench.db, job.id)).toEqual([]);
  });

  test('a cancel request outlives the worker that should have heeded it', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const child = start({ queue, carrier });
    await child.told('ready');
    const job = await jobs.enqueue(bench.db, { kind: 'hold', payload: null });
    await jobs.dispatch();
    await child.told('holding');
    child.kill('SIGSTOP');
    await jobs.cancel(job.id);
    child.kill('SIGKILL');
    jobs.work({ processors: { hold: takeOver } });
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'cancelled', attempts: 1 });
    expect(await effectsOf(bench.db, job.id)).toEqual([]);
  });

  test('SIGTERM, grace over: the process ends with 0, the job resumes elsewhere and the attempt does not count', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const child = start({ queue, carrier, leaseMs: 60_000 });
    await child.told('ready');
    const job = await jobs.enqueue(bench.db, { kind: 'hold', payload: null });
    await jobs.dispatch();
    await child.told('holding');
    child.kill('SIGTERM');
    expect(await child.gone).toBe(0);
    expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0, errors: [] });
    jobs.work({ processors: { hold: takeOver } });
    expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(await effectsOf(bench.db, job.id)).toEqual([1]);
  });

  test('workers killed again and again at any instruction leave each job done exactly once', async () => {
    const queue = newQueue();
    const jobs = bench.jobs(carrier, { queue });
    const asked = Array.from({ length: 300 }, (_, n) => ({
      kind: 'steps',
      payload: n,
      requestedBy: n % 3,
      maxAttempts: 20,
    }));
    const all = await jobs.enqueueMany(bench.db, asked);
    await jobs.dispatch();
    const pauses: number[] = [];
    for (let kill = 0; kill < 4; kill += 1) {
      const child = start({ queue, carrier, leaseMs: 500, concurrency: 8 });
      await child.told('ready');
      pauses.push(Math.round(20 + Math.random() * 120));
      await delay(pauses.at(-1));
      child.kill('SIGKILL');
      await child.gone;
    }
    const last = start({ queue, carrier, leaseMs: 500, concurrency: 8 });
    await last.told('ready');
    try {
      await until(
        async () => (await jobs.list({ status: ['queued', 'running'], limit: 1 })).length === 0,
        'all have ended',
        60_000,
      );
      const effects = await bench.db.selectFrom('effects').select('job_id').execute();
      expect(effects.map((row) => Number(row.job_id)).sort((a, b) => a - b)).toEqual(all.map(({ id }) => id));
      const succeeded = await bench.db
        .selectFrom('jobs')
        .select('id')
        .where('status', '=', 'succeeded')
        .execute();
      expect(succeeded).toHaveLength(300);
    } catch (error) {
      throw new Error(`Killed after ${pauses.join(', ')} ms.`, { cause: error });
    }
  });
});

test('a step that was committed is not run again by the next attempt, which gets its stored value', async () => {
  const jobs = bench.jobs('Redis');
  const ran: string[] = [];
  const flaky = async (_payload: unknown, { attempt, commit }: any) => {
    const first = await commit(
      async () => (ran.push(`rows in attempt ${attempt}`), { rows: attempt }),
      'rows',
    );
    const second = await commit(async () => void ran.push(`unnamed in attempt ${attempt}`));
    if (attempt === 1) throw new Error('after the commits');
    return { first, second };
  };
  jobs.work({ processors: { flaky } });
  const job = await jobs.enqueue(bench.db, { kind: 'flaky', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({
    status: 'succeeded',
    attempts: 2,
    result: { first: { rows: 1 }, second: null },
  });
  expect(ran).toEqual(['rows in attempt 1', 'unnamed in attempt 1']);
});

test('a commit that fails leaves nothing and is tried again by the next attempt', async () => {
  const jobs = bench.jobs('Redis');
  const half = async (_payload: unknown, { attempt, job, commit }: any) =>
    commit(async (trx: any) => {
      await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
      if (attempt === 1) throw new Error('half done');
    });
  jobs.work({ processors: { half } });
  const job = await jobs.enqueue(bench.db, { kind: 'half', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(await effectsOf(bench.db, job.id)).toEqual([2]);
});

test('a transaction that lasts longer than the lease keeps its job', async () => {
  const jobs = bench.jobs('Redis', { leaseMs: 300, heartbeatMs: 50, sweepMs: 50 });
  const slow = async (_payload: unknown, { job, attempt, commit, progress }: any) =>
    commit(async (trx: any) => {
      await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
      progress(50, 'In the transaction');
      await delay(1_200);
      return 'kept';
    });
  jobs.work({ processors: { slow }, concurrency: 3 });
  const job = await jobs.enqueue(bench.db, { kind: 'slow', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  expect(await ended(jobs, job.id)).toMatchObject({
    status: 'succeeded',
    attempts: 1,
    fence: 1,
    result: 'kept',
  });
  expect(await effectsOf(bench.db, job.id)).toEqual([1]);
});
