import { expect, test } from '@jest/globals';
import type { ReportParameter } from '../client.ts';
import { changeText, otherNames, valuesOfText, withoutNames } from './parameter-text.ts';

const parameters: ReportParameter[] = [
  { name: 'continent', type: 'select', options: [] },
  { name: 'country', type: 'multiselect', options: [], depends_on: ['continent'] },
  { name: 'limit', type: 'integer', default: 5 },
];

test('fields show the values of the text, and defaults for the others', () => {
  expect(valuesOfText(parameters, 'continent=Europe&country=France&country=Spain')).toEqual({
    ...{ continent: ['Europe'], country: ['France', 'Spain'], limit: ['5'] },
  });
});

test('a changed value is written and what depends on it goes, while defaults stay the business of the report', () => {
  const text = 'continent=Europe&country=France&year=2026';
  expect(changeText(parameters, text, { name: 'continent', texts: ['Asia'] })).toBe(
    'year=2026&continent=Asia',
  );
  expect(changeText(parameters, '', { name: 'country', texts: ['A b', 'C&d'] })).toBe(
    'country=A+b&country=C%26d',
  );
});

test('an emptied value is written as such, so that the default does not come back', () => {
  const text = changeText(parameters, 'limit=3', { name: 'limit', texts: [] });
  expect(text).toBe('limit=');
  expect(valuesOfText(parameters, text).limit).toEqual(['']);
});

test('values that the report does not ask for are named and can be removed', () => {
  expect(otherNames(parameters, 'year=2026&limit=3&year=2027')).toEqual(['year']);
  expect(withoutNames('year=2026&limit=3&year=2027', ['year'])).toBe('limit=3');
});
