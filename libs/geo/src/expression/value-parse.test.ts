import { describe, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { checkValue } from './value-check.ts';
import { checkCalculation } from './value-field.ts';
import { parseValue } from './value-parse.ts';
import { toValueSql } from './value-sql.ts';

const FIELDS = [
  { name: 'population', type: 'integer' },
  { name: 'Area_km2', type: 'real' },
  { name: 'name', type: 'text' },
  { name: 'of "it"', type: 'text' },
  { name: 'select', type: 'integer' },
  { name: 'capital', type: 'boolean' },
  { name: 'founded', type: 'date' },
  { name: 'photo', type: 'binary' },
] as const;

const check = (expression: string) => checkValue(parseValue(expression), [...FIELDS]);
const sqlOf = (expression: string) =>
  toValueSql(check(expression), (name) => `"${name.replaceAll('"', '""')}"`);

describe('an expression has the type of its value', () => {
  test.each([
    ['population', 'integer'],
    ['POPULATION + 1', 'integer'],
    ['population * area_km2', 'real'],
    ['population / 2', 'real'],
    ['-population', 'integer'],
    ['- -3', 'integer'],
    ['+(3.5)', 'real'],
    ['name', 'text'],
    ["name || ' ' || population + 1", 'text'],
    ['founded', 'text'],
    ['round(area_km2)', 'integer'],
    ['round(area_km2, -3)', 'integer'],
    ['round(population, 2)', 'real'],
    ['ABS(population)', 'integer'],
    ['coalesce(population, area_km2, 0)', 'real'],
    ["coalesce(name, 'none')", 'text'],
    ['length(upper(trim(name)))', 'integer'],
    ['number(name) * 2', 'real'],
    ['text(population)', 'text'],
    ['"of ""it"""', 'text'],
    ['"select" + 1', 'integer'],
    ['select', 'integer'],
  ])('%s', (expression, type) => {
    expect(check(expression).type).toBe(type);
  });
});

test('each value is a parameter and each name is quoted, so that nothing of the text becomes SQL', () => {
  expect(sqlOf(`"of ""it""" || '); DROP TABLE x; --'`)).toEqual({
    text: `((CASE typeof("of ""it""") WHEN 'blob' THEN NULL ELSE CAST("of ""it""" AS TEXT) END) || ?)`,
    values: ['); DROP TABLE x; --'],
  });
  expect(sqlOf('select + 2 * 0.5')).toEqual({
    text: `((CASE WHEN typeof("select") IN ('integer', 'real') THEN "select" END) + (? * ?))`,
    values: [2n, 0.5],
  });
});

test('the SQL grows with the expression and no faster', () => {
  const nested = `${'(1 / '.repeat(40)}population${')'.repeat(40)}`;
  expect(sqlOf(nested).text.length).toBeLessThan(40 * 30);
});

describe('an expression that is wrong is refused with its place and what to do', () => {
  test.each([
    ['', 'The expression is wrong at its beginning: it is empty; write something like population / area.'],
    ['population +', 'after 12 characters: it is incomplete; a field or a value is missing.'],
    ['population population', 'after 11 characters: an operator such as + or || is expected, or the end.'],
    ['(population', 'after 11 characters: a parenthesis is not closed; close it with ).'],
    ['population)', 'after 10 characters: an unmatched closing parenthesis.'],
    ['()', 'after 1 character: a field or a value is missing before ).'],
    ['1, 2', 'after 1 character: a comma belongs inside the parentheses of a function.'],
    ['population > 5', 'after 11 characters: an expression gives a value and compares nothing;'],
    ['population % 5', 'after 11 characters: there is no such operator; use + - * / or ||.'],
    ['name | name', 'after 5 characters: texts are joined with two lines, like name || code.'],
    ['population; DROP TABLE x', 'after 10 characters: it is one expression; leave the semicolon out.'],
    ['population -- all', 'after 11 characters: comments are not supported; remove them.'],
    ["'open", "at its beginning: a text is not closed; close it with '"],
    ['uper(name)', 'at its beginning: there is no function uper; write upper.'],
    [
      'load_extension(name)',
      'at its beginning: there is no function load_extension; the functions are round,',
    ],
    ['round()', 'at its beginning: round takes 1 to 2 values in parentheses, like round(amount, 2).'],
    ['upper(name, name)', 'at its beginning: upper takes 1 value in parentheses, like upper(name).'],
    ['coalesce(name)', "coalesce takes 2 to 20 values in parentheses, like coalesce(name, 'unknown')."],
    [
      'name + 1',
      'after 5 characters: + calculates with numbers and the field "name" is text; join texts with ||, or turn the text into a number with number(…).',
    ],
    ["population * 'two'", "after 11 characters: * calculates with numbers and 'two' is text; turn the text"],
    ['-name', 'at its beginning: - calculates with numbers and the field "name" is text;'],
    ['upper(population)', 'after 6 characters: upper takes text and the field "population" is a number;'],
    ['round(name)', 'after 6 characters: round takes a number and the field "name" is text;'],
    ['coalesce(name, 0)', 'after 15 characters: coalesce takes only numbers or only texts;'],
    [
      'round(population, select)',
      'after 18 characters: the digits of round are a whole number from -15 to 15,',
    ],
    ['round(population, 99)', 'after 18 characters: the digits of round are a whole number from -15 to 15,'],
    ['capital || name', 'the field "capital" holds TRUE or FALSE; use fields that hold numbers or text.'],
    ['photo || name', 'the field "photo" holds bytes; use fields that hold numbers or text.'],
    ['popluation + 1', 'There is no field "popluation"; did you mean "population"?'],
    ['1e999', 'at its beginning: the number is too large.'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'it is nested more than 50 levels deep; write it more simply.'],
    [`1${' + 1'.repeat(300)}`, 'it has more than 200 parts; calculate it in several steps.'],
    [`'${'x'.repeat(6_000)}'`, 'The expression has 6002 characters. At most 5000 are allowed.'],
  ])('%s', (expression, sentence) => {
    expect(() => check(expression)).toThrow(AppError);
    expect(() => check(expression)).toThrow(sentence);
  });
});

describe('a calculated field is refused', () => {
  const layer = { fields: [...FIELDS], taken: ['fid', 'geom'], readable: [...FIELDS] };
  const calculation = { field: 'density', replace: false, type: null, expression: 'population / area_km2' };
  test.each([
    [
      'a name that exists',
      { field: 'NAME' },
      'The layer already has a field "NAME". Choose another name, or',
    ],
    ['the key', { field: 'FID' }, 'The field "FID" identifies the features or contains their geometries.'],
    [
      'the geometry',
      { field: 'geom', replace: true },
      'The field "geom" identifies the features or contains',
    ],
    ['a name of the row number', { field: 'rowid' }, 'The name "rowid" is reserved for the numbers of rows.'],
    ['another one', { field: ' _ROWID_ ' }, 'The name "_ROWID_" is reserved for the numbers of rows.'],
    ['the third', { field: 'oid' }, 'The name "oid" is reserved for the numbers of rows.'],
    ['an empty name', { field: '  ' }, 'A field name must have 1 to 63 characters and no line breaks.'],
    ['a line break', { field: 'a\nb' }, 'A field name must have 1 to 63 characters and no line breaks.'],
    ['a long name', { field: 'x'.repeat(64) }, 'A field name must have 1 to 63 characters'],
    ['a missing field', { field: 'nam', replace: true }, 'There is no field "nam"; did you mean "name"?'],
    [
      'text in a field of numbers',
      { expression: 'name', type: 'integer' as const },
      'The expression returns text but the field is numeric. Choose the type text, or',
    ],
  ])('with %s', (_what, change, sentence) => {
    expect(() => checkCalculation({ ...calculation, ...change }, layer)).toThrow(sentence);
  });

  test('but not with an odd name that is new', () => {
    for (const field of ['density/km²', '"quoted"', "it's; DROP TABLE x", 'from'])
      expect(checkCalculation({ ...calculation, field }, layer)).toMatchObject({ name: field, type: 'real' });
  });
});
