import { expect, test } from '@jest/globals';
import type { EditColumn } from '../../client.ts';
import { typedText, typedValue } from './cell-value.ts';
import { draftOf, readDraft } from './new-row.ts';

const column = (type: EditColumn['type'], more: Partial<EditColumn> = {}): EditColumn => ({
  name: type,
  type,
  editable: true,
  nullable: true,
  ...more,
});

test('typed text becomes a value of the column', () => {
  expect(typedValue(' 42 ', column('integer'))).toEqual({ value: 42 });
  expect(typedValue('-1.5e3', column('real'))).toEqual({ value: -1500 });
  expect(typedValue('true', column('boolean'))).toEqual({ value: true });
  expect(typedValue(' a ', column('text'))).toEqual({ value: ' a ' });
  expect(typedValue('2026-01-31', column('date'))).toEqual({ value: '2026-01-31' });
});

test('an empty field is null if the column is nullable, and an empty text stays a text', () => {
  expect(typedValue('', column('integer'))).toEqual({ value: null });
  expect(typedValue('', column('integer', { nullable: false }))).toHaveProperty('problem');
  expect(typedValue('', column('text'))).toEqual({ value: '' });
});

test('an invalid value is rejected before it is sent', () => {
  for (const text of ['1.5', '1e3', 'x', '99999999999999999'])
    expect(typedValue(text, column('integer'))).toHaveProperty('problem');
  expect(typedValue('1,5', column('real'))).toHaveProperty('problem');
  expect(typedValue('abcd', column('text', { width: 3 }))).toHaveProperty('problem');
  expect(typedValue('äöü', column('text', { width: 3 }))).toEqual({ value: 'äöü' });
});

test('a timestamp keeps its time zone', () => {
  const moment = column('datetime');
  expect(typedText('2026-01-31T10:00:00Z', moment)).toBe('2026-01-31T10:00:00');
  expect(typedValue('2026-01-31T11:30:00', moment, '2026-01-31T10:00:00Z')).toEqual({
    value: '2026-01-31T11:30:00Z',
  });
  expect(typedValue('2026-01-31T11:30', moment, null)).toEqual({ value: '2026-01-31T11:30' });
});

test('a new row sends the filled-in values and its location', () => {
  const columns = [column('text'), column('integer', { nullable: false })];
  const draft = draftOf(columns);
  expect(Object.keys(readDraft(draft, columns).problems)).toEqual(['integer']);
  const filled = { ...draft, values: { text: '', integer: '7' }, longitude: '4.9', latitude: '52.4' };
  expect(readDraft(filled, columns)).toEqual({
    body: { row: { integer: 7 }, geometry: { type: 'Point', coordinates: [4.9, 52.4] } },
    problems: {},
  });
  expect(readDraft({ ...filled, latitude: '95' }, columns).problems).toHaveProperty(':latitude');
});
