import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { createRenderThreads } from '../src/features/executions/threads/render-threads.ts';
import type { Task } from './fixture/thread.ts';

const module = new URL('fixture/thread.ts', import.meta.url);
const threads = createRenderThreads<Task, unknown>({
  ...{ module, heapMiB: 32, timeoutMs: 30_000 },
  idle: { threads: 1, ms: 5_000 },
});
const impatient = createRenderThreads<Task, unknown>({
  ...{ module, heapMiB: 32, timeoutMs: 1_000 },
  idle: { threads: 0, ms: 0 },
});
afterAll(async () => {
  await threads.close();
  await impatient.close();
});

const adds = async () => threads.run({ does: 'add', numbers: [1, 2, 3] }, {});

test('a task returns its result, and the thread does the next one', async () => {
  expect(await adds()).toBe(6);
  expect(await adds()).toBe(6);
});

test('a task sends chunks in order, and waits for a slow reader', async () => {
  const firstBytes: number[] = [];
  let written = -1;
  let mostAhead = 0;
  const listener = {
    onProgress: (percent: number) => (written = percent),
    async onChunk(bytes: Uint8Array) {
      await delay(10);
      firstBytes.push(bytes[0]!);
      mostAhead = Math.max(mostAhead, written - bytes[0]!);
    },
  };
  expect(await threads.run({ does: 'write', chunks: 40 }, listener)).toBe(40);
  expect(firstBytes).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(mostAhead).toBeLessThan(20);
});

test('a task has the process store its pictures', async () => {
  const stored: unknown[] = [];
  const address = await threads.run(
    { does: 'draw' },
    {
      async onPicture(bytes, mime) {
        stored.push([Buffer.from(bytes).toString(), mime]);
        return 'report_image?image=1';
      },
    },
  );
  expect({ address, stored }).toEqual({ address: 'report_image?image=1', stored: [['png', 'image/png']] });
});

test.each([
  ['refuse', 'bad_request', 'The parameter "year" is missing.'],
  [
    'fill memory',
    'unprocessable',
    'The report needs more memory than a run may use. Filter its data, or choose csv.',
  ],
] as const)('a task that has to %s fails with %s, and the next task runs', async (does, kind, message) => {
  await expect(threads.run({ does }, {})).rejects.toMatchObject({ kind, message });
  expect(await adds()).toBe(6);
});

test('a task that takes too long is stopped', async () => {
  await expect(impatient.run({ does: 'loop' }, {})).rejects.toMatchObject({ kind: 'gateway_timeout' });
});

test('a task whose client left is stopped', async () => {
  const client = new AbortController();
  setTimeout(() => client.abort(new Error('the client left')), 300);
  await expect(threads.run({ does: 'loop' }, {}, client.signal)).rejects.toThrow('the client left');
  expect(await adds()).toBe(6);
});
