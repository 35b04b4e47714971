import { expect, test } from '@jest/globals';
import { checkTemplate } from '@cairn/report-engine';
import type { ReportChoices } from '../web/src/builder/start/choices.ts';
import { makeTemplate } from '../web/src/builder/start/make-template.ts';

const column = (name: string, type: ReportChoices['columns'][number]['type']) => ({
  name,
  type,
  header: name,
});
const choices: ReportChoices = {
  title: 'Places "by" country',
  source: { schema: 'public', table: 'places' },
  columns: [
    ...[column('country', 'text'), column('name', 'text'), column('population', 'integer')],
    ...[column('area', 'decimal'), column('founded', 'date')],
  ],
  hidden: [],
  groupBy: column('country', 'text'),
  totals: { population: 'sum', area: 'average' },
  chart: { type: 'bar', category: 'country', value: 'population' },
  map: { geometry: 'geom', label: 'name' },
  words: { page: 'Page', of: 'of', total: 'Total', rows: 'rows', chart: 'Population by country' },
};

test('a report with groups, totals, chart and map passes the checks of the engine without a finding', () => {
  const template = makeTemplate(choices);
  expect(checkTemplate(template).findings).toEqual([]);
  expect(template.datasets[0]?.table?.columns).toEqual([
    ...['country', 'name', 'population', 'area', 'founded', 'geom'],
  ]);
  expect(template.datasets[0]?.order).toEqual([
    { column: 'country', dir: 'asc' },
    { column: 'founded', dir: 'asc' },
  ]);
  expect(template.variables.map(({ name, reset }) => [name, reset])).toEqual([
    ['population_group', { group: 'Group' }],
    ['population_report', 'report'],
    ['area_group', { group: 'Group' }],
    ['area_report', 'report'],
  ]);
});

test('a subtotal names its group, its line runs from the left edge to the totals, and the chart has a title', () => {
  const { groups, bands } = makeTemplate(choices);
  const [label, total] = groups?.[0]?.footer?.elements ?? [];
  expect(label).toMatchObject({ expression: '"Total " + $F{country}', x: 0, width: total?.x });
  expect(bands.summary?.elements).toContainEqual(
    expect.objectContaining({ kind: 'text', text: 'Population by country' }),
  );
});

test('a plain statement makes a report without groups and summary', () => {
  const template = makeTemplate({
    ...choices,
    source: { sql: 'SELECT name FROM places' },
    columns: [column('name', 'text')],
    groupBy: null,
    totals: {},
    chart: null,
    map: null,
  });
  expect(checkTemplate(template).findings).toEqual([]);
  expect(template.groups).toEqual([]);
  expect(template.bands.summary).toBeUndefined();
});

test('columns fill the width, and many of them turn the page', () => {
  const many = Array.from({ length: 9 }, (_, i) => column(`text_${i}`, 'text'));
  const wide = makeTemplate({ ...choices, columns: many, groupBy: null, totals: {} });
  expect(wide.page.orientation).toBe('landscape');
  const last = wide.bands.detail[0]?.elements.at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(842 - 80);
  expect(makeTemplate(choices).page.orientation).toBe('portrait');
});
