import { expect, test } from '@jest/globals';
import type { Dashboard } from '../types.ts';
import {
  changePick,
  formatDashboardState,
  parseDashboardState,
  type DashboardState,
} from './dashboard-state.ts';
import { parametersOfWidget } from './widget-parameters.ts';
import { filtersOfWidget, linkedColumns } from './widget-filters.ts';

const view = (table: string) => ({
  title: table,
  kind: 'table' as const,
  source: { datasource: 'sample', schema: 'public', table },
});
const content: Pick<Dashboard, 'filters' | 'layout' | 'views'> = {
  layout: [],
  views: { map: view('places'), bars: view('places'), rivers: view('rivers') },
  filters: [
    { name: 'country', label: 'Country', op: 'eq', widgets: { map: 'country', rivers: 'land' } },
    { name: 'size', op: 'gte', default: 5, widgets: { map: 'population' } },
  ],
};
const clauses = [{ column: 'country', op: 'eq' as const, value: 'Japan' }];
const seen: DashboardState = {
  values: { country: 'Japan', size: null },
  picks: [{ widget: 'bars', clauses }],
  widgets: { map: { at: '4/10/20', row: '7' } },
};

test('the address holds the state of the view, and mistyped parts are ignored', () => {
  const params = new URLSearchParams(formatDashboardState(seen));
  expect(parseDashboardState(params)).toEqual(seen);
  expect(parseDashboardState(new URLSearchParams('filters=[1&picked={"a":1}&widgets=3'))).toEqual({
    values: {},
    picks: [],
    widgets: {},
  });
});

test('a filter applies to the widgets that map it, and the others say so', () => {
  const shown = { values: { country: ['Japan', 'Chile'] }, picks: [] };
  expect(filtersOfWidget(content, 'map', shown).trees).toEqual([
    { column: 'country', op: 'in', value: ['Japan', 'Chile'] },
    { column: 'population', op: 'gte', value: 5 },
  ]);
  expect(filtersOfWidget(content, 'rivers', shown)).toMatchObject({
    trees: [{ column: 'land', op: 'in', value: ['Japan', 'Chile'] }],
    unmapped: ['size'],
  });
  expect(filtersOfWidget(content, 'map', { values: { size: null }, picks: [] }).trees).toEqual([]);
});

test('a pick filters other widgets of its table, and those of another table through a mapped column alone', () => {
  const byMap = { values: { size: null }, picks: [{ widget: 'map', clauses }] };
  expect(filtersOfWidget(content, 'map', byMap).trees).toEqual([]);
  expect(filtersOfWidget(content, 'bars', byMap).trees).toEqual(clauses);
  expect(filtersOfWidget(content, 'rivers', byMap).trees).toEqual([
    { column: 'land', op: 'eq', value: 'Japan' },
  ]);
  const byBars = { values: {}, picks: [{ widget: 'bars', clauses }] };
  expect(filtersOfWidget(content, 'rivers', byBars)).toMatchObject({ trees: [], ignored: ['bars'] });
  expect(linkedColumns(content, 'map')).toEqual(['country']);
});

test('picking the same again takes the pick back, another one replaces it', () => {
  const other = [{ column: 'country', op: 'eq' as const, value: 'Chile' }];
  expect(changePick(seen.picks, { widget: 'bars', clauses })).toEqual([]);
  expect(changePick(seen.picks, { widget: 'bars', clauses: other })).toEqual([
    { widget: 'bars', clauses: other },
  ]);
});

test('a parameter of a dashboard sets that of a report where it is mapped and has a value', () => {
  const parameters = {
    year: { default: 2024, widgets: { a: 'jahr', b: 'year' } },
    region: { widgets: { a: 'region' } },
  };
  const of = (widget: string, values: Record<string, unknown>) =>
    parametersOfWidget({ parameters }, widget, values);
  expect(of('a', {})).toEqual({ jahr: 2024 });
  expect(of('a', { year: null, region: ['north', 'south'] })).toEqual({ region: ['north', 'south'] });
  expect(of('b', { year: 2025, region: 'north' })).toEqual({ year: 2025 });
  expect(of('c', { year: 2025 })).toEqual({});
});
