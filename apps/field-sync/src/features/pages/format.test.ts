import { expect, test } from '@jest/globals';
import { formatBytes, formatDuration, relativeTime } from './format.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KiB'],
  [512 * 1024 ** 2, '512 MiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0 seconds'],
  [61, '1 minute 1 second'],
  [7_500, '2 hours 5 minutes'],
  [7_201, '2 hours'],
  [200_000, '2 days 7 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('a moment is shown as the time since then, with the exact time on hover', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  expect(relativeTime(new Date('2026-05-01T11:58:30Z'), now)?.text.replaceAll(/\s+/g, ' ')).toBe(
    '<time datetime="2026-05-01T11:58:30.000Z" title="2026-05-01 11:58:30 UTC" >1 minute ago</time >',
  );
  expect(relativeTime(null, now)).toBeNull();
});
