import { expect, test } from '@jest/globals';
import type { Card } from '../client.ts';
import { cardFor, cardType, compareWithCards, orphans } from './compare-with-cards.ts';

const card = (rest: Partial<Card>): Card => ({
  id: 1,
  title: 'Rivers',
  description: '',
  card_type: 'dataset',
  url: '/vault/datasets/rivers',
  icon: '',
  image_url: '',
  category: '',
  sort_order: 4,
  is_public: true,
  source_service: 'vault',
  source_resource_id: 'rivers',
  is_imported: true,
  created_at: '2026-11-20T00:00:00Z',
  ...rest,
});
const rivers = { id: 'rivers', title: 'Rivers', url: '/vault/datasets/rivers' };

test('compareWithCards returns whether entries are new, up to date, outdated or linked manually', () => {
  const state = (cards: Card[]) => compareWithCards('vault', [rivers], cards)[0]?.state;
  expect(state([])).toBe('new');
  expect(state([card({})])).toBe('imported');
  expect(state([card({ title: 'Old name' })])).toBe('changed');
  expect(state([card({ source_service: '', source_resource_id: '' })])).toBe('linked');
});

test('orphans returns imported cards without an entry, and no others', () => {
  const cards = [
    card({ id: 1, source_resource_id: 'gone' }),
    card({ id: 2, source_resource_id: 'x', is_imported: false }),
  ];
  expect(orphans('vault', [rivers], cards).map(({ id }) => id)).toEqual([1]);
});

test('cardFor keeps position and visibility of an existing card, and a new one is not public', () => {
  const place = { sortOrder: 9, resourceType: 'vault_dataset' };
  const [known] = compareWithCards('vault', [rivers], [card({ title: 'Old' })]);
  const [fresh] = compareWithCards('vault', [rivers], []);
  expect(known && cardFor('vault', known, place)).toMatchObject({
    title: 'Rivers',
    sort_order: 4,
    is_public: true,
  });
  expect(fresh && cardFor('vault', fresh, place)).toMatchObject({
    sort_order: 9,
    is_public: false,
    is_imported: true,
  });
});

test('cardType maps resource types to card types', () => {
  expect(['vault_dataset', 'map_report', 'dashboard', 'web_map', undefined].map(cardType)).toEqual([
    'dataset',
    'report',
    'dashboard',
    'map',
    'dataset',
  ]);
});
