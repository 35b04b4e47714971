import type { Field } from '../../../client.ts';

/** How conditions are compared in the builder; the names are those of the catalog of sentences. */
export const COMPARISONS = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'contains',
  'startsWith',
  'in',
  'isNull',
  'notNull',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

const ORDERED: readonly Comparison[] = [
  'gt',
  'ge',
  'lt',
  'le',
  'eq',
  'ne',
  'between',
  'in',
  'isNull',
  'notNull',
];
const TEXTS: readonly Comparison[] = ['eq', 'ne', 'contains', 'startsWith', 'in', 'isNull', 'notNull'];
const SIGNS: Partial<Record<Comparison, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

/** What can be asked of a field, the most likely question first. */
export function comparisonsFor(type: Field['type']): readonly Comparison[] {
  if (type === 'text') return TEXTS;
  if (type === 'boolean') return ['eq', 'isNull', 'notNull'];
  return type === 'binary' ? ['isNull', 'notNull'] : ORDERED;
}

export function valuesNeeded(comparison: Comparison): 0 | 1 | 2 {
  if (comparison === 'isNull' || comparison === 'notNull') return 0;
  return comparison === 'between' ? 2 : 1;
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_$]*$/u;
const KEYWORDS = ['AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'LIKE', 'ILIKE', 'IS', 'NULL', 'TRUE', 'FALSE'];

/** A field as the language spells it: in double quotes where it must be. */
export function nameText(name: string): string {
  const plain = PLAIN_NAME.test(name) && !KEYWORDS.includes(name.toUpperCase());
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A value in the syntax of the language; null when it does not fit the type. */
export function valueText(value: unknown, type: Field['type']): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = String(value);
  switch (type) {
    case 'integer':
    case 'real':
      return Number.isFinite(Number(text)) ? text.trim() : null;
    case 'boolean':
      return /^(true|1)$/i.test(text) ? 'TRUE' : 'FALSE';
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `DATE ${quoted(text)}` : null;
    case 'datetime':
      return /^\d{4}-\d{2}-\d{2}/.test(text) ? `TIMESTAMP ${quoted(text.replace('T', ' '))}` : null;
    default:
      return quoted(text);
  }
}

export interface Condition {
  field: Pick<Field, 'name' | 'type'>;
  comparison: Comparison;
  /** As typed. */
  value: string;
  second: string;
}

/** The condition in the language; null when a value is missing or none of the field's type. */
export function conditionText({ field, comparison, value, second }: Condition): string | null {
  const name = nameText(field.name);
  const literal = (text: string) => valueText(text.trim(), field.type);
  switch (comparison) {
    case 'isNull':
      return `${name} IS NULL`;
    case 'notNull':
      return `${name} IS NOT NULL`;
    case 'between': {
      const [low, high] = [literal(value), literal(second)];
      return low && high ? `${name} BETWEEN ${low} AND ${high}` : null;
    }
    case 'in': {
      const list = value.split(',').map(literal);
      return list.every((each) => each !== null) ? `${name} IN (${list.join(', ')})` : null;
    }
    case 'contains':
      return value === '' ? null : `${name} ILIKE ${quoted(`%${pattern(value)}%`)}`;
    case 'startsWith':
      return value === '' ? null : `${name} ILIKE ${quoted(`${pattern(value)}%`)}`;
    default: {
      const text = field.type === 'text' ? valueText(value, 'text') : literal(value);
      return text === null ? null : `${name} ${SIGNS[comparison]} ${text}`;
    }
  }
}

/** Escapes the three characters that have a meaning in a pattern. */
function pattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A condition behind what is there. What OR joined is kept together when AND follows. */
export function joined(before: string, added: string, by: 'AND' | 'OR'): string {
  const text = before.trim();
  if (text === '') return added;
  return by === 'AND' && /\bOR\b/i.test(text) ? `(${text}) AND ${added}` : `${text} ${by} ${added}`;
}
