import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Queue, type Job } from 'bullmq';
import { randomBytes } from 'node:crypto';
import { ended, startTestJobs, until, type TestJobs } from './test-jobs.ts';

let env: TestJobs;
beforeAll(async () => void (env = await startTestJobs()));
afterEach(() => env.clear());
afterAll(() => env.end());

test('a job of a kind that this worker does not know waits for another worker', async () => {
  const jobs = env.jobs();
  const old = jobs.work({ processors: { known: async () => 1 } });
  const job = await jobs.enqueue(env.db, { kind: 'novel', payload: null });
  const probe = await jobs.enqueue(env.db, { kind: 'known', payload: null });
  await jobs.dispatch();
  await ended(jobs, probe.id);
  await until(
    async () => (await jobs.get(job.id))!.runAfter.getTime() > Date.now(),
    'the old worker has returned the job',
  );
  expect(await jobs.get(job.id)).toMatchObject({ status: 'queued', attempts: 0 });
  await old.stop();
  jobs.work({ processors: { novel: async () => 2 } });
  expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
});

test('Redis holds row ids, not payloads', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  await jobs.enqueue(env.db, { kind: 'login', payload: { password: 'hunter2' } });
  await jobs.dispatch();
  const messages = await readMessages(queue);
  expect(messages.map(({ data }) => data)).toEqual([{ id: expect.any(Number) }]);
  expect(JSON.stringify(messages.map((message) => message.asJSON()))).not.toContain('hunter2');
});

test('Redis is empty when all jobs have ended', async () => {
  const queue = newQueue();
  const jobs = env.jobs({ queue });
  const worker = jobs.work({
    processors: { some: async (n: number) => (n % 2 ? n : Promise.reject(new Error('odd'))) },
    concurrency: 5,
  });
  await worker.ready;
  const requests = Array.from({ length: 30 }, (_, n) => ({ kind: 'some', payload: n, maxAttempts: 2 }));
  const all = await jobs.enqueueMany(env.db, requests);
  await jobs.dispatch();
  for (const { id } of all) await ended(jobs, id);
  await worker.stop();
  expect(await readMessages(queue)).toEqual([]);
});

const newQueue = () => `transport-${randomBytes(4).toString('hex')}`;

async function readMessages(queue: string): Promise<Job[]> {
  const reader = new Queue(queue, { connection: { url: env.redisUrl }, prefix: 'cairn' });
  try {
    return await reader.getJobs();
  } finally {
    await reader.close();
  }
}
