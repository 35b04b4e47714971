import { expect, test } from '@jest/globals';
import { boundInUnits, inUnits } from './units.ts';

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
])('inUnits("%s", "%s") returns "%s"', (value, unit, written) => {
  expect(inUnits(value, unit)).toBe(written);
});

test.each([
  ['3085511', 'kB', 'down', '2.9GB'],
  ['64', 'kB', 'up', '64kB'],
  ['65', 'MB', 'up', '65MB'],
  ['1100', 'ms', 'up', '1.1s'],
  ['0', 'ms', 'up', '0'],
  ['262143', null, 'down', '262143'],
] as const)('boundInUnits("%s", "%s", "%s") returns "%s"', (value, unit, safe, written) => {
  expect(boundInUnits(value, unit, safe)).toBe(written);
});
