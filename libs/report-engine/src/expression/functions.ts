import {
  dateOfDays,
  daysOfDate,
  localDate,
  localDateTime,
  parseLocalDate,
  partsOfTime,
} from '../values/calendar.ts';
import { equalValues } from '../values/compare.ts';
import { decimal, parseDecimal } from '../values/decimal.ts';
import { localTimeOfInstant } from '../values/time-zone.ts';
import { formatDate, toLocal } from '../format/format-date.ts';
import { formatNumber } from '../format/format-number.ts';
import type { DateValue } from '../format/types.ts';
import type { LocalDate, Value } from '../values/types.ts';
import {
  calculate,
  extreme,
  isNumber,
  remainder,
  round,
  toNumber,
  toWhole,
  type NumberValue,
} from './arithmetic.ts';
import type { EvaluationEnv, ExpressionType, FunctionSpec } from './function-types.ts';
import { replaceTexts, writeJoinedText } from './write-text.ts';

const VALUE = ['value', 'unknown'] as const;
const TEXT = ['text', 'text'] as const;
const NUMBER = ['number', 'number'] as const;
const DATE = ['date', 'moment'] as const;

const sameType = (types: ExpressionType[]): ExpressionType => types[0] ?? 'unknown';
const widest = (types: ExpressionType[]): ExpressionType => {
  const known = types.filter((type) => type !== 'null');
  if (known.every((type) => type === known[0])) return known[0] ?? 'unknown';
  if (known.includes('double')) return 'double';
  return known.every((type) => type === 'integer' || type === 'decimal') ? 'decimal' : 'unknown';
};

const text = (value: Value, env: EvaluationEnv): string => writeJoinedText(value, env.timeZone);
const number = (value: Value | undefined): NumberValue => (isNumber(value ?? 0) ? (value as NumberValue) : 0);
const whole = (value: Value | undefined): number => Math.trunc(toNumber(number(value)));

/** Runs a function on what a calendar in the zone of the run shows; other values give null. */
function ofMoment(read: (value: DateValue, env: EvaluationEnv) => Value): FunctionSpec['run'] {
  return ([value], env) => (isMoment(value) ? read(value, env) : null);
}

