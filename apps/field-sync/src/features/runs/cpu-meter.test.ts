import { expect, test } from '@jest/globals';
import { createCpuMeter } from './cpu-meter.ts';

test('processor time is that since the start, and divided among what runs at the same time', () => {
  let seconds = 100;
  const meter = createCpuMeter(() => seconds);
  const endFirst = meter.start();
  seconds += 4;
  const endSecond = meter.start();
  seconds += 6;
  expect(endSecond()).toBe(3);
  seconds += 1;
  expect(endFirst()).toBe(8);
  seconds += 50;
  expect(endFirst()).toBe(8);
});

test('the processor time of this process is measured in seconds', () => {
  const end = createCpuMeter().start();
  const until = process.cpuUsage().user + 300_000;
  while (process.cpuUsage().user < until) Math.sqrt(2);
  const used = end();
  expect(used).toBeGreaterThan(0.15);
  expect(used).toBeLessThan(60);
});
