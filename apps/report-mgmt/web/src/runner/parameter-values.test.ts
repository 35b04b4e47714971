import { expect, test } from '@jest/globals';
import type { ReportParameter } from '../client.ts';
import {
  changeValue,
  fieldKind,
  initialValues,
  missingParameters,
  parentValues,
  waitsFor,
} from './parameter-values.ts';

const parameters: ReportParameter[] = [
  { name: 'continent', label: 'Continent', type: 'select', required: true, options: [] },
  { name: 'country', type: 'select', required: true, options: [], depends_on: ['continent'] },
  { name: 'place', type: 'multiselect', options: [], depends_on: ['country'] },
  { name: 'limit', type: 'integer', default: 5 },
];

test('a changed value clears all that depends on it, at any depth', () => {
  const values = { continent: ['Asia'], country: ['JPN'], place: ['Tokyo'], limit: ['7'] };
  expect(changeValue(values, { name: 'continent', texts: ['Europe'] }, parameters)).toEqual({
    ...{ continent: ['Europe'], country: [], place: [], limit: ['7'] },
  });
});

test('a circle of dependants does not hang', () => {
  const circle: ReportParameter[] = [
    { name: 'a', type: 'select', depends_on: ['b'] },
    { name: 'b', type: 'select', depends_on: ['a'] },
  ];
  expect(changeValue({ a: ['1'], b: ['2'] }, { name: 'a', texts: ['3'] }, circle)).toEqual({
    a: ['3'],
    b: [],
  });
});

test('a dependant names what it waits for by its label', () => {
  expect(waitsFor(parameters[1]!, parameters, { continent: [] })).toEqual(['Continent']);
  expect(waitsFor(parameters[1]!, parameters, { continent: ['Asia'] })).toEqual([]);
});

test('the address decides before the defaults, and single values stay single', () => {
  const address = new URLSearchParams('country=JPN&country=CHN&place=a&place=b');
  expect(initialValues(parameters, address)).toEqual({
    ...{ continent: [], country: ['JPN'], place: ['a', 'b'], limit: ['5'] },
  });
});

test('only values that others depend on are sent for new options, empty ones too', () => {
  const values = { limit: ['7'], country: [], continent: ['Asia'] };
  expect(parentValues(parameters, values).toString()).toBe('continent=Asia&country=');
});

test('required parameters without a value are missing; hidden ones and checkboxes are not', () => {
  const more: ReportParameter[] = [
    { name: 'secret', type: 'text', required: true, hidden: true },
    { name: 'flag', type: 'checkbox', required: true },
  ];
  expect(missingParameters([...parameters, ...more], { continent: ['Asia'], country: [''] })).toEqual([
    'country',
  ]);
});

test.each([
  ['select', 'choice'],
  ['Multi-Select', 'choice'],
  ['list<text>', 'texts'],
  ['decimal', 'number'],
  ['boolean', 'checkbox'],
  ['timestamp', 'datetime'],
  ['anything', 'text'],
])('a parameter of type %s has the field %s', (type, kind) => {
  expect(fieldKind({ name: 'p', type })).toBe(kind);
});