/** The free functions of expressions, under the names that people type. */
export const FUNCTIONS: Record<string, FunctionSpec> = {
  IF: {
    args: [
      ['condition', 'boolean'],
      ['yes', 'unknown'],
      ['no', 'unknown'],
    ],
    result: ([, yes = 'unknown', no = 'unknown']) => widest([yes, no]),
    description: 'One value where the condition is true, otherwise the other.',
    nullable: true,
    run: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
  },
  COALESCE: {
    args: [VALUE],
    variadic: true,
    result: widest,
    description: 'The first value that is not null.',
    nullable: true,
    run: (values) => values.find((value) => value !== null) ?? null,
  },
  ISBLANK: {
    args: [VALUE],
    result: 'boolean',
    description: 'Whether a value is null or a text without letters.',
    nullable: true,
    run: ([value], env) => text(value ?? null, env).trim() === '',
  },
  EQUALS: {
    args: [VALUE, ['other', 'unknown']],
    result: 'boolean',
    description: 'Whether two values are the same.',
    nullable: true,
    run: ([a = null, b = null]) => equalValues(a, b),
  },
  CONCATENATE: {
    args: [VALUE],
    variadic: true,
    result: 'text',
    description: 'Joins texts; null is empty.',
    nullable: true,
    run: (values, env) => values.map((value) => text(value, env)).join(''),
  },
  msg: {
    args: [['pattern', 'text'], VALUE],
    optional: 1,
    variadic: true,
    result: 'text',
    description: 'The pattern with {0}, {1} and so on replaced by the values.',
    nullable: true,
    run: ([pattern = null, ...values], env) =>
      text(pattern, env).replace(/\{(\d+)[^}]*\}/g, (_, index: string) =>
        text(values[Number(index)] ?? null, env),
      ),
  },
  UPPER: {
    args: [TEXT],
    result: 'text',
    description: 'Capital letters.',
    run: ([a = ''], env) => text(a, env).toLocaleUpperCase(env.locale),
  },
  LOWER: {
    args: [TEXT],
    result: 'text',
    description: 'Small letters.',
    run: ([a = ''], env) => text(a, env).toLocaleLowerCase(env.locale),
  },
  TRIM: {
    args: [TEXT],
    result: 'text',
    description: 'Without blanks at both ends.',
    run: ([a = ''], env) => text(a, env).trim(),
  },
  LEN: {
    args: [TEXT],
    result: 'integer',
    description: 'Number of characters.',
    run: ([a = ''], env) => text(a, env).length,
  },
  LEFT: {
    args: [TEXT, ['count', 'integer']],
    result: 'text',
    description: 'The first characters.',
    run: ([a = '', n], env) => text(a, env).slice(0, Math.max(0, whole(n))),
  },
  RIGHT: {
    args: [TEXT, ['count', 'integer']],
    result: 'text',
    description: 'The last characters.',
    run: ([a = '', n], env) => (whole(n) <= 0 ? '' : text(a, env).slice(-whole(n))),
  },
  MID: {
    args: [TEXT, ['start', 'integer'], ['count', 'integer']],
    result: 'text',
    description: 'Characters from a place on; the first is 1.',
    run: ([a = '', start, count], env) =>
      text(a, env).slice(Math.max(0, whole(start) - 1), Math.max(0, whole(start) - 1 + whole(count))),
  },
  REPLACE: {
    args: [TEXT, ['search', 'text'], ['replacement', 'text']],
    result: 'text',
    description: 'Every occurrence of one text replaced by another.',
    run: ([a = '', b = '', c = ''], env) =>
      replaceTexts(text(a, env), [text(b, env), text(c, env)], env.warn),
  },
  ABS: {
    args: [NUMBER],
    result: sameType,
    description: 'Without its sign.',
    run: ([a]) => (toNumber(number(a)) < 0 ? calculate('-', 0, number(a)) : number(a)),
  },
  ROUND: {
    args: [NUMBER, ['digits', 'integer']],
    optional: 1,
    result: (types) => (types.length === 1 ? 'integer' : sameType(types)),
    description: 'Rounded to digits after the point, halves away from zero.',
    run: ([a, digits = 0]) => round(number(a), Math.min(100, whole(digits))),
  },
  FLOOR: {
    args: [NUMBER],
    result: 'integer',
    description: 'The next lower whole number.',
    run: ([a]) => toWhole(number(a), 'floor'),
  },
  CEIL: {
    args: [NUMBER],
    result: 'integer',
    description: 'The next higher whole number.',
    run: ([a]) => toWhole(number(a), 'ceil'),
  },
  MOD: {
    args: [NUMBER, ['divisor', 'number']],
    result: widest,
    description: 'The remainder of a division.',
    run: ([a, b]) => remainder(number(a), number(b)),
  },
  MIN: {
    args: [VALUE],
    variadic: true,
    result: widest,
    description: 'The smallest value; null is ignored.',
    nullable: true,
    run: (values) => values.reduce((a, b) => extreme(a, b, 'min'), null),
  },
  MAX: {
    args: [VALUE],
    variadic: true,
    result: widest,
    description: 'The largest value; null is ignored.',
    nullable: true,
    run: (values) => values.reduce((a, b) => extreme(a, b, 'max'), null),
  },
  TODAY: {
    args: [],
    result: 'date',
    description: 'The day of the run, in its zone.',
    run: (_, env) => localTimeOfInstant(env.now, env.timeZone).date,
  },
  NOW: { args: [], result: 'instant', description: 'The moment of the run.', run: (_, env) => env.now },
  DATE: {
    args: [
      ['year', 'integer'],
      ['month', 'integer'],
      ['day', 'integer'],
    ],
    result: 'date',
    description: 'A day; the first month is 1. Null where there is no such day.',
    run: ([year, month, day]) => toDay(whole(year), whole(month), whole(day)),
  },
  YEAR: {
    args: [DATE],
    result: 'integer',
    description: 'The year.',
    run: ofMoment((a, env) => toLocal(a, env.timeZone).date.year),
  },
  MONTH: {
    args: [DATE],
    result: 'integer',
    description: 'The month; January is 1.',
    run: ofMoment((a, env) => toLocal(a, env.timeZone).date.month),
  },
  DAY: {
    args: [DATE],
    result: 'integer',
    description: 'The day of the month.',
    run: ofMoment((a, env) => toLocal(a, env.timeZone).date.day),
  },
  HOUR: {
    args: [DATE],
    result: 'integer',
    description: 'The hour, 0 to 23.',
    run: ofMoment((a, env) => partsOfTime(toLocal(a, env.timeZone).time.microseconds).hour),
  },
  MINUTE: {
    args: [DATE],
    result: 'integer',
    description: 'The minute.',
    run: ofMoment((a, env) => partsOfTime(toLocal(a, env.timeZone).time.microseconds).minute),
  },
  ADD_DAYS: {
    args: [DATE, ['days', 'integer']],
    result: ([type]) => (type === 'timestamp' || type === 'instant' ? 'timestamp' : 'date'),
    description: 'Days later, or earlier where the number is negative.',
    run: ([a, days], env) =>
      isMoment(a) ? moveDate(a, env, (date) => dateOfDays(daysOfDate(date) + whole(days))) : null,
  },
  ADD_MONTHS: {
    args: [DATE, ['months', 'integer']],
    result: ([type]) => (type === 'timestamp' || type === 'instant' ? 'timestamp' : 'date'),
    description: 'Months later, at most the last day of the month.',
    run: ([a, months], env) =>
      isMoment(a) ? moveDate(a, env, (date) => addMonths(date, whole(months))) : null,
  },
  DATEFORMAT: {
    args: [DATE, ['pattern', 'text']],
    result: 'text',
    description: 'A date written by a pattern such as dd.MM.yyyy.',
    run: ([a, pattern = ''], env) => (isMoment(a) ? formatDate(a, text(pattern, env), env) : null),
  },
  NUMBERFORMAT: {
    args: [NUMBER, ['pattern', 'text']],
    result: 'text',
    description: 'A number written by a pattern such as #,##0.00.',
    run: ([a, pattern = ''], env) => formatNumber(number(a), text(pattern, env), env.locale),
  },
};

