import { compareValues, equalValues, isList } from '../values/compare.ts';
import { instantOfLocalTime, millisecondsOfInstant } from '../values/time-zone.ts';
import { toLocal } from '../format/format-date.ts';
import type { Value } from '../values/types.ts';
import {
  calculate,
  divide,
  isNumber,
  remainder,
  round,
  toNumber,
  toWhole,
  type NumberValue,
} from './arithmetic.ts';
import { isMoment } from './functions.ts';
import type { EvaluationEnv, ExpressionType, FunctionSpec, MethodSpec } from './function-types.ts';
import { joinTexts, replaceTexts, writeJoinedText } from './write-text.ts';

const ANY: readonly ExpressionType[] = ['unknown'];
const TEXT: readonly ExpressionType[] = ['text'];
const NUMBERS: readonly ExpressionType[] = ['integer', 'decimal', 'double', 'number'];
const DATES: readonly ExpressionType[] = ['date', 'time', 'timestamp', 'instant', 'moment'];
const OTHER = ['other', 'unknown'] as const;

type TextRun = (text: string, args: Value[], env: EvaluationEnv) => Value;

/** A method of texts; the arguments are texts or numbers by `args`. */
function ofText(args: FunctionSpec['args'], result: ExpressionType, run: TextRun): MethodSpec {
  return {
    on: TEXT,
    args,
    result,
    description: 'Method of texts, as in Java.',
    run: ([target = null, ...rest], env) => run(writeJoinedText(target, env.timeZone), rest, env),
  };
}

function ofNumber(
  args: FunctionSpec['args'],
  result: FunctionSpec['result'],
  run: (a: NumberValue, rest: Value[]) => Value,
): MethodSpec {
  return {
    on: NUMBERS,
    args,
    result,
    description: 'Method of numbers, as in Java.',
    run: ([target = null, ...rest]) => (isNumber(target) ? run(target, rest) : null),
  };
}

const int = (value: Value | undefined): number =>
  value !== undefined && isNumber(value) ? Math.trunc(toNumber(value)) : 0;
const num = (value: Value | undefined): NumberValue => (value !== undefined && isNumber(value) ? value : 0);
const str = (value: Value | undefined): string => (value === undefined ? '' : writeJoinedText(value, 'UTC'));
const search = ['search', 'text'] as const;
const arithmetic = (operator: '+' | '-' | '*'): MethodSpec =>
  ofNumber([['number', 'number']], 'decimal', (a, [b]) => calculate(operator, a, num(b)));
const toInteger = ofNumber([], 'integer', (a) => toWhole(a, 'trunc'));
const toDouble = ofNumber([], 'double', toNumber);
const compare = (test: (order: number) => boolean, on: readonly ExpressionType[]): MethodSpec => ({
  on,
  args: [OTHER],
  result: 'boolean',
  description: 'Compares two values.',
  run: ([a = null, b = null]) => {
    const order = compareValues(a, b);
    return order !== null && test(order);
  },
});

// Apart, as the object's own toString would give the member its type.
const TO_STRING: MethodSpec = {
  on: ANY,
  args: [],
  result: 'text',
  description: 'The value as text.',
  run: ([a = null], env) => writeJoinedText(a, env.timeZone),
};

