import { expect, test } from '@jest/globals';
import { isCardAddress } from './card-input.ts';
import { changedPositions, moved } from './card-order.ts';

test('isCardAddress accepts paths of this platform and http(s) URLs only', () => {
  const good = ['/vault/', '/', 'https://example.org/a?b', 'HTTP://example.org'];
  const bad = ['', 'vault', '//evil', '/\\evil', 'javascript:alert(1)', 'data:text/html,x', 'https://'];
  expect(good.filter((address) => !isCardAddress(address))).toEqual([]);
  expect(bad.filter(isCardAddress)).toEqual([]);
});

test('moved takes an element to a lower or higher index', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
});

test('changedPositions returns only positions that change', () => {
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
