import { expect, test } from '@jest/globals';
import { nameProblem } from './name-check.ts';

test('names of any script are accepted, with spaces, dots and "(Copy)"', () => {
  for (const name of ['Wells', 'Brunnen Süd', 'roads-2026.v2', '道路', 'roads (Copy)', ' padded '])
    expect(nameProblem(name)).toBeNull();
});

test('an empty, too long or malformed name is rejected before it is sent', () => {
  expect(nameProblem('  ')).toBe('missing');
  expect(nameProblem('x'.repeat(201))).toBe('long');
  for (const name of ['a/b', '../etc', 'a..b', '-a', 'a.', 'a?b', 'a\u0000'])
    expect(nameProblem(name)).toBe('characters');
});
