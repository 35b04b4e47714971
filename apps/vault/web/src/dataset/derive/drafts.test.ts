import { expect, test } from '@jest/globals';
import { OPERATIONS } from './derivation.ts';
import {
  derivationOf,
  NO_BUFFER,
  NO_CALCULATION,
  NO_CLIP,
  NO_DISSOLVE,
  NO_JOIN,
  NO_OTHER,
  readMetres,
  readBox,
  sideProblem,
  type Drafts,
} from './drafts.ts';

const nothing: Drafts = {
  where: '',
  dissolve: NO_DISSOLVE,
  clip: NO_CLIP,
  buffer: NO_BUFFER,
  target: null,
  tolerance: '',
  join: NO_JOIN,
  intersect: NO_OTHER,
  calculate: NO_CALCULATION,
};
const box = (west: string, south: string, east: string, north: string) => ({ west, south, east, north });

test('an incomplete form gives no request', () => {
  for (const operation of OPERATIONS) expect(derivationOf(operation, nothing, 'towns')).toBeNull();
  expect(derivationOf('filter', { ...nothing, where: '  ' }, '')).toBeNull();
});

test('each complete form gives the request body of the contract', () => {
  expect(derivationOf('filter', { ...nothing, where: 'a = 1' }, 'towns')).toEqual({
    operation: 'filter',
    filter: { layer: 'towns', where: 'a = 1' },
  });
  const all = { ...nothing, dissolve: { mode: 'all' as const, field: 'country', sums: ['population'] } };
  expect(derivationOf('dissolve', all, '')).toEqual({
    operation: 'dissolve',
    dissolve: { mode: 'all', aggregations: ['population'] },
  });
  const cut = { ...nothing, clip: { ...NO_CLIP, mode: 'dataset' as const, dataset: 'coast' } };
  expect(derivationOf('clip', cut, '')).toEqual({
    operation: 'clip',
    clip: { mode: 'dataset', clip_dataset: 'coast' },
  });
  const boxed = { ...nothing, clip: { ...NO_CLIP, mode: 'bbox' as const, box: box('5', '45', '15', '55') } };
  expect(derivationOf('clip', boxed, '')).toMatchObject({ clip: { bbox: [5, 45, 15, 55] } });
});

test('a box must be within the world and have a height, and may cross the antimeridian', () => {
  expect(readBox(box('170', '-20', '-170', '-10'))).toEqual([170, -20, -170, -10]);
  expect(readBox(box('5', '55', '15', '45'))).toBeNull();
  expect(readBox(box('5', '45', '15', ''))).toBeNull();
  expect(sideProblem('west', '181')).toBe('badLongitude');
  expect(sideProblem('north', '90.5')).toBe('badLatitude');
  expect(sideProblem('north', 'x')).toBe('badLatitude');
  expect(sideProblem('south', '')).toBeNull();
});

test('a length in metres is greater than 0 and at most 1,000 km', () => {
  expect(readMetres('12.5')).toBe(12.5);
  for (const text of ['', ' ', '0', '-1', '1e7', 'ten']) expect(readMetres(text)).toBeNull();
  const buffer = { distance: '250', dissolve: true };
  expect(derivationOf('buffer', { ...nothing, buffer }, 'towns')).toEqual({
    operation: 'buffer',
    buffer: { layer: 'towns', distance: 250, dissolve: true },
  });
});

test('a reprojection sends the code of the chosen system', () => {
  const target = { srid: 3035, name: 'ETRS89-extended / LAEA Europe', kind: 'projected' as const };
  expect(derivationOf('reproject', { ...nothing, target }, 'towns')).toEqual({
    operation: 'reproject',
    reproject: { layer: 'towns', srid: 3035 },
  });
});

test('a spatial join sends the other dataset and the predicate', () => {
  const join = { ...NO_JOIN, dataset: 'states', predicate: 'within' as const };
  expect(derivationOf('spatial_join', { ...nothing, join }, 'towns')).toEqual({
    operation: 'spatial_join',
    spatial_join: { layer: 'towns', join_dataset: 'states', predicate: 'within' },
  });
});

test('a calculated field needs a name and an expression; its type may be left to the expression', () => {
  const calculate = { ...NO_CALCULATION, field: ' density ', expression: 'people / area' };
  expect(derivationOf('calculate', { ...nothing, calculate }, '')).toEqual({
    operation: 'calculate',
    calculate: { field: 'density', replace: false, expression: 'people / area' },
  });
  const typed = { ...calculate, replace: true, type: 'text' as const };
  expect(derivationOf('calculate', { ...nothing, calculate: typed }, 'towns')).toMatchObject({
    calculate: { layer: 'towns', replace: true, type: 'text' },
  });
  for (const missing of [{ field: ' ' }, { expression: '' }])
    expect(derivationOf('calculate', { ...nothing, calculate: { ...calculate, ...missing } }, '')).toBeNull();
});
