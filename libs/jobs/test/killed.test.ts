import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startWorkerProcess, type WorkerProcess, type WorkerProcessOptions } from './worker-process.ts';
import { effectsOf, ended, inStatus, startTestJobs, until, type TestJobs } from './test-jobs.ts';

// Five processes start one after the other; each takes seconds on a busy machine.
let env: TestJobs;
const children: WorkerProcess[] = [];
beforeAll(async () => void (env = await startTestJobs()));
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  await env.clear();
});
afterAll(() => env.end());

function start(settings: WorkerProcessOptions): WorkerProcess {
  const child = startWorkerProcess(env, settings);
  children.push(child);
  return child;
}

const newQueue = () => `kill-${randomBytes(4).toString('hex')}`;

/** The parent's own processor for a job that the child held. */
const takeOver = async (_payload: unknown, { job, attempt, commit }: any) => {
  await commit((trx: any) => trx.insertInto('effects').values({ job_id: job.id, attempt }).execute());
  return 'taken over';
};

test('a job whose worker is killed by SIGKILL runs on another worker and has one effect', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const child = start({ queue });
  await child.receive('ready');
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null });
  await jobs.dispatch();
  expect(await child.receive('holding')).toBe(job.id);
  await until(async () => (await jobs.get(job.id))!.progress === 40, 'progress is 40');
  child.kill('SIGKILL');
  expect(await child.exited).toBe('SIGKILL');
  const killed = Date.now();
  jobs.work({ processors: { hold: takeOver } });
  const done = await ended(jobs, job.id);
  expect(Date.now() - killed).toBeLessThan(10_000);
  expect(done).toMatchObject({ status: 'succeeded', attempts: 2, result: 'taken over', fence: 2 });
  expect(done.errors).toMatchObject([{ attempt: 1, code: 'jobs.worker_lost' }]);
  expect(await effectsOf(env.db, job.id)).toEqual([2]);
});

test('a worker that was suspended beyond its lease cannot commit, and the job has one effect', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const child = start({ queue });
  await child.receive('ready');
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null });
  await jobs.dispatch();
  await child.receive('holding');
  child.kill('SIGSTOP');
  jobs.work({ processors: { hold: takeOver } });
  const done = await ended(jobs, job.id);
  child.process.send!('go');
  child.kill('SIGCONT');
  expect(await child.receive('refused')).toBe('JobLostError');
  expect(await effectsOf(env.db, job.id)).toEqual([2]);
  expect(await jobs.get(job.id)).toEqual(done);
});

test('a job whose worker dies at every attempt fails when no attempt is left', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null, maxAttempts: 2 });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const child = start({ queue, leaseMs: 500 });
    await child.receive('holding');
    child.kill('SIGKILL');
    await child.exited;
  }
  jobs.work({ processors: {} });
  const failed = await ended(jobs, job.id);
  expect(failed).toMatchObject({ status: 'failed', attempts: 2 });
  expect(failed.errors[1]!.message).toMatch(/no attempt is left/);
  expect(await effectsOf(env.db, job.id)).toEqual([]);
});

test('a job is cancelled although its worker died before it saw the request', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const child = start({ queue });
  await child.receive('ready');
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null });
  await jobs.dispatch();
  await child.receive('holding');
  child.kill('SIGSTOP');
  await jobs.cancel(job.id);
  child.kill('SIGKILL');
  jobs.work({ processors: { hold: takeOver } });
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'cancelled', attempts: 1 });
  expect(await effectsOf(env.db, job.id)).toEqual([]);
});

test('a process that gets SIGTERM exits with 0 after its grace time, and its job runs elsewhere without counting the attempt', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const child = start({ queue, leaseMs: 60_000 });
  await child.receive('ready');
  const job = await jobs.enqueue(env.db, { kind: 'hold', payload: null });
  await jobs.dispatch();
  await child.receive('holding');
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0, errors: [] });
  jobs.work({ processors: { hold: takeOver } });
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect(await effectsOf(env.db, job.id)).toEqual([1]);
});

test('each job runs exactly once while workers are killed at random', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const asked = Array.from({ length: 300 }, (_, n) => ({
    kind: 'steps',
    payload: n,
    requestedBy: n % 3,
    maxAttempts: 20,
  }));
  const all = await jobs.enqueueMany(env.db, asked);
  await jobs.dispatch();
  const pauses: number[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    const child = start({ queue, leaseMs: 500, concurrency: 8 });
    await child.receive('ready');
    pauses.push(Math.round(20 + Math.random() * 120));
    await delay(pauses.at(-1));
    child.kill('SIGKILL');
    await child.exited;
  }
  const last = start({ queue, leaseMs: 500, concurrency: 8 });
  await last.receive('ready');
  try {
    await until(
      async () => (await jobs.list({ status: ['queued', 'running'], limit: 1 })).length === 0,
      'all jobs have ended',
      60_000,
    );
    const effects = await env.db.selectFrom('effects').select('job_id').execute();
    expect(effects.map((row) => Number(row.job_id)).sort((a, b) => a - b)).toEqual(all.map(({ id }) => id));
    const succeeded = await env.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'succeeded')
      .execute();
    expect(succeeded).toHaveLength(300);
  } catch (error) {
    throw new Error(`Killed after ${pauses.join(', ')} ms.`, { cause: error });
  }
});

test('the next attempt gets the stored value of a committed step instead of running it again', async () => {
  const jobs = env.jobs();
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
  const job = await jobs.enqueue(env.db, { kind: 'flaky', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({
    status: 'succeeded',
    attempts: 2,
    result: { first: { rows: 1 }, second: null },
  });
  expect(ran).toEqual(['rows in attempt 1', 'unnamed in attempt 1']);
});

test('a failed commit leaves nothing and the next attempt repeats it', async () => {
  const jobs = env.jobs();
  const half = async (_payload: unknown, { attempt, job, commit }: any) =>
    commit(async (trx: any) => {
      await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
      if (attempt === 1) throw new Error('half done');
    });
  jobs.work({ processors: { half } });
  const job = await jobs.enqueue(env.db, { kind: 'half', payload: null });
  await jobs.dispatch();
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(await effectsOf(env.db, job.id)).toEqual([2]);
});

test('a job keeps its lease during a transaction that is longer than the lease', async () => {
  const jobs = env.jobs({ leaseMs: 300, heartbeatMs: 50, sweepMs: 50 });
  const slow = async (_payload: unknown, { job, attempt, commit, progress }: any) =>
    commit(async (trx: any) => {
      await trx.insertInto('effects').values({ job_id: job.id, attempt }).execute();
      progress(50, 'In the transaction');
      await delay(1_200);
      return 'kept';
    });
  jobs.work({ processors: { slow }, concurrency: 3 });
  const job = await jobs.enqueue(env.db, { kind: 'slow', payload: null });
  await jobs.dispatch();
  await inStatus(jobs, job.id, 'running');
  expect(await ended(jobs, job.id)).toMatchObject({
    status: 'succeeded',
    attempts: 1,
    fence: 1,
    result: 'kept',
  });
  expect(await effectsOf(env.db, job.id)).toEqual([1]);
});
