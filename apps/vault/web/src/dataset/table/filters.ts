import type { EditColumn } from '../../client.ts';

export const OPERATORS = [
  'contains',
  'starts_with',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'is_null',
  'not_null',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A condition on a column, as the contract spells it. */
export interface RowFilter {
  column: string;
  op: Operator;
  value?: unknown;
}

const ORDERED: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>=', 'in', 'is_null', 'not_null'];

/** What can be asked of a column, the most likely question first. */
export function operatorsFor(type: EditColumn['type']): readonly Operator[] {
  if (type === 'text') return OPERATORS;
  if (type === 'boolean') return ['=', 'is_null', 'not_null'];
  if (type === 'binary' || type === 'geometry') return ['is_null', 'not_null'];
  return ORDERED;
}

export function needsValue(op: Operator): boolean {
  return op !== 'is_null' && op !== 'not_null';
}

/** The conditions in an address; what does not read as one is left out. */
export function parseFilters(text: string): RowFilter[] {
  try {
    const parsed: unknown = text === '' ? [] : JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isFilter).slice(0, 50) : [];
  } catch {
    return [];
  }
}

export function formatFilters(filters: readonly RowFilter[]): string {
  return filters.length === 0 ? '' : JSON.stringify(filters);
}

function isFilter(value: unknown): value is RowFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { column, op } = value as Record<string, unknown>;
  return typeof column === 'string' && OPERATORS.includes(op as Operator);
}

/** The text as a value of the column's type; undefined when it is not one. */
export function filterValue(type: EditColumn['type'], op: Operator, text: string): unknown {
  if (op === 'in') {
    const values = text.split(',').map((part) => single(type, part.trim()));
    return values.some((value) => value === undefined) ? undefined : values;
  }
  return single(type, type === 'text' ? text : text.trim());
}

function single(type: EditColumn['type'], text: string): unknown {
  if (text === '') return undefined;
  if (type === 'integer' || type === 'real') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'boolean' ? text === 'true' : text;
}

/** The value of a filter as it was typed. */
export function filterText({ value }: RowFilter): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
