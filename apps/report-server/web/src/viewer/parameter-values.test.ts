import { expect, test } from '@jest/globals';
import {
  changeValue,
  dependantsOf,
  initialValues,
  missingParameters,
  stillOffered,
  toSearch,
} from './parameter-values.ts';
import type { ParameterDescriptor, ReportConfig } from './types.ts';

const parameter = (name: string, more: Partial<ParameterDescriptor> = {}): ParameterDescriptor => ({
  ...{ name, label: name, type: 'text', required: false, multiple: false, hidden: false },
  ...{ default: null, depends_on: [], lookup: false, options: null },
  ...more,
});
const parameters = [
  parameter('continent', { required: true }),
  parameter('country', { depends_on: ['continent'] }),
  parameter('region', { depends_on: ['country'], multiple: true }),
  parameter('place', { depends_on: ['region', 'country'] }),
  parameter('year', { default: 2024 }),
];

test('values come from the address, else from the defaults', () => {
  const address = new URLSearchParams('region=a&region=b&unknown=1');
  expect(initialValues({ parameters } as ReportConfig, address)).toEqual({
    ...{ continent: [], country: [], region: ['a', 'b'], place: [], year: ['2024'] },
  });
});

test('a change clears what depends on it, at any depth, and nothing else', () => {
  expect(dependantsOf('continent', parameters)).toEqual(['country', 'region', 'place']);
  const values = { continent: ['Europe'], country: ['DE'], region: ['BE'], place: ['Mitte'], year: ['2024'] };
  expect(changeValue(values, { name: 'country', texts: ['FR'] }, parameters)).toEqual({
    ...{ continent: ['Europe'], country: ['FR'], region: [], place: [], year: ['2024'] },
  });
});

test('what is empty is left out of the address, and named when it is required', () => {
  expect(String(toSearch({ continent: [''], region: ['a', 'b'] }))).toBe('region=a&region=b');
  expect(missingParameters({ continent: [''] }, parameters)).toEqual(['continent']);
});

test('values of an earlier run are kept where the report still has them', () => {
  const now = [
    parameter('zone', { multiple: true, options: [{ label: 'North', value: 'N' }] }),
    parameter('secret', { hidden: true }),
    parameter('year'),
  ];
  const earlier = new URLSearchParams('zone=N&zone=S&secret=1&year=2024&gone=1');
  expect(stillOffered(now, earlier).toString()).toBe('zone=N&year=2024');
});
