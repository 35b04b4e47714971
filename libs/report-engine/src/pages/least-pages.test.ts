import { expect, test } from '@jest/globals';
import type { Band, Template } from '../template/types.ts';
import { leastPages } from './least-pages.ts';

/** A page with room for 200 pt. */
const page: Template['page'] = {
  size: { width: 220, height: 220 },
  orientation: 'portrait',
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
};

function leastOf(detail: Band, more: Partial<Template> = {}): number {
  const template = { page, bands: { detail: [detail] }, ...more } as Template;
  return leastPages({ template, rowCount: 1001 });
}

test('A report needs as many pages at least as its detail bands fill, columns beside one another', () => {
  const band: Band = { height: 20, elements: [] };
  expect(leastOf(band)).toBe(101);
  expect(leastOf(band, { page: { ...page, columns: { count: 2, spacing: 10 } } })).toBe(51);
});

test('Detail bands that may be left out, and reports without page breaks, need one page at least', () => {
  expect(leastOf({ height: 20, elements: [], printWhen: '$F{shown}' })).toBe(1);
  expect(leastOf({ height: 20, elements: [] }, { ignorePagination: true })).toBe(1);
});
