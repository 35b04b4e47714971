import { expect, test } from '@jest/globals';
import { isRsyncRecent } from './programs.mjs';

test.each([
  ['rsync  version 3.5.0  protocol version 32', true],
  ['rsync  version 3.2.3  protocol version 31', true],
  ['rsync  version 3.1.3  protocol version 31', false],
  ['openrsync: protocol version 29\nrsync version 2.6.9 compatible', false],
  ['', false],
])('rsync is recent enough to create folders when it says %j: %j', (text, isRecent) => {
  expect(isRsyncRecent(text)).toBe(isRecent);
});