export function isMoment(value: Value | undefined): value is DateValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    /^(?:date|time|timestamp|instant)$/.test(value.type)
  );
}

/** A number from a number or a text; null for a text that is not a number. */
export function readNumber(value: Value): NumberValue | null {
  if (isNumber(value)) return value;
  const parsed = typeof value === 'string' ? parseDecimal(value.trim()) : null;
  if (!parsed) return null;
  const asInteger = parsed.scale === 0 ? Number(parsed.digits) : Number.NaN;
  return Number.isSafeInteger(asInteger) ? asInteger : decimal(parsed.digits, parsed.scale);
}

function moveDate(value: DateValue, env: EvaluationEnv, move: (date: LocalDate) => LocalDate): Value {
  if (value.type === 'time') return null;
  if (value.type === 'date') return move(value);
  const local = toLocal(value, env.timeZone);
  return localDateTime(move(local.date), local.time);
}

function addMonths({ year, month, day }: LocalDate, months: number): LocalDate {
  const index = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  const lastDay = dateOfDays(daysOfDate(localDate(toYear, toMonth + 1, 1)) - 1).day;
  return localDate(toYear, toMonth, Math.min(day, lastDay));
}

function toDay(year: number, month: number, day: number): LocalDate | null {
  const pad = (value: number, length: number): string => String(value).padStart(length, '0');
  return parseLocalDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}
