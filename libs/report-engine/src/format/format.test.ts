import { expect, test } from '@jest/globals';
import { parseDecimal } from '../values/decimal.ts';
import { readPostgresText } from '../values/postgres-text.ts';
import type { ValueType } from '../values/types.ts';
import { formatNumber } from './format-number.ts';
import { formatValue } from './format-value.ts';

test.each<[string, string, string, string]>([
  ['0.125', '0.00', 'en-US', '0.13'],
  ['1.005', '#,##0.00', 'en-US', '1.01'],
  ['-1234.5', '#,##0.00;(#,##0.00)', 'en-US', '(1,234.50)'],
  ['-1234.5', '#,##0.00;(#)', 'en-US', '(1,234.50)'],
  ['-1234.5', '#,##0.00', 'de-DE', '-1.234,50'],
  ['1234567.891', '#,##0.###', 'es-ES', '1.234.567,891'],
  ['1234', '#,##0.###', 'en-US', '1,234'],
  ['0.256', '0.0%', 'en-US', '25.6%'],
  ['0.0256', '0.0 %', 'de-DE', '2,6 %'],
  ['0.0256', '0‰', 'en-US', '26‰'],
  ['1234.5', '¤ #,##0.00', 'en-US', '$ 1,234.50'],
  ['1234.5', '#,##0.00 ¤', 'de-DE', '1.234,50 €'],
  ['7', '000', 'en-US', '007'],
  ['0.5', '#.##', 'en-US', '.5'],
  ['0', '#.##', 'en-US', '0'],
  ['-0.001', '0.00', 'en-US', '0.00'],
  ['12345', '0.00E0', 'en-US', '1.23E4'],
  ['0.00099999', '0.0E00', 'en-US', '1.0E-03'],
  ['5', "'#'0", 'en-US', '#5'],
  ['5', "0 'o''clock'", 'en-US', "5 o'clock"],
  ['12345678901234567890.12', '#,##0.00', 'en-US', '12,345,678,901,234,567,890.12'],
  ['12345678', '#,##,##0', 'en-IN', '1,23,45,678'],
  ['1234', '#,##0', 'ar-EG', '١٬٢٣٤'],
  ['1.50', '', 'de-DE', '1,50'],
  ['1234567', '', 'en-US', '1234567'],
])('%s by the pattern %j in %s is %s', (text, pattern, locale, written) => {
  expect(formatNumber(parseDecimal(text) ?? 0, pattern, locale)).toBe(written);
});

test('a double is rounded on its decimal digits', () => {
  expect(formatNumber(1.005, '0.00', 'en-US')).toBe('1.01');
  expect(formatNumber(0.1 + 0.2, '0.0', 'en-US')).toBe('0.3');
});

test.each<[ValueType, string, string | undefined, string, string]>([
  ['date', '2024-04-06', 'dd.MM.yyyy', 'de-DE', '06.04.2024'],
  ['date', '2024-04-06', 'd. MMMM yyyy', 'de-DE', '6. April 2024'],
  ['date', '2024-04-06', 'd MMMM', 'pl-PL', '6 kwietnia'],
  ['date', '2024-04-06', 'LLLL yy', 'pl-PL', 'kwiecień 24'],
  ['date', '2024-04-06', 'EEE, d MMM yyyy', 'en-US', 'Sat, 6 Apr 2024'],
  ['date', '2024-04-06', "EEEE 'the' d", 'en-US', 'Saturday the 6'],
  ['date', '2024-12-30', "YYYY-'W'ww D u", 'en-US', '2025-W01 365 1'],
  ['date', '0044-03-15 BC', 'd.M.yyyy G', 'en-US', '15.3.0044 BC'],
  ['timestamp', '2024-04-06 14:05:09.123', 'HH:mm:ss.SSS', 'en-US', '14:05:09.123'],
  ['timestamp', '2024-04-06 14:05:09', 'h:mm a', 'en-US', '2:05 PM'],
  ['timestamp', '2024-04-06 00:05:09', 'hh kk KK', 'en-US', '12 24 00'],
  ['time', '06:07:08', 'HH:mm', 'de-DE', '06:07'],
  ['instant', '2024-04-16 06:00:00+00', 'yyyy-MM-dd HH:mm XXX', 'en-US', '2024-04-16 00:00 -06:00'],
  ['instant', '2024-04-16 06:00:00+00', 'HH:mm Z z', 'en-US', '00:00 -0600 MDT'],
  ['date', '2024-04-06', undefined, 'de-DE', '06.04.2024'],
  ['date', '2024-04-06', '#,##0', 'en-US', 'Apr 6, 2024'],
  ['time', '14:05:09', undefined, 'de-DE', '14:05:09'],
])('the %s %s by the pattern %j in %s is %s', (type, text, pattern, locale, written) => {
  const value = readPostgresText(text, type);
  expect(formatValue(value, { locale, timeZone: 'America/Denver', ...(pattern && { pattern }) })).toBe(
    written,
  );
});

test('a number ignores a pattern of dates, and texts, booleans and lists are written as they are', () => {
  const format = { locale: 'en-US', timeZone: 'UTC', pattern: 'dd.MM.yyyy' };
  expect(formatValue(1234.5, format)).toBe('1234.5');
  expect(formatValue('0012', format)).toBe('0012');
  expect(formatValue(true, format)).toBe('true');
  expect(formatValue([1, null, 'a'], format)).toBe('1, , a');
  expect(formatValue(null, format)).toBe('');
});
