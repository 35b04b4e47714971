import { expect, test } from '@jest/globals';
import { OutboundError } from '@cairn/service';
import { ProviderError } from './errors.ts';
import { damaged, failureOfAnswer, failureOfExchange } from './outcome.ts';

const NOW = new Date('2026-11-27T18:00:00Z');
const JSON_TYPE = { 'content-type': 'application/problem+json' };

function failure(status: number, body: object | string = '', headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? {} : JSON_TYPE;
  return failureOfAnswer({ status, headers: { ...type, ...headers }, text }, NOW);
}

test.each<[string, number, string | object]>([
  ['408', 408, ''],
  ['500', 500, '<html>Server error</html>'],
  ['502', 502, ''],
  ['503', 503, ''],
  ['504', 504, 'Gateway Timeout'],
  ['409 of Mergin Maps', 409, { code: 'AnotherUploadRunning', detail: 'Another process is running' }],
  ['400 "Another process"', 400, { detail: 'Another process is running. Please try later.' }],
])('an answer of %s is: retry', (_name, status, body) => {
  const { outcome, retryAfterMs } = failure(status, body);
  expect([outcome, retryAfterMs]).toEqual(['retry', undefined]);
});

test.each([
  ['seconds', '120', 120_000],
  ['a date', 'Fri, 27 Nov 2026 18:10:00 GMT', 600_000],
  ['a date that has passed', 'Fri, 27 Nov 2026 17:00:00 GMT', 0],
  ['a day, taken as an hour', '86400', 3_600_000],
  ['nonsense', 'soon', undefined],
])('429 is: retry, not before Retry-After as %s', (_name, header, wait) => {
  expect(failure(429, '', { 'retry-after': header })).toMatchObject({ outcome: 'retry' });
  expect(failure(429, '', { 'retry-after': header }).retryAfterMs).toBe(wait);
});

test.each([
  [400, 'Too many projects'],
  [403, 'You do not have permissions for this project'],
  [404, 'Project at requested version does not exist'],
  [413, 'Chunk size exceeds maximum allowed size 10.0 MB'],
  [422, 'Required diff file could not be downloaded'],
  [401, 'Token authentication failed'],
])('%i is: pause, with the words of the provider', (status, words) => {
  const found = failure(status, { detail: words });
  expect(found.outcome).toBe('pause');
  expect(found.message).toContain(words);
  expect(failure(status, { code: 'x', message: words }).message).toContain(words);
});

test.each([
  ['423', 423, { code: 'ProjectLocked', detail: 'The project is currently locked' }],
  ['maintenance', 503, { detail: 'Service unavailable due to maintenance, please try later' }],
])('%s is: later, after a quarter of an hour', (_name, status, body) => {
  expect(failure(status, body)).toMatchObject({ outcome: 'later', retryAfterMs: 900_000 });
  expect(failure(status, body, { 'retry-after': '1800' }).retryAfterMs).toBe(1_800_000);
});

test('416 is: restart_file', () => {
  expect(failure(416)).toMatchObject({ outcome: 'restart_file' });
});

test.each(['unreachable', 'cut', 'slow', 'late'] as const)('a connection that is %s is: retry', (reason) => {
  expect(failureOfExchange(new OutboundError(reason, 'It failed.'))).toMatchObject({ outcome: 'retry' });
});

test.each(['refused', 'redirects', 'too_large'] as const)('an exchange that is %s is: pause', (reason) => {
  const found = failureOfExchange(new OutboundError(reason, 'The address is wrong.'));
  expect(found).toBeInstanceOf(ProviderError);
  expect(found).toMatchObject({ outcome: 'pause', message: 'The address is wrong.' });
});

test('an unreadable response, a page with 200 and JSON that is cut are: damaged', () => {
  expect(failureOfExchange(new OutboundError('unreadable', 'Not HTTP.'))).toMatchObject({
    outcome: 'damaged',
  });
  expect(damaged('a web page.')).toMatchObject({ outcome: 'damaged' });
});

test('an error that does not come from the exchange stays as it is', () => {
  const error = new Error('stopped');
  expect(failureOfExchange(error)).toBe(error);
});

test('the words of a provider are one short line, and never a page', () => {
  expect(failure(500, '<html><h1>Server error</h1></html>').message).toMatch(/\(HTTP 500\)$/);
  expect(failure(403, { detail: `a\n\u202eb${'c'.repeat(1000)}` }).message).toMatch(/: a b?c+…\)$/);
  expect(failure(403, { detail: { nested: true } }).message).toMatch(/\(HTTP 403\)$/);
});
