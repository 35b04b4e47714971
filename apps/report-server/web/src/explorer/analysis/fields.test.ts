import { expect, test } from '@jest/globals';
import { fieldsOf, problemsOf, suggestionsFor, toParameters } from './fields.ts';

const fields = fieldsOf({
  parameters: {
    required: ['size_m'],
    properties: {
      size_m: { type: 'number', title: 'Cell size', 'x-unit': 'm' },
      grid: { type: 'string', enum: ['square', 'hexagon'], default: 'hexagon' },
      band_m: { type: ['number', 'null'], default: null, 'x-unit': 'm' },
      value_column: { type: ['string', 'null'], default: null, 'x-column': 'number' },
      group_by: { type: 'array', default: [], 'x-column': 'any' },
      pairs: { type: 'boolean', default: false },
    },
  },
});
const values = Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));

test('fields follow the schema: kind, unit, default, and whether they must be filled', () => {
  expect(fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
    ['size_m', 'number', ''],
    ['grid', 'choice', 'hexagon'],
    ['band_m', 'number', ''],
    ['value_column', 'column', ''],
    ['group_by', 'columns', []],
    ['pairs', 'boolean', false],
  ]);
  expect(fields[0]).toMatchObject({ label: 'Cell size', unit: 'm', isRequired: true });
  expect(fields[3]).toMatchObject({ onlyNumbers: true, isRequired: false });
});

test('what is missing or not a number is a problem of its field', () => {
  expect(problemsOf(fields, { ...values, band_m: '1,5' })).toEqual({
    ...{ size_m: 'empty', band_m: 'notANumber' },
  });
});

test('empty values are left to the defaults of the server', () => {
  expect(toParameters(fields, { ...values, size_m: '1500', group_by: ['a'] })).toEqual({
    ...{ size_m: 1500, grid: 'hexagon', group_by: ['a'], pairs: false },
  });
});

test('an extent suggests round distances', () => {
  expect(suggestionsFor([10, 47, 14, 50])).toEqual({ size_m: '5000', radius_m: '15000', distance_m: '2000' });
  expect(suggestionsFor(null)).toEqual({});
  expect(suggestionsFor([10, 47, 10, 47])).toEqual({});
});
