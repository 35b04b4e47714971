import { expect, test } from '@jest/globals';
import { decodeValue, encodeValue } from './codec.ts';
import { compareValues, equalValues, valueKey } from './compare.ts';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  remainderOfDecimals,
  roundDecimal,
  subtractDecimals,
  writeDecimal,
} from './decimal.ts';
import { parseLocalDate, parseLocalDateTime, writeLocalDateTime } from './calendar.ts';
import { postgresColumnReader, readPostgresText } from './postgres-text.ts';
import { instantOfLocalTime, localTimeOfInstant, writeInstant } from './time-zone.ts';
import type { Decimal, Instant, Value } from './types.ts';

function dec(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new Error(`no decimal: ${text}`);
  return value;
}

function instant(text: string): Instant {
  return readPostgresText(text, 'instant') as Instant;
}

test.each([
  ['-12.50', '-12.50'],
  ['1e3', '1000'],
  ['1.5E-3', '0.0015'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['-0.05', '-0.05'],
  ['12345678901234567890.12', '12345678901234567890.12'],
])('the decimal %s is written as %s', (text, written) => {
  expect(writeDecimal(dec(text))).toBe(written);
});

test.each(['', '.', 'e5', '1,5', 'NaN', '0x10', '1e99999', ' 1'])('%j is not a decimal', (text) => {
  expect(parseDecimal(text)).toBeNull();
});

test('sums, differences and products of decimals are exact', () => {
  let sum = dec('0');
  for (let i = 0; i < 10; i += 1) sum = addDecimals(sum, dec('0.1'));
  expect(writeDecimal(sum)).toBe('1.0');
  expect(writeDecimal(subtractDecimals(dec('1'), dec('0.995')))).toBe('0.005');
  expect(writeDecimal(multiplyDecimals(dec('19.99'), dec('3')))).toBe('59.97');
  expect(compareDecimals(dec('1.0'), dec('1.00'))).toBe(0);
});

test.each([
  ['3', '2', '1.5'],
  ['1', '3', '0.3333333333333333'],
  ['2', '3', '0.6666666666666667'],
  ['10.00', '4', '2.50'],
  ['-1', '8', '-0.125'],
  ['1', '3000000000', '0.0000000003333333333333333'],
])('%s divided by %s is %s', (a, b, quotient) => {
  const result = divideDecimals(dec(a), dec(b));
  expect(result && writeDecimal(result)).toBe(quotient);
});

test('dividing by zero gives null, and remainders have the sign of the dividend', () => {
  expect(divideDecimals(dec('1'), dec('0.00'))).toBeNull();
  expect(remainderOfDecimals(dec('1'), dec('0'))).toBeNull();
  const remainder = remainderOfDecimals(dec('-7.5'), dec('2'));
  expect(remainder && writeDecimal(remainder)).toBe('-1.5');
});

test.each([
  ['0.125', 2, '0.13'],
  ['-0.125', 2, '-0.13'],
  ['1.005', 2, '1.01'],
  ['2.5', 0, '3'],
  ['-2.5', 0, '-3'],
  ['0.1249', 2, '0.12'],
  ['7', 2, '7.00'],
])('%s rounded to %d digits is %s', (text, scale, rounded) => {
  expect(writeDecimal(roundDecimal(dec(text), scale))).toBe(rounded);
});

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-13-01', false],
  ['2024-00-10', false],
  ['2024-1-1', false],
])('%s is a day of the calendar: %s', (text, valid) => {
  expect(parseLocalDate(text) !== null).toBe(valid);
});

test.each([
  ['2024-04-16 06:00:00+00', 'America/Denver', '2024-04-16T00:00:00'],
  ['2026-03-29 00:59:59+00', 'Europe/Berlin', '2026-03-29T01:59:59'],
  ['2026-03-29 01:00:00+00', 'Europe/Berlin', '2026-03-29T03:00:00'],
  ['2024-01-01 00:00:00+05:30', 'Asia/Kolkata', '2024-01-01T00:00:00'],
  ['1890-01-01 00:00:00+00', 'Europe/Berlin', '1890-01-01T00:53:28'],
  ['2024-04-16 06:00:00.123456+00', '+05:45', '2024-04-16T11:45:00.123456'],
])('%s in %s is %s', (text, zone, local) => {
  expect(writeLocalDateTime(localTimeOfInstant(instant(text), zone))).toBe(local);
});

test.each([
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z'],
  ['2024-07-01T12:00', 'UTC', '2024-07-01T12:00:00Z'],
])('the local time %s in %s is %s', (text, zone, utc) => {
  const local = parseLocalDateTime(text);
  expect(local && writeInstant(instantOfLocalTime(local, zone))).toBe(utc);
});

test.each<[string, number, Value]>([
  ['9007199254740993', 20, { type: 'decimal', digits: 9007199254740993n, scale: 0 }],
  ['42', 23, 42],
  ['NaN', 1700, null],
  ['Infinity', 701, null],
  ['1.50', 1700, { type: 'decimal', digits: 150n, scale: 2 }],
  ['infinity', 1082, null],
  ['0044-03-15 BC', 1082, { type: 'date', year: -43, month: 3, day: 15 }],
  ['24:00:00', 1083, { type: 'time', microseconds: 86_400_000_000 }],
  ['10:00:00.5+02', 1266, { type: 'time', microseconds: 36_000_500_000 }],
  ['t', 16, true],
  ['\\x00ff', 17, Uint8Array.from([0, 255])],
  ['{1,NULL,3}', 1007, [1, null, 3]],
  ['{"a, \\"b\\"",NULL,c,""}', 1009, ['a, "b"', null, 'c', '']],
  [
    '{{1,2},{3,4}}',
    1007,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['{}', 1007, []],
  ['{"a": 1}', 3802, '{"a": 1}'],
])('PostgreSQL sends %s of type %d, which is read without loss', (text, oid, value) => {
  expect(postgresColumnReader(oid).read(text)).toEqual(value);
});

test.each<[string, Value]>([
  ['decimal', dec('1.50')],
  ['date', { type: 'date', year: -43, month: 3, day: 15 }],
  ['timestamp', readPostgresText('2024-04-16 06:00:00.5', 'timestamp')],
  ['early timestamp', readPostgresText('0044-03-15 12:00:00 BC', 'timestamp')],
  ['instant', instant('2024-04-16 06:00:00.000001+00')],
  ['time', readPostgresText('23:59:59.999999', 'time')],
  ['geometry', { type: 'geometry', geojson: { type: 'Point', coordinates: [1, 2] } }],
  ['bytes', Uint8Array.from([1, 2, 255])],
  ['list', [1, null, [dec('0.1'), 'a']]],
  ['text', '{"n":"1"}'],
  ['double', 0.1],
  ['null', null],
])('a %s survives encoding as JSON', (_name, value) => {
  expect(decodeValue(JSON.parse(JSON.stringify(encodeValue(value))))).toEqual(value);
});

test('numbers compare by value whatever their type, and null compares with nothing', () => {
  expect(compareValues(1, dec('1.00'))).toBe(0);
  expect(compareValues(0.1, dec('0.1'))).toBe(0);
  expect(compareValues(null, 1)).toBeNull();
  expect(compareValues('a', 1)).toBeNull();
  expect(equalValues(null, null)).toBe(true);
  expect(valueKey(dec('10.00'))).toBe(valueKey(10));
  expect(valueKey('1')).not.toBe(valueKey(1));
});
