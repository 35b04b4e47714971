import { expect, test } from '@jest/globals';
import { readdressedLink } from './link.ts';

test.each([
  ['/vault/datasets/wells', '/vault/datasets/old%20wells'],
  ['/vault/datasets/wells?tab=versions#map', '/vault/datasets/old%20wells?tab=versions#map'],
  ['/vault/datasets/wells/thumbnail?v=3', '/vault/datasets/old%20wells/thumbnail?v=3'],
  ['https://maps.example.org/vault/datasets/wells', 'https://maps.example.org/vault/datasets/old%20wells'],
  ['https://wells/', 'https://wells/'],
  ['/vault/datasets/wells-2?name=wells', '/vault/datasets/wells-2?name=wells'],
  ['/other/vault/datasets/wells', '/other/vault/datasets/wells'],
  ['/vault/%zz', '/vault/%zz'],
  ['', ''],
])('the link %s becomes %s when the dataset wells is renamed to old wells', (link, expected) => {
  expect(readdressedLink(link, '/vault/datasets/wells', '/vault/datasets/old%20wells')).toBe(expected);
});
