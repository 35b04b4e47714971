import { expect, test } from '@jest/globals';
import { createJsonList } from './json-list.ts';

const bytes = (text: string) => Buffer.from(text);
const textOf = (chunks: Buffer[]) => Buffer.concat(chunks).toString();

test('an empty list', () => {
  expect(textOf(createJsonList().finish())).toBe('[]');
});

test('items stand between commas, whatever they are made of', () => {
  const list = createJsonList();
  list.add(bytes('{"a":"ü"'), bytes(',"b":1}'));
  list.add(bytes('{"a":"✓"'), bytes('}'));
  expect(JSON.parse(textOf(list.finish()))).toEqual([{ a: 'ü', b: 1 }, { a: '✓' }]);
});

test('a list longer than a piece, and an item longer than one', () => {
  const list = createJsonList();
  const items = [...Array.from({ length: 3_000 }, (_each, n) => `x${n}`.repeat(200)), 'y'.repeat(3_000_000)];
  for (const item of items) list.add(bytes(`{"t":${JSON.stringify(item)}`), bytes('}'));
  const chunks = list.finish();
  expect(chunks.length).toBeGreaterThan(2);
  expect((JSON.parse(textOf(chunks)) as { t: string }[]).map(({ t }) => t)).toEqual(items);
});
