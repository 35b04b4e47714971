import { expect, test } from '@jest/globals';
import { createPaletteSearch, recentItems, type PaletteItem } from './palette-search.ts';

const item = (group: string, label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `${group}:${label}`,
  group,
  label,
  onClick: () => undefined,
  ...more,
});
const items = [
  item('Datasets', 'Countries', { href: '/vault/datasets/countries', description: 'Borders of the world' }),
  item('Datasets', 'Rivers', { description: 'Servicing the lakes' }),
  item('Databases', 'uxgis', { href: '/dbadmin/databases/3' }),
  item('Pages', 'Vault', { href: '/vault/' }),
  item('Pages', 'Database servers', { keywords: 'connections servers hosts' }),
  item('Actions', 'Upload files', { href: '/vault/upload' }),
  item('Actions', 'Create a user', { keywords: 'new user add person' }),
  item('Actions', 'Create a database', { keywords: 'new database PostGIS' }),
  item('Actions', 'Back up databases', { keywords: 'backup dump' }),
];
const find = (query: string) => createPaletteSearch(items)(query).flatMap(({ items: found }) => found);

test.each([
  ['contries', 'Countries'],
  ['countires', 'Countries'],
  ['uplaod', 'Upload files'],
  ['servers', 'Database servers'],
  ['backup', 'Back up databases'],
  ['new user', 'Create a user'],
  ['user new', 'Create a user'],
  ['create databse', 'Create a database'],
  ['gis', 'uxgis'],
])('"%s" finds %s first', (query, label) => {
  expect(find(query)[0]?.label).toBe(label);
});

test('a misspelled word finds nothing while more items are loading', () => {
  const search = createPaletteSearch(items, { isLoading: true });
  expect(search('contries')).toEqual([]);
  expect(search('countries')[0]?.items[0]?.label).toBe('Countries');
});

test('every word of a query must match', () => {
  expect(find('create rivers')).toEqual([]);
  expect(find('xylophone')).toEqual([]);
  expect(find('xyz')).toEqual([]);
  expect(find('!"^')).toEqual([]);
});

test('recently visited pages come first, without the current page and pages no longer accessible', () => {
  const visited = ['/vault/upload', '/vault', '/dbadmin/databases/9', '/vault/datasets/countries'];
  expect(recentItems(items, visited, '/vault/upload').map(({ label }) => label)).toEqual([
    'Vault',
    'Countries',
  ]);
});
