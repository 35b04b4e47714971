import { expect, test } from '@jest/globals';
import { formatValue } from '../format/format-value.ts';
import { parseDecimal } from '../values/decimal.ts';
import { readPostgresText } from '../values/postgres-text.ts';
import type { Instant, Value } from '../values/types.ts';
import { checkExpression, type ExpressionScope } from './check.ts';
import { listCompletions } from './completions.ts';
import { compileExpression } from './evaluate.ts';
import type { ExpressionType } from './function-types.ts';
import { parseExpression } from './parse.ts';

const scope: ExpressionScope = {
  fields: new Map<string, ExpressionType>([
    ['i', 'integer'],
    ['d', 'decimal'],
    ['x', 'double'],
    ['t', 'text'],
    ['b', 'boolean'],
    ['day', 'date'],
    ['at', 'instant'],
    ['list', 'list'],
    ['none', 'text'],
    ['nothing', 'integer'],
  ]),
  parameters: new Map<string, ExpressionType>([['city', 'text']]),
  variables: new Map<string, ExpressionType>([['total', 'decimal']]),
  resources: new Map<string, ExpressionType>([['hello', 'text']]),
};

const values: Record<string, Value> = {
  i: 7,
  d: parseDecimal('19.99'),
  x: 0.5,
  t: ' Berlin ',
  b: true,
  day: readPostgresText('2024-01-31', 'date'),
  at: readPostgresText('2024-04-16 06:00:00+00', 'instant'),
  list: ['a', 'b'],
  none: null,
  nothing: null,
  city: 'Köln',
  total: parseDecimal('100.00'),
  hello: 'Hallo',
};

