import { expect, test } from '@jest/globals';
import { IDENTITY_HEADERS, ORIGIN_HEADERS, isClaimHeader } from './claim-headers.ts';

test('each listed header belongs to a family of claims', () => {
  expect([...IDENTITY_HEADERS, ...ORIGIN_HEADERS].filter((name) => !isClaimHeader(name))).toEqual([]);
});

test.each(['user-agent', 'authorization', 'cookie', 'x-request-id', 'x-custom', 'host'])(
  '%s is not a claim',
  (name) => {
    expect(isClaimHeader(name)).toBe(false);
  },
);
