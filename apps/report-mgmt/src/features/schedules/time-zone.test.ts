import { expect, test } from '@jest/globals';
import { SERVICE_SECRET } from '@cairn/testing';
import { readReportMgmtConfig } from '../../config.ts';
import { readTimeZone } from './time-zone.ts';

test.each([
  ['CET', 'CET'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['utc', 'UTC'],
  ['', 'Asia/Tokyo'],
  [undefined, 'Asia/Tokyo'],
])('time_zone %j is %s', (text, timeZone) => {
  expect(readTimeZone(text, 'Asia/Tokyo')).toBe(timeZone);
});

test.each([
  '+05:30',
  '-0800',
  'Mars/X',
  'Z',
  'PST',
  'UTC+3',
  ' Europe/Berlin',
  'Europe/Berlin\n',
  '../etc',
  '0',
])('time_zone %j is refused with a sentence that names the field', (text) => {
  expect(() => readTimeZone(text, 'UTC')).toThrow(
    'time_zone is not a known time zone. Enter a name of the tz database, such as Europe/Berlin or UTC.',
  );
});

test('DEFAULT_TIME_ZONE takes the same names, and another one stops the start with a sentence', () => {
  const read = (name: string) => readReportMgmtConfig({ SERVICE_SECRET, DEFAULT_TIME_ZONE: name });
  expect(read('cet').defaultTimeZone).toBe('CET');
  expect(() => read('+05:30')).toThrow('DEFAULT_TIME_ZONE must be a name of the tz database');
});
