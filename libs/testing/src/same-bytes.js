import { expect } from '@jest/globals';

/**
 * Jest compares bytes one property at a time, which takes seconds for a file of some megabytes. Equal buffers are
 * recognized at once; Jest reports the differences of others.
 */
function sameBytes(a, b) {
  if (!Buffer.isBuffer(a) || !Buffer.isBuffer(b)) return undefined;
  return a.equals(b) ? true : undefined;
}

expect.addEqualityTesters([sameBytes]);
