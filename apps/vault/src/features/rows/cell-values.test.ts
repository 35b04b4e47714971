import { expect, test } from '@jest/globals';
import type { EditColumn } from './types.ts';
import { validateCell } from './cell-values.ts';

function column(type: EditColumn['type'], more: Partial<EditColumn> = {}): EditColumn {
  return { name: 'c', type, nativeType: '', editable: true, nullable: true, ...more };
}

test.each([
  ['boolean', {}, 1, true],
  ['boolean', {}, 'false', false],
  ['integer', {}, ' 42 ', 42],
  ['integer', {}, '-9223372036854775808', '-9223372036854775808'],
  ['integer', { nativeType: 'TINYINT' }, -128, -128],
  ['real', {}, '1e3', 1000],
  ['real', {}, '.5', 0.5],
  ['text', { width: 3 }, 'äöü', 'äöü'],
  ['text', {}, '', ''],
  ['date', {}, '2024-02-29', '2024-02-29'],
  ['datetime', {}, '2024-02-29 13:45', '2024-02-29T13:45:00.000Z'],
  ['datetime', {}, '2024-02-29T23:30:00+0200', '2024-02-29T21:30:00.000Z'],
  ['time', {}, '23:59:59.5', '23:59:59.5'],
  ['text', {}, null, null],
] as const)('validateCell for %s %j: %j becomes %j', (type, more, value, expected) => {
  expect(validateCell(column(type, more), value)).toBe(expected);
});

test.each([
  ['boolean', {}, 'yes', 'takes true or false'],
  ['integer', {}, '', 'takes a whole number'],
  ['integer', {}, true, 'takes a whole number'],
  ['integer', {}, 2 ** 53, 'takes a whole number'],
  [
    'integer',
    {},
    '9223372036854775808',
    'takes whole numbers from -9223372036854775808 to 9223372036854775807',
  ],
  ['integer', { nativeType: 'SMALLINT' }, 32768, 'takes whole numbers from -32768 to 32767'],
  ['real', {}, '', 'takes a number'],
  ['real', {}, 'Infinity', 'takes a number'],
  ['real', {}, Infinity, 'takes a number'],
  ['text', { width: 2 }, 'abc', 'takes at most 2 characters; this text has 3'],
  ['text', {}, 'a\0b', 'contains invalid characters'],
  ['text', {}, ['a'], 'takes text'],
  ['date', {}, '2023-02-29', 'takes a date such as 2024-12-31'],
  ['date', {}, '2024-1-1', 'takes a date such as 2024-12-31'],
  ['datetime', {}, '2024-01-01', 'takes a date with a time such as 2024-12-31T13:45:00Z'],
  ['datetime', {}, '2024-01-01T25:00', 'takes a date with a time such as 2024-12-31T13:45:00Z'],
  ['time', {}, '24:00', 'takes a time such as 13:45:00'],
  ['binary', {}, 'AAAA', 'cannot be edited'],
  ['text', { nullable: false }, null, 'must have a value'],
] as const)('validateCell for %s %j rejects %j: it %s', (type, more, value, sentence) => {
  expect(() => validateCell(column(type, more), value)).toThrow(`The column "c" ${sentence}.`);
});

test('validateCell limits a text by its bytes where the format does', () => {
  expect(() => validateCell(column('text'), 'ä'.repeat(128), { maxTextBytes: 254 })).toThrow(
    'at most 254 bytes',
  );
  expect(validateCell(column('text'), 'ä'.repeat(127), { maxTextBytes: 254 })).toHaveLength(127);
});
