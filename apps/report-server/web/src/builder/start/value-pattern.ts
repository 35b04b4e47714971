import { isCode } from '../model/fields.ts';
import type { ChosenColumn } from './choices.ts';

const PATTERNS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
  day: 'dd',
  month: 'MM',
  year: 'yyyy',
};

/** The pattern of a date in figures as a language writes it: dd/MM/yyyy in British English, MM/dd/yyyy in American. */
export function datePattern(language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ calendar: 'gregory', numberingSystem: 'latn' },
  });
  const parts = format.formatToParts(0);
  // Letters and quotation marks between the figures would be read as a pattern themselves.
  if (parts.some(({ type, value }) => type === 'literal' && /[\p{L}']/u.test(value))) return 'yyyy-MM-dd';
  return parts.map(({ type, value }) => PATTERNS[type] ?? value.replaceAll(/\p{Cf}/gu, '')).join('');
}

function readerDatePattern(): string {
  return datePattern(typeof navigator === 'undefined' ? 'en' : navigator.language);
}

/** How the values of a column are written: a new report has no others. */
export function patternOf({ name, type }: Pick<ChosenColumn, 'name' | 'type'>): string | undefined {
  if (type === 'integer') return isCode(name) ? '0' : '#,##0';
  if (type === 'decimal' || type === 'double') return '#,##0.00';
  if (type === 'date') return readerDatePattern();
  return type === 'timestamp' || type === 'instant' ? `${readerDatePattern()} HH:mm` : undefined;
}
