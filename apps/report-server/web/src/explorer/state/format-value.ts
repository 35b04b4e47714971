import { formatDay, t } from '@cairn/ui';
import { isCode, kindOf, type Described } from './column-kind.ts';

const language = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language || 'en');

/** A value as people read it; null for no value. */
export function valueText(value: unknown, column: Described): string | null {
  if (value === null || value === undefined) return null;
  const kind = kindOf(column);
  if (kind === 'boolean') return t(value === true || value === 'true' ? 'explorer.yes' : 'explorer.no');
  if (kind === 'number') return numberText(value, isCode(column.name));
  if (kind === 'date' || kind === 'datetime') return timeText(String(value), kind);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A number with thousands separators. Numbers that come as text have more digits than a double holds: all are shown. */
export function numberText(value: unknown, plain = false, maximumFractionDigits = 6): string {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits, useGrouping: !plain });
  if (typeof value === 'string')
    return /^-?\d+(\.\d+)?$/.test(value) ? format.format(value as Intl.StringNumericLiteral) : value;
  return typeof value === 'number' ? format.format(value) : String(value);
}

/** A measured number of a chart: averages have more digits than anybody reads. */
export function measureText(value: number): string {
  return numberText(value, false, Math.abs(value) >= 1 ? 2 : 6);
}

/** A short number for axes and tiny charts: 1.2M. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat(language(), { notation: 'compact', maximumSignificantDigits: 3 }).format(
    value,
  );
}

/** Dates have no time zone. Moments are shown in the reader's zone if they name one, else unchanged. */
function timeText(value: string, kind: 'date' | 'datetime'): string {
  const local = new Date(kind === 'date' ? `${value.slice(0, 10)}T00:00:00` : value.replace(' ', 'T'));
  if (Number.isNaN(local.getTime())) return value;
  if (kind === 'date') return formatDay(local);
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(local);
}
