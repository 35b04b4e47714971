import { expect, test } from '@jest/globals';
import {
  formatBytes,
  formatDuration,
  formatExact,
  formatMilliseconds,
  formatNumber,
  formatRelative,
} from './format.ts';

test('sizes are given in binary units with at most one decimal', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [1_048_575, '1 MiB'],
    [536_870_912, '512 MiB'],
    [5_368_709_120, '5 GiB'],
  ];
  for (const [bytes, text] of cases) expect(formatBytes(bytes, 'en')).toBe(text);
});

test('an unknown size is shown as a dash', () => {
  expect(formatBytes(Number.NaN, 'en')).toBe('–');
  expect(formatBytes(-1, 'en')).toBe('–');
});

test('numbers use the separators of the reader’s language', () => {
  expect(formatNumber(1_234_567, 'en')).toBe('1,234,567');
  expect(formatNumber(1_234_567, 'de')).toBe('1.234.567');
});

test('recent times are relative', () => {
  // Without an offset: the clock of this machine.
  const now = new Date('2026-11-20T12:00:00');
  const said = (iso: string) => formatRelative(new Date(iso), now, 'en');
  expect(said('2026-11-20T11:59:31')).toBe('just now');
  expect(said('2026-11-20T11:59:00')).toBe('1 minute ago');
  expect(said('2026-11-20T09:00:01')).toBe('2 hours ago');
  expect(said('2026-11-19T11:00:00')).toBe('yesterday');
  expect(said('2026-11-20T12:00:30')).toBe('in less than a minute');
  expect(said('2026-11-21T18:00:00')).toBe('tomorrow');
  expect(said('2026-11-22T06:30:00')).toBe('in 2 days');
  expect(said('2026-11-29T06:30:00')).toBe('in 1 week');
  expect(said('2026-11-23T12:00:00')).toBe('in 3 days');
  expect(said('2024-11-20T00:00:00')).toBe('2 years ago');
});

test('the exact time names its zone', () => {
  const noon = new Date('2026-11-20T12:00:00Z');
  expect(formatExact(noon, 'en-GB', 'UTC')).toBe('20 Nov 2026, 12:00:00 UTC');
  expect(formatExact(noon, 'de', 'Europe/Berlin')).toBe('20.11.2026, 13:00:00 MEZ');
});

test('short durations have tenths of a second', () => {
  const durations = [0, 40, 1_234, 9_949, 10_000, 95_000].map((each) => formatMilliseconds(each, 'en'));
  expect(durations).toEqual(['0 s', 'under 0.1 s', '1.2 s', '9.9 s', '10 s', '1 min 35 s']);
  expect(formatMilliseconds(1_234, 'de')).toBe('1,2 s');
});

test('longer durations use larger units', () => {
  expect([8, 95, 900, 7200, 7300].map(formatDuration)).toEqual([
    ...['8 s', '1 min 35 s', '15 min', '2 h', '2 h 1 min'],
  ]);
});
