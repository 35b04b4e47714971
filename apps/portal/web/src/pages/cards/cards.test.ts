import { expect, test } from '@jest/globals';
import { isCardAddress } from './card-input.ts';
import { changedPositions, moved } from './order.ts';

test('a card may lead to a path of this platform or to an http(s) address, and nowhere else', () => {
  const good = ['/vault/', '/', 'https://example.org/a?b', 'HTTP://example.org'];
  const bad = ['', 'vault', '//evil', '/\\evil', 'javascript:alert(1)', 'data:text/html,x', 'https://'];
  expect(good.filter((address) => !isCardAddress(address))).toEqual([]);
  expect(bad.filter(isCardAddress)).toEqual([]);
});

test('an element moves up and down', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
});

test('only positions that change are saved', () => {
  const cards = [
    { id: 7, sort_order: 0 },
    { id: 9, sort_order: 2 },
    { id: 8, sort_order: 1 },
  ];
  expect(changedPositions(cards)).toEqual([
    { id: 9, sort_order: 1 },
    { id: 8, sort_order: 2 },
  ]);
});
