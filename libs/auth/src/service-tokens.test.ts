import { expect, test } from '@jest/globals';
import { signServiceToken, verifyServiceToken } from './service-tokens.ts';

const secret = 'a secret of at least thirty-two bytes';
const token = signServiceToken({ service: 'vault', audience: 'portal', secret, now: 1_000_000 });
const verify = (changes: Partial<Parameters<typeof verifyServiceToken>[0]>) =>
  verifyServiceToken({ token, audience: 'portal', secret, now: 1_000_000, ...changes });

test('a service token names the service that signed it', () => {
  expect(verify({})).toEqual({ service: 'vault' });
  expect(token).toMatch(/^cairn_svc_/);
});

test.each([
  ['for another service', { audience: 'vault' }],
  ['under another secret', { secret: 'another secret of thirty-two bytes' }],
  ['that ended', { now: 1_000_000 + 66_000 }],
  ['from a clock far ahead', { now: 1_000_000 - 66_000 }],
  ['with another payload', { token: token.replace('_svc_', '_svc_A') }],
  ['with a shortened signature', { token: token.slice(0, -2) }],
  ['without a signature', { token: token.split('.')[0] ?? '' }],
  ['with more parts', { token: `${token}.x` }],
  ['of another kind', { token: 'cairn_pat_x' }],
  ['of a megabyte', { token: `cairn_svc_${'x'.repeat(1_000_000)}.x` }],
])('a service token %s is refused', (_what, changes) => {
  expect(verify(changes)).toBeNull();
});

test('clocks may differ by five seconds', () => {
  expect(verify({ now: 1_000_000 + 64_000 })).toEqual({ service: 'vault' });
  expect(verify({ now: 1_000_000 - 4_000 })).toEqual({ service: 'vault' });
});
