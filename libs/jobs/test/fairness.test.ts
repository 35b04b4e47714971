import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { carriers, ended, openBench, until, type Bench } from './support.ts';

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterEach(() => bench.clear());
afterAll(() => bench.end());

const many = (who: string, count: number) =>
  Array.from({ length: count }, () => ({ kind: 'turn', payload: who, requestedBy: who }));

describe.each(carriers)('On %s', (carrier) => {
  test('three users with 900, 50 and 50 jobs take turns: the small ones are through before the big one is half done', async () => {
    const jobs = bench.jobs(carrier, { window: 30 });
    const order: string[] = [];
    const worker = jobs.work({
      processors: { turn: async (who: string) => void order.push(who) },
      concurrency: 10,
    });
    await worker.ready;
    await jobs.enqueueMany(bench.db, [...many('ann', 900), ...many('bob', 50), ...many('eve', 50)]);
    await jobs.dispatch();
    await until(() => order.length === 1000, 'all have run', 25_000);
    const last = (who: string) => order.lastIndexOf(who);
    expect(Math.max(last('bob'), last('eve'))).toBeLessThan(300);
    expect(order.filter((who) => who === 'ann')).toHaveLength(900);
  });

  test('a user who comes late waits for at most a window of other jobs', async () => {
    const window = 20;
    const jobs = bench.jobs(carrier, { window });
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const turn = async (who: string) => {
      if (order.length === 0) await gate.promise;
      order.push(who);
    };
    const worker = jobs.work({ processors: { turn }, concurrency: 1 });
    await worker.ready;
    await jobs.enqueueMany(bench.db, many('ann', 300));
    await jobs.dispatch();
    await jobs.enqueueMany(bench.db, many('bob', 1));
    gate.resolve();
    await until(() => order.includes('bob'), "bob's turn has come");
    // Those of the window, those that freed it while it was refilled, and the one under way.
    expect(order.indexOf('bob')).toBeLessThanOrEqual(2 * window + 1);
  });

  test('long work leaves a place to short work, and is done in the end at its first attempt', async () => {
    const jobs = bench.jobs(carrier);
    const gate = Promise.withResolvers<void>();
    const running = new Set<number>();
    let most = 0;
    const worker = jobs.work({
      processors: {
        long: async (_payload, { job }) => {
          running.add(job.id);
          most = Math.max(most, running.size);
          await gate.promise;
          running.delete(job.id);
        },
        short: async () => 'done',
      },
      concurrency: 2,
      long: { kinds: ['long'], atMost: 1 },
    });
    await worker.ready;
    const asked = await jobs.enqueueMany(bench.db, [
      ...Array.from({ length: 4 }, () => ({ kind: 'long', payload: null })),
      { kind: 'short', payload: null },
    ]);
    await jobs.dispatch();
    expect(await ended(jobs, asked.at(-1)!.id)).toMatchObject({ status: 'succeeded' });
    expect(running.size).toBe(1);
    gate.resolve();
    for (const { id } of asked)
      expect(await ended(jobs, id)).toMatchObject({ status: 'succeeded', attempts: 1, errors: [] });
    expect(most).toBe(1);
  });

  test('a second job on the same server waits while a due job on another server needs the place, and else runs beside the first', async () => {
    const jobs = bench.jobs(carrier);
    const gates = new Map(['a1', 'a2', 'b1'].map((name) => [name, Promise.withResolvers<void>()]));
    const begun: string[] = [];
    const worker = jobs.work({
      processors: {
        work: async ({ name }: { name: string }) => {
          begun.push(name);
          await gates.get(name)?.promise;
        },
      },
      concurrency: 2,
      sharedBy: 'server',
    });
    await worker.ready;
    const ask = (name: string) => ({ kind: 'work', payload: { name, server: name[0] }, requestedBy: 'ann' });
    const inAnHour = new Date(Date.now() + 3_600_000);
    await jobs.enqueue(bench.db, { ...ask('b, not due'), runAfter: inAnHour });
    const [first] = await jobs.enqueueMany(bench.db, [ask('a1')]);
    await jobs.dispatch();
    await until(() => begun.length === 1, 'the first has begun');
    const [second, other] = await jobs.enqueueMany(bench.db, [ask('a2'), ask('b1')]);
    await jobs.dispatch();
    await until(() => begun.length === 2, 'another one has begun');
    expect(begun).toEqual(['a1', 'b1']);
    gates.get('b1')!.resolve();
    await until(() => begun.length === 3, 'the second has begun beside the first');
    expect((await jobs.get(first!.id))!.status).toBe('running');
    for (const gate of gates.values()) gate.resolve();
    for (const job of [first!, second!, other!])
      expect(await ended(jobs, job.id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });
});
