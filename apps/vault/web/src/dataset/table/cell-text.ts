import { formatDay, formatExact, t, type CellValue } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';

const plain = new Intl.NumberFormat(navigatorLanguage(), { maximumFractionDigits: 10, useGrouping: false });
const grouped = new Intl.NumberFormat(navigatorLanguage(), { maximumFractionDigits: 10 });

/**
 * A value as people read it; null for no value. Numbers have thousands separators only where `isGrouped`: many are codes
 * and years.
 */
export function cellText(value: unknown, column: Pick<EditColumn, 'type'>, isGrouped = false): string | null {
  if (value === null || value === undefined) return null;
  if (column.type === 'boolean') return t(value ? 'table.yes' : 'table.no');
  if (typeof value === 'number') return (isGrouped ? grouped : plain).format(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return column.type === 'date' || column.type === 'datetime'
    ? dateText(String(value), column.type)
    : String(value);
}

/** Dates have no time zone. Timestamps are shown in the reader's zone if they name one, else unchanged. */
function dateText(value: string, type: 'date' | 'datetime'): string {
  const local = new Date(type === 'date' ? `${value.slice(0, 10)}T00:00:00` : value.replace(' ', 'T'));
  if (Number.isNaN(local.getTime())) return value;
  return type === 'date' ? formatDay(local) : formatMoment(local);
}

function formatMoment(date: Date): string {
  const format = new Intl.DateTimeFormat(navigatorLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(date);
}

/** Tooltip of a cell whose text is cut or rounded. */
export function cellTitle(value: unknown, column: Pick<EditColumn, 'type'>): string | undefined {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  if (column.type !== 'datetime') return String(value);
  const date = new Date(String(value).replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? String(value) : formatExact(date);
}

export function isNumeric({ type }: Pick<EditColumn, 'type'>): boolean {
  return type === 'integer' || type === 'real';
}

/** A value for a CSV file: as the data hold it, not as it is shown. */
export function csvValue(value: unknown): CellValue {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as CellValue);
}

function navigatorLanguage(): string {
  return typeof navigator === 'undefined' ? 'en' : navigator.language || 'en';
}
