import { expect, test } from '@jest/globals';
import type { DashboardContent } from '../types.ts';
import { addFilter, mapWidget } from './filters.ts';

const view = (table: string) => ({ source: { datasource: 'water', schema: 'public', table } });
const empty = {
  layout: ['bars', 'map', 'zones'].map((id) => ({ id })),
  views: { bars: view('bursts'), map: view('bursts'), zones: view('zones') },
  filters: [],
} as unknown as DashboardContent;
const content = { ...empty, ...addFilter(empty) };

test('the first column of a filter applies to all widgets of the table, and names the filter', () => {
  const { filters } = mapWidget(content, 0, 'bars', 'zone');
  expect(filters).toMatchObject([{ name: 'zone', label: 'zone', widgets: { bars: 'zone', map: 'zone' } }]);
  expect(filters?.[0]?.widgets).not.toHaveProperty('zones');
});

test('a further column applies to its widget alone, and no column takes the widget out', () => {
  const first = { ...content, ...mapWidget(content, 0, 'bars', 'zone') };
  const without = { ...first, ...mapWidget(first, 0, 'map', '') };
  expect(without.filters[0]?.widgets).toEqual({ bars: 'zone' });
  expect(mapWidget(without, 0, 'bars', 'cause').filters?.[0]?.widgets).toEqual({ bars: 'cause' });
});
