import type { ColumnKind } from '../state/column-kind.ts';
import type { Operator } from './filter.ts';
import { valuesOf } from './operators.ts';

/** What was typed: one text for each value. */
export type Typed = string[];

/** The typed texts as a value of the column; undefined when a text is missing or is not of the column's type. */
export function readValue(kind: ColumnKind, op: Operator, typed: Typed): unknown {
  const count = valuesOf(op);
  if (count === 'none') return null;
  const values = (count === 'list' ? typed : typed.slice(0, count === 'two' ? 2 : 1)).map((text) =>
    readOne(kind, text),
  );
  if (values.length === 0 || values.includes(undefined)) return undefined;
  if (count === 'one') return values[0];
  return count === 'two' && values.length < 2 ? undefined : values;
}

/** The texts of a value that a filter holds. */
export function typedOf(value: unknown): Typed {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(String);
}

function readOne(kind: ColumnKind, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'text') return text === '' ? undefined : text;
  if (trimmed === '') return undefined;
  if (kind === 'number') return readNumber(trimmed);
  if (kind === 'boolean') return trimmed === 'true';
  return trimmed;
}

/** Numbers beyond the digits of a double stay text, which the server reads to the last digit. */
function readNumber(text: string): number | string | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const digits = text.replace(/^[+-]|e.*$|\.|^0+/gi, '');
  return digits.length > 15 ? text : Number(text);
}
