import { expect } from '@jest/globals';

/**
 * Jest compares bytes one property at a time: seconds for a file of some megabytes. Those that are the same are told
 * apart at once from those that are not; what differs is left to Jest, which says where.
 */
function sameBytes(a, b) {
  if (!Buffer.isBuffer(a) || !Buffer.isBuffer(b)) return undefined;
  return a.equals(b) ? true : undefined;
}

expect.addEqualityTesters([sameBytes]);
