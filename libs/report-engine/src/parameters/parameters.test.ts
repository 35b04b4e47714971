import { expect, test } from '@jest/globals';
import { AppError } from '@cairn/service/errors';
import type { Parameter } from '../template/types.ts';
import { encodeValue } from '../values/codec.ts';
import type { Value } from '../values/types.ts';
import { coerceParameters } from './coerce.ts';
import { compileSql } from './compile-sql.ts';

const settings = { locale: 'de-DE', timeZone: 'Europe/Berlin', now: new Date('2024-12-31T23:30:00Z') };

function coerce(parameters: Parameter[], raw: Record<string, string[]>): Record<string, unknown> {
  const { values } = coerceParameters({ title: 'Test', parameters }, raw, settings);
  return Object.fromEntries(parameters.map(({ name }) => [name, encodeValue(values[name] ?? null)]));
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad_request') return error.message;
    throw error;
  }
  return 'no error';
}

test.each<[Parameter['type'], string[], unknown]>([
  ['text', ['a'], 'a'],
  ['text', [''], null],
  ['integer', ['42'], 42],
  ['integer', ['9223372036854775807'], { n: '9223372036854775807' }],
  ['decimal', ['12.50'], { n: '12.50' }],
  ['boolean', ['yes'], true],
  ['boolean', ['0'], false],
  ['date', ['2024-02-29'], { d: '2024-02-29' }],
  ['time', ['14:30'], { t: '14:30:00' }],
  ['timestamp', ['2024-02-29T14:30'], { s: '2024-02-29T14:30:00' }],
  ['timestamp', ['2024-02-29'], { s: '2024-02-29T00:00:00' }],
  ['timestamp', ['2024-07-01T12:00:00Z'], { s: '2024-07-01T14:00:00' }],
  ['bbox', ['5,47,15,55'], { l: [5, 47, 15, 55] }],
  ['bbox', ['5', '47', '15', '55'], { l: [5, 47, 15, 55] }],
  ['list<text>', ['a', 'b'], { l: ['a', 'b'] }],
  ['list<text>', ['a'], { l: ['a'] }],
  ['list<integer>', ['1', '', '2'], { l: [1, 2] }],
  ['list<date>', ['2024-01-01'], { l: [{ d: '2024-01-01' }] }],
])('a parameter of type %s takes %j as %j', (type, texts, value) => {
  expect(coerce([{ name: 'p', type }], { p: texts })).toEqual({ p: value });
});

test.each<[Parameter['type'], string[], string]>([
  ['text', ['a', 'b'], 'The parameter p takes one value, but has 2.'],
  ['integer', ['1.5'], 'The parameter p must be a whole number such as 42.'],
  ['integer', ['9223372036854775808'], 'The parameter p must be a whole number such as 42.'],
  ['decimal', ['1,5'], 'The parameter p must be a number such as 12.50.'],
  ['boolean', ['maybe'], 'The parameter p must be true or false.'],
  ['date', ['31.01.2024'], 'The parameter p must be a date such as 2024-01-31.'],
  ['date', ['2023-02-29'], 'The parameter p must be a date such as 2024-01-31.'],
  ['time', ['25:00'], 'The parameter p must be a time such as 14:30.'],
  ['bbox', ['1,2,3'], 'The parameter p must be four numbers: west, south, east, north.'],
  [
    'list<integer>',
    ['1', 'x'],
    'The parameter p must be whole numbers such as 42, the key repeated for each.',
  ],
])('a parameter of type %s refuses %j with a sentence', (type, texts, message) => {
  expect(messageOf(() => coerce([{ name: 'p', type }], { p: texts }))).toBe(message);
});

test('a required parameter without a value is refused, and one with options takes only these', () => {
  const options = [
    { label: 'North', value: 'n' },
    { label: 'South', value: 's' },
  ];
  expect(messageOf(() => coerce([{ name: 'p', type: 'date', required: true }], { p: [''] }))).toBe(
    'The parameter p is required: a date such as 2024-01-31.',
  );
  expect(
    messageOf(() => coerce([{ name: 'p', type: 'list<enum>', source: { options } }], { p: ['n', 'x'] })),
  ).toBe('The parameter p must be one of n, s.');
  expect(coerce([{ name: 'p', type: 'text', free: true, source: { options } }], { p: ['x'] })).toEqual({
    p: 'x',
  });
});

test('defaults are values or expressions over earlier parameters, and undeclared keys are named', () => {
  const parameters: Parameter[] = [
    { name: 'from', type: 'date', defaultExpression: 'TODAY()' },
    { name: 'to', type: 'date', defaultExpression: 'ADD_DAYS($P{from}, 1)' },
    { name: 'kinds', type: 'list<text>', default: ['a', 'b'] },
    { name: 'count', type: 'integer', default: 5 },
  ];
  expect(coerce(parameters, { count: [''] })).toEqual({
    from: { d: '2025-01-01' },
    to: { d: '2025-01-02' },
    kinds: { l: ['a', 'b'] },
    count: 5,
  });
  expect(coerceParameters({ title: '', parameters }, { x: ['1'], count: ['1'] }, settings).ignored).toEqual([
    'x',
  ]);
});

