import { expect, test } from '@jest/globals';
import { ApiError } from '../api/api-error.ts';
import { fieldErrors } from './field-errors.ts';

const refusal = (message: string, fields?: Record<string, string>, status = 400) =>
  new ApiError({ status, message, ...(fields ? { fields } : {}) });

test('fields named by the server are used if the form has them', () => {
  const error = refusal('Wrong.', { url: 'No address.', other: 'Odd.' });
  expect(fieldErrors(error, ['title', 'url'])).toEqual({ url: 'No address.' });
});

test('a message belongs to the first field that it mentions', () => {
  expect(
    fieldErrors(refusal('The current password is not right.'), ['current_password', 'new_password']),
  ).toEqual({
    current_password: 'The current password is not right.',
  });
  expect(fieldErrors(refusal('"url" must begin with a slash.'), ['title', 'url'])).toEqual({
    url: '"url" must begin with a slash.',
  });
});

test('a word that contains a field name does not mention the field', () => {
  expect(fieldErrors(refusal('The curly brace is wrong.'), ['url'])).toBeNull();
});

test('a server failure belongs to no field', () => {
  expect(fieldErrors(refusal('The url service is down.', undefined, 503), ['url'])).toBeNull();
});
