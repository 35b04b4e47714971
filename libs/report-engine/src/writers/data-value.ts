import { toLocal } from '../format/format-date.ts';
import { isList, writePlainText } from '../values/compare.ts';
import { writeLocalDate, writeLocalTime } from '../values/calendar.ts';
import type { Value } from '../values/types.ts';

/**
 * A value as the formats of data write it, whatever the locale: numbers with a point and all their digits, dates as in ISO 8601,
 * moments as the clock of the run's zone shows them, bytes in hexadecimal.
 * @param separator Between date and time.
 */
export function writeDataValue(value: Value, timeZone: string, separator: ' ' | 'T'): string {
  if (value === null || typeof value !== 'object') return writePlainText(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (isList(value)) return value.map((item) => writeDataValue(item, timeZone, separator)).join(', ');
  if (value.type !== 'instant' && value.type !== 'timestamp') return writePlainText(value);
  const { date, time } = toLocal(value, timeZone);
  return `${writeLocalDate(date)}${separator}${writeLocalTime(time)}`;
}
