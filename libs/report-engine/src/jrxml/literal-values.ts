import type { ParameterType } from '../template/types.ts';
import { literalText } from './expressions.ts';

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[lLfFdD]?$/;
const WRAPPED =
  /^(?:new\s+)?(?:java\.\w+\.)?(?:BigDecimal|BigInteger|Integer|Long|Short|Byte|Double|Float|Boolean|String)(?:\.valueOf|\.parse\w+)?\s*\(([\s\S]*)\)$/;
const CONSTANT = /^(?:java\.\w+\.)?(Boolean\.TRUE|Boolean\.FALSE|Big(?:Decimal|Integer)\.(?:ZERO|ONE|TEN))$/;
const CONSTANTS: Readonly<Record<string, boolean | number>> = {
  'Boolean.TRUE': true,
  'Boolean.FALSE': false,
  'BigDecimal.ZERO': 0,
  'BigDecimal.ONE': 1,
  'BigDecimal.TEN': 10,
  'BigInteger.ZERO': 0,
  'BigInteger.ONE': 1,
  'BigInteger.TEN': 10,
};
const LIST =
  /^(?:new\s+(?:java\.util\.)?(?:ArrayList|HashSet|LinkedHashSet)\s*(?:<[^>]*>)?\s*\(\s*)?(?:java\.util\.)?(?:Arrays\.asList|List\.of|Set\.of|Collections\.singletonList|Collections\.emptyList)\s*\(([\s\S]*?)\)\s*\)?$/;
const EMPTY_LIST = /^new\s+(?:java\.util\.)?(?:ArrayList|HashSet|LinkedHashSet)\s*(?:<[^>]*>)?\s*\(\s*\)$/;
const MOMENT = /^(?:java\.sql\.)?(?:Date|Timestamp|Time)\.valueOf\s*\(\s*("[^"]*")\s*\)$/;
const NOW =
  /^new\s+(?:java\.(?:util|sql)\.)?(?:Date|Timestamp)\s*\(\s*(?:System\.currentTimeMillis\(\)\s*)?\)$/;

/** What a default expression says: a JSON value, an expression of the moment, nothing, or something else. */
export type DefaultValue = { value: unknown } | { expression: string } | { none: true } | { other: true };

/** Reads the Java of a parameter's default as far as it is a constant. */
export function readDefault(text: string, type: ParameterType): DefaultValue {
  if (text === 'null') return { none: true };
  if (NOW.test(text)) return { expression: type === 'date' || type === 'list<date>' ? 'TODAY()' : 'NOW()' };
  if (type.startsWith('list<')) {
    const list = readList(text);
    return list ? { value: list } : { other: true };
  }
  const value = readLiteral(text);
  if (value === undefined) return { other: true };
  return { value: type === 'text' ? String(value) : value };
}

function readList(text: string): unknown[] | null {
  if (EMPTY_LIST.test(text)) return [];
  const inside = LIST.exec(text)?.[1];
  if (inside === undefined) {
    const single = readLiteral(text);
    return single === undefined ? null : [single];
  }
  const parts = inside.match(/"(?:[^"\\]|\\.)*"|[^,"]+(?:"(?:[^"\\]|\\.)*"[^,"]*)?/g) ?? [];
  const values = parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readLiteral);
  return values.includes(undefined) ? null : values;
}

/** A text, number, truth value or day that is written out. */
function readLiteral(text: string): string | number | boolean | undefined {
  const trimmed = text.trim();
  const quoted = literalText(trimmed);
  if (quoted !== null) return quoted;
  const number = NUMBER.exec(trimmed)?.[1];
  if (number !== undefined) return Number(number);
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  const constant = CONSTANT.exec(trimmed)?.[1];
  if (constant !== undefined) return CONSTANTS[constant];
  const moment = MOMENT.exec(trimmed)?.[1];
  if (moment !== undefined) return moment.slice(1, -1).replace(' ', 'T');
  const wrapped = WRAPPED.exec(trimmed)?.[1];
  if (wrapped === undefined) return undefined;
  const inner = readLiteral(wrapped);
  // new BigDecimal("1.50") is a number, new String("1.50") a text.
  if (typeof inner !== 'string' || /^(?:new\s+)?(?:java\.lang\.)?String\b/.test(trimmed)) return inner;
  if (/Boolean/.test(trimmed)) return inner.toLowerCase() === 'true';
  const parsed = Number(inner);
  return inner.trim() === '' || !Number.isFinite(parsed) ? undefined : parsed;
}