function evaluate(source: string, warnings: string[] = []): Value {
  const { tree, problems } = checkExpression(source, scope);
  if (!tree || problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return compileExpression(
    tree,
    scope,
  )({
    lookup: (_, name) => values[name] ?? null,
    env: {
      locale: 'de-DE',
      timeZone: 'America/Denver',
      now: readPostgresText('2024-12-31 03:00:00+00', 'instant') as Instant,
      warn: (sentence) => warnings.push(sentence),
    },
  });
}

function evaluateText(source: string): string {
  return formatValue(evaluate(source), { locale: 'en-US', timeZone: 'UTC' });
}

test.each([
  ['7 / 2', '3'],
  ['-7 / 2', '-3'],
  ['7 / 2.0', '3.5'],
  ['$F{i} / 2', '3'],
  ['$F{d} * 3', '59.97'],
  ['$F{d} + $F{i}', '26.99'],
  ['$F{x} * 3', '1.5'],
  ['0.1 + 0.2', '0.3'],
  ['9007199254740991 + 2', '9007199254740993'],
  ['7 % 3', '1'],
  ['2 + 3 * 4', '14'],
  ['(2 + 3) * 4', '20'],
  ['-(2 + 3)', '-5'],
  ['1 + 2 + "a" + 1 + 2', '3a12'],
  ['"a" + null + $F{none}', 'a'],
  ['$F{nothing} + 1', ''],
  ['$F{nothing} > 1', 'false'],
  ['$F{nothing} < 1', 'false'],
  ['$F{nothing} == null', 'true'],
  ['$F{none} != null && $F{none}.length() > 3', 'false'],
  ['$F{i} > 5 ? "many" : "few"', 'many'],
  ['$F{none} ?: "-"', '-'],
  ['!$F{b} || $F{i} >= 7', 'true'],
  ['$F{t}.trim().toUpperCase()', 'BERLIN'],
  ['$F{t}.trim().substring(0, 3) + "."', 'Ber.'],
  ['$F{t}.trim().equals("Berlin")', 'true'],
  ['"Berlin".contains("erl") && "Berlin".startsWith("B") && !"x".isEmpty()', 'true'],
  ['$F{list}.contains("b")', 'true'],
  ['String.valueOf($F{d}) + "\\u20ac"', '19.99€'],
  ['(java.lang.String)$F{t}.trim()', 'Berlin'],
  ['(int) 3.9', '3'],
  ['((Integer)$F{i}).intValue() + 1', '8'],
  ['Math.round(2.5) + Math.round(-2.5)', '0'],
  ['java.lang.Math.max($F{i}, 9)', '9'],
  ['Math.abs(-1.5)', '1.5'],
  ['Math.floor(-1.5) + Math.ceil(1.2)', '0'],
  ['new Integer(5) + Integer.parseInt("6")', '11'],
  ['new java.math.BigDecimal("1.10").add(new BigDecimal("2.20"))', '3.30'],
  ['new java.math.BigDecimal("1").divide(new BigDecimal("3"), 2, RoundingMode.HALF_UP)', '0.33'],
  ['new SimpleDateFormat("dd.MM.yyyy HH:mm").format($F{at})', '16.04.2024 00:00'],
  ['new java.text.SimpleDateFormat("MMMM", java.util.Locale.US).format($F{day})', 'January'],
  ['new java.text.DecimalFormat("#,##0.00").format(1234.5)', '1.234,50'],
  ['new SimpleDateFormat("yyyy-MM-dd").format(new java.util.Date())', '2024-12-30'],
  ['DATEFORMAT(TODAY(), "yyyy-MM-dd")', '2024-12-30'],
  ['IF($F{b}, "yes", "no")', 'yes'],
  ['CONCATENATE("a", null, 1.50)', 'a1.50'],
  ['msg("{1} of {0}", 3, "x")', 'x of 3'],
  ['DATEFORMAT(ADD_MONTHS($F{day}, 1), "yyyy-MM-dd")', '2024-02-29'],
  ['DATEFORMAT(ADD_DAYS($F{day}, 1), "yyyy-MM-dd")', '2024-02-01'],
  ['YEAR($F{at}) * 100 + MONTH($F{at})', '202404'],
  ['$P{city} + ": " + $V{total} + " " + $R{hello}', 'Köln: 100.00 Hallo'],
  ['"" + $F{at}', '2024-04-16 00:00:00'],
  ['$F{day}.before(TODAY())', 'true'],
  ['ROUND(1.005, 2)', '1.01'],
  ['LEFT("abc", 2) + RIGHT("abc", 1) + MID("abc", 2, 1)', 'abcb'],
  ['MAX(1, null, 3)', '3'],
  ['/* a comment */ 1 // another', '1'],
  ['\'single\' + "double"', 'singledouble'],
  ['$F{i} == 7L && $F{x} == 0.5d', 'true'],
])('%s is %s', (source, result) => {
  expect(evaluateText(source)).toBe(result);
});

test.each(['1 / 0', '1.5 / 0', '$F{d} % 0', '$F{x} / 0'])('%s is null, with a warning', (source) => {
  const warnings: string[] = [];
  expect(evaluate(source, warnings)).toBeNull();
  expect(warnings).toEqual(['A value was divided by zero; it is left empty.']);
});

test('texts and numbers that an expression makes larger and larger end empty, with a warning', () => {
  const warnings: string[] = [];
  const long = `"${'a'.repeat(5_000)}"`;
  expect(evaluate(`REPLACE(${long}, "a", ${long})`, warnings) === null).toBe(true);
  expect(evaluate(`REPLACE(${long}, "a", "${'b'.repeat(199)}") + ${long} + ${long}`, warnings) === null).toBe(
    true,
  );
  expect(warnings[0]).toBe('A text of more than 1000000 characters was left empty.');
  expect(evaluate(`1e300 * 1e300 * 1e300 * 1e300`)).toBeNull();
});

test.each<[string, string, string]>([
  ['$F{Day} + 1', '$F{Day}', 'There is no field Day. Did you mean day?'],
  ['1 + $F{citty}', '$F{citty}', 'There is no field citty.'],
  ['1 + $F{city}', '$F{city}', 'There is no field city. Did you mean $P{city}?'],
  ['$V{totel} * 2', '$V{totel}', 'There is no variable totel. Did you mean total?'],
  ['ROUN(1)', 'ROUN(1)', 'There is no function ROUN. Did you mean ROUND?'],
  ['Runtime.getRuntime()', 'Runtime.getRuntime()', 'There is no function Runtime.getRuntime.'],
  ['$F{t}.getClass()', '.getClass()', 'There is no method getClass.'],
  ['$F{t}.constructor()', '.constructor()', 'There is no method constructor.'],
  ['$F{t}.__proto__()', '.__proto__()', 'There is no method __proto__.'],
  ['hasOwnProperty("a")', 'hasOwnProperty("a")', 'There is no function hasOwnProperty.'],
  ['$F{i}.trim()', '.trim()', 'A value of type integer has no method trim.'],
  ['$F{t} - 1', '$F{t}', '- needs a number on its left, but this is text.'],
  ['$F{i} ? 1 : 2', '$F{i}', 'The condition must be boolean, but is integer.'],
  ['$F{i} && true', '$F{i}', '&& needs a boolean on its left, but this is integer.'],
  ['$F{t} == 5', '$F{t} == 5', 'text and integer cannot be compared.'],
  ['ROUND("a")', '"a"', 'The number of ROUND must be number, but is text.'],
  ['LEFT("a")', 'LEFT("a")', 'LEFT takes the arguments (text, count), but has 1.'],
  ['1 +', '', 'The expression ends too early: a value is expected here.'],
  ['(1 + 2', '', 'The expression ends too early: a closing bracket is expected here.'],
  ['1 2', '2', '2 does not fit: an operator or the end is expected here.'],
  ['"abc', '"abc', 'The text has no closing quote.'],
  ['$F{abc', '$F{abc', '$F{ has no closing brace.'],
  ['1 = 2', '=', 'Use == to compare.'],
  ['a; b', ';', '; cannot be used in an expression.'],
  ['', '', 'The expression is empty.'],
])('%s has its problem underlined at %j', (source, word, message) => {
  const { problems } = checkExpression(source, scope);
  expect(problems[0]?.message).toBe(message);
  expect(source.slice(problems[0]?.start, problems[0]?.end)).toBe(word);
});

test('a condition must be boolean, and fields that are not known are accepted', () => {
  expect(checkExpression('$F{i}', scope, 'boolean').problems[0]?.message).toBe(
    'The value must be boolean, but is integer.',
  );
  expect(checkExpression('$F{any} > 1', { ...scope, fields: null }, 'boolean').problems).toEqual([]);
});

test.each([
  ['1' + '+1'.repeat(600), 'The expression has more than 1000 parts.'],
  ['('.repeat(5_000) + '1', 'The expression is nested more than 100 levels deep.'],
  ['-'.repeat(5_000) + '1', 'The expression is nested more than 100 levels deep.'],
  [' '.repeat(30_000), 'The expression has more than 20000 characters.'],
])('an expression beyond the limits is refused without a crash (%#)', (source, message) => {
  expect(parseExpression(source).problem?.message).toBe(message);
});

test('completions list names of the scope, functions and methods, with types and arguments', () => {
  const completions = listCompletions(scope);
  expect(completions).toContainEqual({ text: '$F{i}', kind: 'field', detail: 'integer' });
  expect(completions.find(({ text }) => text === 'ROUND')).toMatchObject({
    kind: 'function',
    detail: '(number, digits)',
  });
  expect(completions.find(({ text }) => text === 'trim')).toMatchObject({ kind: 'method' });
});
