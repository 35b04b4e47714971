import { expect, test } from '@jest/globals';
import { renamedLink } from './renamed-link.ts';

test.each([
  ['/vault/datasets/wells', '/vault/datasets/old%20wells'],
  ['/vault/datasets/wells?tab=versions#map', '/vault/datasets/old%20wells?tab=versions#map'],
  ['/vault/datasets/wells/thumbnail?v=3', '/vault/datasets/old%20wells/thumbnail?v=3'],
  ['https://maps.example.org/vault/datasets/wells', 'https://maps.example.org/vault/datasets/old%20wells'],
  ['/vault/datasets/w%65lls', '/vault/datasets/old%20wells'],
  ['https://wells/', 'https://wells/'],
  ['/vault/datasets/wells-2?name=wells', '/vault/datasets/wells-2?name=wells'],
  ['/vault/%zz', '/vault/%zz'],
  ['', ''],
])('the address %s of wells becomes %s when wells is called old wells', (link, expected) => {
  expect(renamedLink(link, 'wells', 'old wells')).toBe(expected);
});
