import { microsecondsOfDateTime } from '../values/calendar.ts';
import { isList } from '../values/compare.ts';
import { memoize } from '../memoize.ts';
import type { Value } from '../values/types.ts';
import { formatDate, toLocal } from './format-date.ts';
import { formatNumber } from './format-number.ts';
import { parseNumberPattern } from './number-pattern.ts';
import type { DateFormat, DateValue, ValueFormat } from './types.ts';

const defaultFormat = memoize(200, (key) => {
  const [type, locale] = key.split(' ');
  return new Intl.DateTimeFormat(locale, {
    ...(type !== 'time' && { dateStyle: 'medium' }),
    ...(type !== 'date' && { timeStyle: 'medium' }),
    timeZone: 'UTC',
    calendar: 'gregory',
  });
});

/**
 * The text of a value in a document. Without a pattern numbers have all their digits and no groups, dates and times the medium form
 * of the locale; lists are joined by commas, geometry is GeoJSON, null and bytes are empty.
 */
export function formatValue(value: Value, format: ValueFormat): string {
  if (value === null || value instanceof Uint8Array) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return formatNumber(value, format.pattern, format.locale);
  if (isList(value)) return value.map((item) => formatValue(item, format)).join(', ');
  switch (value.type) {
    case 'decimal':
      return formatNumber(value, format.pattern, format.locale);
    case 'geometry':
      return JSON.stringify(value.geojson);
    default:
      return format.pattern && !parseNumberPattern(format.pattern)
        ? formatDate(value, format.pattern, format)
        : formatByDefault(value, format);
  }
}

function formatByDefault(value: DateValue, { locale, timeZone }: DateFormat): string {
  const ms = Number(microsecondsOfDateTime(toLocal(value, timeZone)) / 1000n);
  return defaultFormat(`${value.type} ${locale}`).format(ms);
}
