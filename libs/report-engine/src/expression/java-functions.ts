import { decimal, numberOfDecimal } from '../values/decimal.ts';
import { toDecimal } from '../values/compare.ts';
import { instantOfDate } from '../values/time-zone.ts';
import type { Value } from '../values/types.ts';
import { isNumber, toNumber, toWhole } from './arithmetic.ts';
import { FUNCTIONS, readNumber } from './functions.ts';
import type { EvaluationEnv, ExpressionType, FunctionSpec } from './function-types.ts';
import { writeJoinedText } from './write-text.ts';

const VALUE = ['value', 'unknown'] as const;
const PATTERN = ['pattern', 'text'] as const;
const DECIMAL_ZERO = decimal(0n);

const toText = ([value = null]: Value[], env: EvaluationEnv): Value => writeJoinedText(value, env.timeZone);

function toInteger([value = null]: Value[]): Value {
  const number = readNumber(value);
  return number === null ? null : toWhole(number, 'trunc');
}

function toDouble([value = null]: Value[]): Value {
  const number = readNumber(value);
  return number === null ? null : toNumber(number);
}

function toExact([value = null]: Value[]): Value {
  const number = readNumber(value);
  return number === null ? null : toDecimal(number);
}

function toBoolean([value = null]: Value[]): Value {
  return typeof value === 'boolean' ? value : String(value).toLowerCase() === 'true';
}

function conversion(result: ExpressionType, run: FunctionSpec['run']): FunctionSpec {
  return { args: [VALUE], result, description: `Converts to ${result}.`, run };
}

function alias(name: string): FunctionSpec {
  const spec = FUNCTIONS[name];
  if (!spec) throw new Error(`There is no function ${name}.`);
  return spec;
}

function root(name: string, calculate: (...numbers: number[]) => number, count = 1): FunctionSpec {
  return {
    args: Array.from({ length: count }, (_, i) => [`x${i + 1}`, 'number'] as const),
    result: 'double',
    description: `Java's Math.${name}.`,
    run: (args) => {
      const result = calculate(...args.map((arg) => (isNumber(arg) ? toNumber(arg) : Number.NaN)));
      return Number.isFinite(result) ? result : null;
    },
  };
}

const integerConversion = conversion('integer', toInteger);
const doubleConversion = conversion('double', toDouble);
const decimalConversion = conversion('decimal', toExact);

/** What templates of JasperReports call most: static functions and constructors of Java, without the names of packages. */
export const JAVA_FUNCTIONS: Record<string, FunctionSpec> = {
  'String.valueOf': { ...conversion('text', toText), nullable: true },
  'new String': { ...conversion('text', toText), optional: 1, nullable: true },
  'Math.round': { ...alias('ROUND'), args: [['number', 'number']], optional: 0, result: 'integer' },
  'Math.abs': alias('ABS'),
  'Math.floor': alias('FLOOR'),
  'Math.ceil': alias('CEIL'),
  'Math.min': { ...alias('MIN'), args: [VALUE, ['other', 'unknown']], variadic: false },
  'Math.max': { ...alias('MAX'), args: [VALUE, ['other', 'unknown']], variadic: false },
  'Math.sqrt': root('sqrt', Math.sqrt),
  'Math.pow': root('pow', Math.pow, 2),
  'Integer.valueOf': integerConversion,
  'Integer.parseInt': integerConversion,
  'new Integer': integerConversion,
  'Long.valueOf': integerConversion,
  'Long.parseLong': integerConversion,
  'new Long': integerConversion,
  'Short.valueOf': integerConversion,
  'new Short': integerConversion,
  'Double.valueOf': doubleConversion,
  'Double.parseDouble': doubleConversion,
  'new Double': doubleConversion,
  'Float.valueOf': doubleConversion,
  'new Float': doubleConversion,
  'BigDecimal.valueOf': decimalConversion,
  'new BigDecimal': decimalConversion,
  'Boolean.valueOf': conversion('boolean', toBoolean),
  'new Boolean': conversion('boolean', toBoolean),
  'new Date': {
    args: [],
    result: 'instant',
    description: 'The moment of the run.',
    run: (_, env) => env.now,
  },
  'System.currentTimeMillis': {
    args: [],
    result: 'integer',
    description: 'Milliseconds since 1970 of the run.',
    run: (_, env) => Number(env.now.microseconds / 1000n),
  },
  'new SimpleDateFormat.format': {
    args: [['date', 'moment'], PATTERN, ['locale', 'unknown']],
    optional: 1,
    result: 'text',
    description: 'A date written by a pattern such as dd.MM.yyyy.',
    run: ([value = null, pattern = '', locale], env) =>
      alias('DATEFORMAT').run([asMoment(value), pattern], { ...env, locale: localeOf(locale, env) }),
  },
  'new DecimalFormat.format': {
    args: [['number', 'number'], PATTERN],
    result: 'text',
    description: 'A number written by a pattern such as #,##0.00.',
    run: ([value = null, pattern = ''], env) => alias('NUMBERFORMAT').run([value, pattern], env),
  },
  'MessageFormat.format': alias('msg'),
};

/** Values under names of Java's classes. */
export const CONSTANTS: Record<string, { value: Value; type: ExpressionType }> = {
  'Boolean.TRUE': { value: true, type: 'boolean' },
  'Boolean.FALSE': { value: false, type: 'boolean' },
  'BigDecimal.ZERO': { value: DECIMAL_ZERO, type: 'decimal' },
  'BigDecimal.ONE': { value: decimal(1n), type: 'decimal' },
  'BigDecimal.TEN': { value: decimal(10n), type: 'decimal' },
  'Math.PI': { value: Math.PI, type: 'double' },
  'Integer.MAX_VALUE': { value: 2_147_483_647, type: 'integer' },
  'RoundingMode.HALF_UP': { value: 'HALF_UP', type: 'text' },
  'BigDecimal.ROUND_HALF_UP': { value: 'HALF_UP', type: 'text' },
  'Locale.US': { value: 'en-US', type: 'text' },
  'Locale.UK': { value: 'en-GB', type: 'text' },
  'Locale.ENGLISH': { value: 'en', type: 'text' },
  'Locale.GERMANY': { value: 'de-DE', type: 'text' },
  'Locale.GERMAN': { value: 'de', type: 'text' },
  'Locale.FRANCE': { value: 'fr-FR', type: 'text' },
  'Locale.FRENCH': { value: 'fr', type: 'text' },
  'Locale.ITALY': { value: 'it-IT', type: 'text' },
};

/** SimpleDateFormat takes milliseconds as well. */
function asMoment(value: Value): Value {
  return isNumber(value)
    ? instantOfDate(new Date(typeof value === 'number' ? value : numberOfDecimal(value)))
    : value;
}

function localeOf(locale: Value | undefined, env: EvaluationEnv): string {
  if (typeof locale !== 'string') return env.locale;
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] ?? env.locale;
  } catch {
    return env.locale;
  }
}
