import { kindOf, type Described } from '../state/column-kind.ts';
import type { Operator } from './filter.ts';

const ORDERED: readonly Operator[] = [
  'gte',
  'gt',
  'lte',
  'lt',
  'between',
  'eq',
  'ne',
  'in',
  'is_null',
  'is_not_null',
];
const TEXT: readonly Operator[] = [
  'eq',
  'ne',
  'contains',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  'is_null',
  'is_not_null',
];

/** They look into a text, which values of an enumeration and UUIDs are not. */
const PATTERNS: readonly Operator[] = ['contains', 'starts_with', 'ends_with'];

/** What can be asked of a column, the likeliest question first. */
export function operatorsFor(column: Pick<Described, 'family'>): readonly Operator[] {
  const kind = kindOf(column);
  if (column.family === 'text') return TEXT;
  if (kind === 'text') return TEXT.filter((op) => !PATTERNS.includes(op));
  if (kind === 'boolean') return ['eq', 'is_null', 'is_not_null'];
  if (kind === 'geometry' || kind === 'other') return ['is_null', 'is_not_null'];
  return kind === 'number' ? ORDERED : ORDERED.filter((op) => op !== 'in');
}

/** How many values a comparison takes: one, the two ends of a range, or a list. */
export function valuesOf(op: Operator): 'none' | 'one' | 'two' | 'list' {
  if (op === 'is_null' || op === 'is_not_null') return 'none';
  if (op === 'in' || op === 'not_in') return 'list';
  return op === 'between' ? 'two' : 'one';
}
