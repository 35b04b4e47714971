import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { addComputedMetrics, createLogger } from '../src/index.ts';

const metrics = {
  lag_seconds: { type: 'gauge', help: 'Lag' },
  rows_total: { type: 'counter', help: 'Rows' },
} as const;
const logger = createLogger({ service: 'test', level: 'silent' });

let registry: Registry;
let reads: number;
let read: () => Promise<void>;
beforeEach(() => {
  [registry, reads, read] = [new Registry(), 0, () => Promise.resolve()];
  new Gauge({ name: 'own', help: 'Of this process', registers: [registry] }).set(1);
  addComputedMetrics({
    ...{ registry, logger, metrics, deadlineMs: 20 },
    async read() {
      reads += 1;
      await read();
      return { lag_seconds: [{ labels: { project: 'a"b\n' }, value: reads }], rows_total: [{ value: 7 }] };
    },
  });
});
afterEach(() => registry.clear());

test('all values are read together, once for each scrape', async () => {
  const text = await registry.metrics();
  expect(reads).toBe(1);
  expect(text).toContain('# TYPE lag_seconds gauge\nlag_seconds{project="a\\"b\\n"} 1\n');
  expect(text).toContain('# HELP rows_total Rows\n# TYPE rows_total counter\nrows_total 7\n');
  expect(await registry.metrics()).toContain('lag_seconds{project="a\\"b\\n"} 2\n');
});

test.each([
  ['fails', () => Promise.reject(new Error('the database is away'))],
  ['takes too long', () => new Promise<void>(() => undefined)],
])('values are absent while the reading %s, and those of the process are not', async (_what, failure) => {
  read = failure;
  const text = await registry.metrics();
  expect(text).toContain('own 1\n');
  expect(text).not.toMatch(/^(lag_seconds|rows_total)/m);
  read = () => Promise.resolve();
  expect(await registry.metrics()).toContain('rows_total 7\n');
});
