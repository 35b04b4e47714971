import { expect, test } from '@jest/globals';
import { ApiError, bareSentenceOf, errorFromResponse, sentenceOf } from './api-error.ts';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

test('the user reads the server’s message', () => {
  expect(errorFromResponse(answer(400), { error: 'Type a name.' }).message).toBe('Type a name.');
  expect(errorFromResponse(answer(400), { success: false, message: 'Type a name.' }).message).toBe(
    'Type a name.',
  );
  expect(errorFromResponse(answer(400), 'Type a name.\n').message).toBe('Type a name.');
});

test('HTML and empty bodies are replaced by a message for the status', () => {
  expect(errorFromResponse(answer(502), '<html>Bad gateway</html>').message).toContain('is not responding');
  expect(errorFromResponse(answer(413), undefined).message).toContain('larger than the server accepts');
});

test('the request id and the errors of fields are kept', () => {
  const body = {
    error: 'Two fields are wrong.',
    code: 'portal.card',
    details: { fields: { url: 'No address.', n: 3 } },
  };
  const error = errorFromResponse(answer(400, { 'x-request-id': 'abc' }), body);
  expect(error).toMatchObject({ requestId: 'abc', code: 'portal.card', fields: { url: 'No address.' } });
});

test('other errors get a message too', () => {
  expect(sentenceOf(new TypeError('Failed to fetch'))).toContain('could not be reached');
  expect(sentenceOf('odd')).toContain('went wrong');
  expect(sentenceOf(new ApiError({ status: 409, message: 'Taken.' }))).toBe('Taken.');
});

test('a message shown beside the request ID does not repeat it', () => {
  const headers = { 'x-request-id': 'abc' };
  const error = errorFromResponse(answer(502, headers), { error: 'It did not answer. (request abc)' });
  expect(bareSentenceOf(error)).toBe('It did not answer.');
  expect(sentenceOf(error)).toBe('It did not answer. (request abc)');
  expect(bareSentenceOf(new TypeError('Failed to fetch'))).toContain('could not be reached');
});
