import { expect, test } from '@jest/globals';
import { inUnits } from './units.ts';

test.each([
  ['16384', '8kB', '128MB'],
  ['4096', 'kB', '4MB'],
  ['1', '8kB', '8kB'],
  ['7200', 's', '2h'],
  ['1500', 'ms', '1500ms'],
  ['300', 's', '5min'],
  ['-1', 'kB', '-1'],
  ['0', 'ms', '0'],
  ['', 'kB', ''],
  ['0.9', null, '0.9'],
  ['on', undefined, 'on'],
])('%s in units of %s is written %s', (value, unit, written) => {
  expect(inUnits(value, unit)).toBe(written);
});
