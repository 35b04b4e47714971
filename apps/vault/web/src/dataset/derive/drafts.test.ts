import { expect, test } from '@jest/globals';
import { derivationOf, NO_CLIP, NO_DISSOLVE, readBox, sideProblem, type Drafts } from './drafts.ts';

const nothing: Drafts = { where: '', dissolve: NO_DISSOLVE, clip: NO_CLIP };
const box = (west: string, south: string, east: string, north: string) => ({ west, south, east, north });

test('an unfinished form asks for nothing', () => {
  for (const operation of ['filter', 'dissolve', 'clip'] as const)
    expect(derivationOf(operation, nothing, 'towns')).toBeNull();
  expect(derivationOf('filter', { ...nothing, where: '  ' }, '')).toBeNull();
});

test('each finished form is told in the words of the contract', () => {
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

test('a box lies within the world and has a height; it may cross the antimeridian', () => {
  expect(readBox(box('170', '-20', '-170', '-10'))).toEqual([170, -20, -170, -10]);
  expect(readBox(box('5', '55', '15', '45'))).toBeNull();
  expect(readBox(box('5', '45', '15', ''))).toBeNull();
  expect(sideProblem('west', '181')).toBe('badLongitude');
  expect(sideProblem('north', '90.5')).toBe('badLatitude');
  expect(sideProblem('north', 'x')).toBe('badLatitude');
  expect(sideProblem('south', '')).toBeNull();
});
