import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import { conditionOf, continuesFile, rangeHeaders, readValidators } from './range-rules.ts';

const DATE = 'Fri, 27 Nov 2026 12:00:00 GMT';
const OLD = 'Fri, 27 Nov 2026 11:59:00 GMT';
const YOUNG = 'Fri, 27 Nov 2026 11:59:01 GMT';

const validatorOf = (headers: object) =>
  conditionOf(readValidators({ status: 200, headers: headers as IncomingHttpHeaders }));

test.each<[string, object, string | null]>([
  ['a strong ETag', { etag: '"a"' }, '"a"'],
  ['a weak ETag, also beside an old date', { etag: 'W/"a"', date: DATE, 'last-modified': OLD }, null],
  ['two ETags', { etag: ['"a"', '"b"'] }, null],
  ['a date a minute before the response', { date: DATE, 'last-modified': OLD }, OLD],
  [
    'a younger date, in which a second change would be invisible',
    { date: DATE, 'last-modified': YOUNG },
    null,
  ],
  ['a date without the time of the response', { 'last-modified': OLD }, null],
  ['a date of a server without ranges', { date: DATE, 'last-modified': OLD, 'accept-ranges': 'none' }, null],
  ['nothing', {}, null],
])('what identifies the state of a file: %s', (_what, headers, expected) => {
  expect(validatorOf(headers)).toBe(expected);
});

test('the size of a file comes from a whole response or from the range of a part', () => {
  const sizeOf = (status: number, headers: IncomingHttpHeaders) => readValidators({ status, headers }).size;
  expect(sizeOf(200, { 'content-length': '10' })).toBe(10);
  expect(sizeOf(206, { 'content-length': '5', 'content-range': 'bytes 5-9/10' })).toBe(10);
  expect(sizeOf(206, { 'content-range': 'bytes 5-9/*' })).toBeNull();
  expect(sizeOf(200, { 'content-length': 'ten' })).toBeNull();
});

test('the rest is requested without an end, on condition that the file is the same', () => {
  expect(rangeHeaders(null)).toEqual({});
  expect(rangeHeaders({ offset: 5, validator: '"a"' })).toEqual({ range: 'bytes=5-', 'if-range': '"a"' });
  expect(rangeHeaders({ offset: 5, validator: null })).toEqual({ range: 'bytes=5-' });
});

test.each<[boolean, string, number, IncomingHttpHeaders]>([
  [true, 'the same ETag', 206, { 'content-range': 'bytes 5-9/10', etag: '"a"' }],
  [true, 'no ETag', 206, { 'content-range': 'bytes 5-9/10' }],
  [true, 'an unknown size', 206, { 'content-range': 'bytes 5-9/*', etag: '"a"' }],
  [false, 'another ETag', 206, { 'content-range': 'bytes 5-9/10', etag: '"b"' }],
  [false, 'another offset', 206, { 'content-range': 'bytes 4-9/10', etag: '"a"' }],
  [false, 'another size', 206, { 'content-range': 'bytes 5-10/11', etag: '"a"' }],
  [false, 'no range', 206, { etag: '"a"' }],
  [false, 'another unit', 206, { 'content-range': 'items 5-9/10', etag: '"a"' }],
  [false, 'the whole file', 200, { etag: '"a"' }],
])('a response continues a file (%s): %s', (expected, _what, status, headers) => {
  const known = { etag: '"a"', lastModified: null, size: 10 };
  expect(continuesFile({ status, headers }, 5, known)).toBe(expected);
});

test('a part with another date does not continue a file that its date identifies', () => {
  const known = { etag: null, lastModified: OLD, size: null };
  const part = { status: 206, headers: { 'content-range': 'bytes 5-9/10', 'last-modified': DATE } };
  expect(continuesFile(part, 5, known)).toBe(false);
});