/** Methods by name; the value before the dot is the first argument of `run`. */
export const METHODS: Record<string, MethodSpec> = {
  toString: TO_STRING,
  equals: {
    on: ANY,
    args: [OTHER],
    result: 'boolean',
    description: 'Whether two values are the same.',
    nullable: true,
    run: ([a = null, b = null]) => equalValues(a, b),
  },
  compareTo: {
    on: ANY,
    args: [OTHER],
    result: 'integer',
    description: 'Negative, 0 or positive, by the order of the values.',
    run: ([a = null, b = null]) => Math.sign(compareValues(a, b) ?? 0),
  },
  equalsIgnoreCase: ofText([OTHER], 'boolean', (a, [b]) => a.toLowerCase() === str(b).toLowerCase()),
  length: ofText([], 'integer', (a) => a.length),
  trim: ofText([], 'text', (a) => a.trim()),
  toUpperCase: ofText([], 'text', (a, _, env) => a.toLocaleUpperCase(env.locale)),
  toLowerCase: ofText([], 'text', (a, _, env) => a.toLocaleLowerCase(env.locale)),
  substring: {
    ...ofText(
      [
        ['start', 'integer'],
        ['end', 'integer'],
      ],
      'text',
      (a, [start, end]) =>
        a.slice(Math.max(0, int(start)), end === undefined ? undefined : Math.max(0, int(end))),
    ),
    optional: 1,
  },
  charAt: ofText([['index', 'integer']], 'text', (a, [index]) => a.charAt(int(index))),
  startsWith: ofText([search], 'boolean', (a, [b]) => a.startsWith(str(b))),
  endsWith: ofText([search], 'boolean', (a, [b]) => a.endsWith(str(b))),
  indexOf: ofText([search], 'integer', (a, [b]) => a.indexOf(str(b))),
  lastIndexOf: ofText([search], 'integer', (a, [b]) => a.lastIndexOf(str(b))),
  concat: ofText([search], 'text', (a, [b], env) => joinTexts(a, str(b), env.warn)),
  replace: ofText([search, ['replacement', 'text']], 'text', (a, [b, c], env) =>
    replaceTexts(a, [str(b), str(c)], env.warn),
  ),
  contains: {
    on: ['text', 'list'],
    args: [['search', 'unknown']],
    result: 'boolean',
    description: 'Whether a text or a list contains a value.',
    run: ([a = null, b = null]) =>
      isListValue(a) ? a.some((item) => equalValues(item, b)) : str(a).includes(str(b)),
  },
  isEmpty: {
    on: ['text', 'list'],
    args: [],
    result: 'boolean',
    description: 'Whether a text or a list has nothing in it.',
    run: ([a = null]) => (isListValue(a) ? a.length === 0 : str(a) === ''),
  },
  size: {
    on: ['list'],
    args: [],
    result: 'integer',
    description: 'Number of values in a list.',
    run: ([a = null]) => (isListValue(a) ? a.length : null),
  },
  get: {
    on: ['list'],
    args: [['index', 'integer']],
    result: 'unknown',
    description: 'A value of a list; the first is 0.',
    run: ([a = null, index]) => (isListValue(a) ? (a[int(index)] ?? null) : null),
  },
  intValue: toInteger,
  longValue: toInteger,
  shortValue: toInteger,
  doubleValue: toDouble,
  floatValue: toDouble,
  booleanValue: {
    on: ['boolean'],
    args: [],
    result: 'boolean',
    description: 'The value itself.',
    run: ([a = null]) => a,
  },
  add: arithmetic('+'),
  subtract: arithmetic('-'),
  multiply: arithmetic('*'),
  divide: {
    ...ofNumber(
      [
        ['divisor', 'number'],
        ['scale', 'unknown'],
        ['rounding', 'unknown'],
      ],
      'decimal',
      (a, [b, scale]) => {
        const quotient = divide(a, num(b), false);
        return quotient !== null && scale !== undefined && isNumber(scale)
          ? round(quotient, int(scale))
          : quotient;
      },
    ),
    optional: 2,
  },
  remainder: ofNumber([['divisor', 'number']], 'decimal', (a, [b]) => remainder(a, num(b))),
  negate: ofNumber([], 'decimal', (a) => calculate('-', 0, a)),
  abs: ofNumber([], 'decimal', (a) => (toNumber(a) < 0 ? calculate('-', 0, a) : a)),
  signum: ofNumber([], 'integer', (a) => Math.sign(toNumber(a))),
  setScale: {
    ...ofNumber(
      [
        ['scale', 'integer'],
        ['rounding', 'unknown'],
      ],
      'decimal',
      (a, [scale]) => round(a, Math.min(100, int(scale))),
    ),
    optional: 1,
  },
  before: compare((order) => order < 0, DATES),
  after: compare((order) => order > 0, DATES),
  getTime: {
    on: DATES,
    args: [],
    result: 'integer',
    description: 'Milliseconds since 1970.',
    run: ([a], env) =>
      isMoment(a)
        ? millisecondsOfInstant(
            a.type === 'instant' ? a : instantOfLocalTime(toLocal(a, env.timeZone), env.timeZone),
          )
        : null,
  },
};

function isListValue(value: Value): value is readonly Value[] {
  return typeof value === 'object' && value !== null && isList(value);
}
