import { expect, test } from '@jest/globals';
import { formatView, parseView } from './view-text.ts';

test('a view round-trips through the URL', () => {
  const view = { center: [13.388, 52.517] as [number, number], zoom: 4.25 };
  expect(parseView(formatView(view))).toEqual(view);
});

test('a malformed view in the URL is ignored', () => {
  for (const text of ['', '4', 'a/b/c', '4/95/0', '99/0/0', '1/2/3/4'])
    expect(parseView(text)).toBeUndefined();
});