const parameters: Parameter[] = [
  { name: 'city', type: 'text' },
  { name: 'cities', type: 'list<text>' },
  { name: 'ids', type: 'list<integer>' },
  { name: 'min', type: 'decimal' },
  { name: 'max', type: 'decimal' },
  { name: 'needed', type: 'list<text>', required: true },
  {
    name: 'sort',
    type: 'enum',
    source: {
      options: [
        { label: 'A', value: 'name DESC' },
        { label: "O'Neill", value: "o'neill" },
      ],
    },
  },
  { name: 'column', type: 'text', identifier: true },
];

function compile(
  sql: string,
  values: Record<string, Value> = {},
  locked: string[] = [],
): [string, ...unknown[]] {
  const compiled = compileSql(sql, { parameters, values, locked: new Set(locked) });
  return [compiled.text, ...compiled.values];
}

test.each<[string, Record<string, Value>, unknown[]]>([
  [
    'select $P{city}, $P{ min }',
    { city: "' OR 1=1--" },
    ['select $1::text, $2::numeric', "' OR 1=1--", null],
  ],
  ['where c = ANY($P{ids})', { ids: [1, 2] }, ['where c = ANY($1::bigint[])', ['1', '2']]],
  ['$X{IN, city, cities}', { cities: [] }, ['0 = 0']],
  ['$X{IN, city, cities}', {}, ['0 = 0']],
  ['$X{IN, city, cities, false}', {}, ['1 = 0']],
  ['$X{IN, city, cities}', { cities: ['a'] }, ['city = ANY ($1)', ['a']]],
  [
    '$X{IN, lower(a, b), cities}',
    { cities: ['a', null] },
    ['(lower(a, b) IS NULL OR lower(a, b) = ANY ($1))', ['a']],
  ],
  ['$X{IN, city, cities}', { cities: [null] }, ['city IS NULL']],
  ['$X{NOTIN, id, ids}', { ids: [1, null] }, ['(id IS NOT NULL AND id <> ALL ($1::bigint[]))', ['1']]],
  ['$X{NOTIN, id, ids}', {}, ['0 = 0']],
  ['$X{IN, city, needed}', { needed: [] }, ['1 = 0']],
  ['$X{EQUAL, c, city}', {}, ['c IS NULL']],
  ['$X{NOTEQUAL, c, city}', {}, ['c IS NOT NULL']],
  ['$X{EQUAL, c, city}', { city: 'x' }, ['c = $1', 'x']],
  ['$X{LESS], c, max}', { max: 5 }, ['c <= $1::numeric', '5']],
  ['$X{[GREATER, c, min}', {}, ['0 = 0']],
  ['$X{BETWEEN, c, min, max}', { min: 1, max: 2 }, ['(c > $1::numeric AND c < $2::numeric)', '1', '2']],
  ['$X{[BETWEEN], c, min, max}', { min: 1 }, ['(c >= $1::numeric AND 0 = 0)', '1']],
  ['order by $P!{sort}', { sort: 'name DESC' }, ['order by name DESC']],
  ["select '$P!{sort}'", { sort: "o'neill" }, ["select 'o''neill'"]],
  ['select $P!{column}', { column: 'a"; drop' }, ['select "a""; drop"']],
  ['select 1; -- done\n', {}, ['select 1  \n']],
  ["select ';', \";\", $$;$P$$, E'\\';' /* ; $P{no} */", {}, ["select ';', \";\", $$;$P$$, E'\\';'  "]],
])('%s with %j becomes %j', (sql, values, expected) => {
  expect(compile(sql, values)).toEqual(expected);
});

test('a locked parameter without a value selects nothing', () => {
  expect(compile('$X{IN, city, cities}', { cities: [] }, ['cities'])).toEqual(['1 = 0']);
  expect(compile('$X{EQUAL, c, city}', {}, ['city'])).toEqual(['1 = 0']);
});

test('a lookup binds :name, and leaves casts and slices alone', () => {
  const options = { parameters, values: { city: "' OR 1=1--", min: 1 }, named: true };
  const compiled = compileSql("select a::text, ':city', b[1:2] where c = :city and d > :min", options);
  expect(compiled).toEqual({
    text: "select a::text, ':city', b[1:2] where c = $1::text and d > $2::numeric",
    values: ["' OR 1=1--", '1'],
  });
});

test.each([
  ['select 1; select 2', 'Only one statement is allowed.'],
  ['select $P{nobody}', 'The statement names the parameter nobody, which does not exist.'],
  ['select $P!{city}', '$P!{city} is allowed for parameters with options or identifiers only. Use $P{city}.'],
  ["select '$P{city}'", '$P{city} is within quotes. Leave the quotes out: the value is bound.'],
  ['select $1', 'Use $P{name} instead of $1.'],
  ["select 'a", 'The quote is not closed.'],
  ['select $F{a}', 'A statement can refer to parameters only.'],
  ['$X{LIKE, a, city}', 'There is no operator LIKE for $X.'],
  ['$X{IN, a}', '$X{IN} takes a column and one parameter.'],
])('%s is refused with a sentence', (sql, message) => {
  expect(messageOf(() => compile(sql))).toBe(message);
});

test('a raw parameter refuses a value that is not among its options', () => {
  expect(messageOf(() => compile('order by $P!{sort}', { sort: '1; drop table x' }))).toBe(
    'The parameter sort must be one of its options.',
  );
});
