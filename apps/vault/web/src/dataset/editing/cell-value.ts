import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';

/** The text of a cell as a value of its column, or the problem with it. */
export type TypedValue = { value: unknown } | { problem: string };

/** How a value is written into the field that changes it. */
export function typedText(value: unknown, { type }: Pick<EditColumn, 'type'>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  if (type === 'datetime') return String(value).replace(' ', 'T').slice(0, 19);
  if (type === 'date') return String(value).slice(0, 10);
  return String(value);
}

/** Checks what was typed as the server will; an empty field of anything but text means no value. */
export function typedValue(text: string, column: EditColumn, before?: unknown): TypedValue {
  const { type, width } = column;
  const trimmed = text.trim();
  if (type !== 'text' && trimmed === '') {
    return column.nullable ? { value: null } : { problem: t('editing.needsValue') };
  }
  if (type === 'integer') {
    const number = Number(trimmed);
    return /^[-+]?\d+$/.test(trimmed) && Number.isSafeInteger(number)
      ? { value: number }
      : { problem: t('editing.notInteger') };
  }
  if (type === 'real') {
    const number = Number(trimmed);
    return Number.isFinite(number) ? { value: number } : { problem: t('editing.notNumber') };
  }
  if (type === 'boolean') return { value: trimmed === 'true' };
  if (type === 'text') {
    const tooLong = width !== undefined && width > 0 && [...text].length > width;
    return tooLong ? { problem: t('editing.tooLong', { count: width }) } : { value: text };
  }
  // A moment keeps the zone that it named before.
  const zone = type === 'datetime' ? (/(Z|[+-]\d\d:?\d\d)$/.exec(String(before ?? ''))?.[0] ?? '') : '';
  return { value: `${trimmed}${zone}` };
}
