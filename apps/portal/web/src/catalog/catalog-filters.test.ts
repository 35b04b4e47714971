import { expect, test } from '@jest/globals';
import type { CatalogItem } from '../client.ts';
import { facet, filterItems, sortItems, type Filters } from './catalog-filters.ts';

const item = (id: string, rest: Partial<CatalogItem>): CatalogItem => ({
  id,
  type: 'dataset',
  title: id,
  url: `/vault/datasets/${id}`,
  service: 'vault',
  ...rest,
});
const items = [
  item('rivers', { category: 'Water', tags: ['lines', 'hydro'], updated_at: '2026-11-01T00:00:00Z' }),
  item('lakes', {
    category: 'Water',
    tags: ['hydro'],
    description: 'Inland water',
    updated_at: '2026-11-03T00:00:00Z',
  }),
  item('sites', { type: 'map', category: 'Survey', owner: 'Ines' }),
];
const none: Filters = { search: '', type: '', category: '', service: '', tags: [] };
const ids = (filters: Partial<Filters>) => filterItems(items, { ...none, ...filters }).map(({ id }) => id);

test('filterItems returns entries that match all filters and every tag', () => {
  expect(ids({ category: 'Water', tags: ['hydro', 'lines'] })).toEqual(['rivers']);
  expect(ids({ type: 'map', category: 'Water' })).toEqual([]);
});

test('filterItems searches titles, descriptions, tags and owners', () => {
  expect(ids({ search: 'inland' })).toEqual(['lakes']);
  expect(ids({ search: 'INES survey' })).toEqual(['sites']);
});

test('facet counts do not depend on their own filter', () => {
  const found = filterItems(items, { ...none, category: 'Water' }, 'category');
  expect(facet(found, (each) => [each.category])).toEqual([
    { value: 'Water', count: 2 },
    { value: 'Survey', count: 1 },
  ]);
});

test('sortItems puts the newest first and entries without a time last', () => {
  expect(sortItems(items, 'updated').map(({ id }) => id)).toEqual(['lakes', 'rivers', 'sites']);
});
