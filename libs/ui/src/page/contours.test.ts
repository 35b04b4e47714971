import { expect, test } from '@jest/globals';
import { contourPaths } from './contours.ts';

test('the same seed gives the same contours and another seed other ones', () => {
  expect(contourPaths('Rivers')).toEqual(contourPaths('Rivers'));
  expect(contourPaths('Rivers')).not.toEqual(contourPaths('Lakes'));
});

test('contours are closed paths of finite numbers', () => {
  for (const path of contourPaths('x')) {
    expect(path).toMatch(/^M[-\d. ]+(Q[-\d. ]+)+Z$/);
  }
});
