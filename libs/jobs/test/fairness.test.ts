import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { carriers, openBench, until, type Bench } from './support.ts';

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
});
