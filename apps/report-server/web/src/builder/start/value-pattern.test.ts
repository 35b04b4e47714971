import { expect, test } from '@jest/globals';
import { datePattern } from './value-pattern.ts';

test.each([
  ['en-GB', 'dd/MM/yyyy'],
  ['en-US', 'MM/dd/yyyy'],
  ['de', 'dd.MM.yyyy'],
  ['sv', 'yyyy-MM-dd'],
  ['ar-EG', /^(dd|yyyy)/],
])('dates of a new report are written as in %s', (language, pattern) => {
  expect(datePattern(language)).toMatch(pattern);
});
