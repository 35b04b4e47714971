import { expect, test } from '@jest/globals';
import { dayAfter, expiryOf } from './token-expiry.ts';
import { deviceOf } from './device-of.ts';

const now = new Date('2026-11-20T23:30:00Z');

test('expiryOf returns a date, or null for no expiration', () => {
  expect(expiryOf('30', '', now)).toBe('2026-12-20');
  expect(expiryOf('date', '2027-01-02', now)).toBe('2027-01-02');
  expect(expiryOf('never', '2027-01-02', now)).toBeNull();
  expect(dayAfter(now, 0)).toBe('2026-11-20');
});

test('deviceOf returns browser and system', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  expect(deviceOf(chrome)).toEqual({ browser: 'Chrome', system: 'Linux', mobile: false });
  expect(deviceOf(iphone)).toEqual({ browser: 'Safari', system: 'iOS', mobile: true });
  expect(deviceOf('something')).toEqual({ browser: null, system: null, mobile: false });
});
