import { expect, test } from '@jest/globals';
import { errorPosition } from './error-position.ts';

test('the place of a fault is the word after so many characters', () => {
  const sentence = 'The condition cannot be read after 11 characters: a value is expected.';
  expect(errorPosition('population ! 5', sentence)).toEqual({ before: 'population ', at: '!', after: ' 5' });
});

test('an expression names its faults in the same way', () => {
  const sentence = 'The expression is wrong after 5 characters: + calculates with numbers and …';
  expect(errorPosition('name + 1', sentence)).toEqual({ before: 'name ', at: '+', after: ' 1' });
});

test('an error may be at the beginning or at the end', () => {
  const first = 'The condition cannot be read at its beginning: a field is expected.';
  expect(errorPosition('= 5', first)).toEqual({ before: '', at: '=', after: ' 5' });
  const last = 'The condition cannot be read after 4 characters: it breaks off; a value is missing.';
  expect(errorPosition('a = ', last)).toEqual({ before: 'a = ', at: '', after: '' });
});

test('a refusal without a place has none', () => {
  expect(errorPosition('a = 1', 'There is no field "a"; choose one of: b.')).toBeNull();
});
