import { expect, test } from '@jest/globals';
import type { ChosenColumn, ReportChoices } from './choices.ts';
import { makeTemplate } from './make-template.ts';

const column = (name: string, type: ChosenColumn['type']): ChosenColumn => ({ name, type, header: name });
const zone = column('zone', 'text');
const choices: ReportChoices = {
  title: 'Bursts',
  source: { schema: 'public', table: 'bursts' },
  columns: [
    column('id', 'text'),
    column('cause', 'text'),
    column('reported', 'instant'),
    column('cost', 'double'),
  ],
  hidden: [],
  groupBy: zone,
  totals: { cost: 'sum' },
  chart: { type: 'bar', category: 'zone', value: null },
  map: null,
  words: { page: 'Page', of: 'of', total: 'Total', rows: 'rows', chart: 'Number of rows by Zone' },
};

test('a new report has its groups in order, and the rows of each by date', () => {
  expect(makeTemplate(choices).datasets[0]?.order).toEqual([
    { column: 'zone', dir: 'asc' },
    { column: 'reported', dir: 'asc' },
  ]);
  const plain = makeTemplate({ ...choices, groupBy: null, columns: [column('id', 'text')], totals: {} });
  expect(plain.datasets[0]).not.toHaveProperty('order');
});

test('a subtotal names its group, and its line runs from the left edge to the last total', () => {
  const [label, total] = makeTemplate(choices).groups?.[0]?.footer?.elements ?? [];
  expect(label).toMatchObject({ expression: '"Total " + $F{zone}', x: 0, width: total?.x });
  expect(makeTemplate(choices).bands.summary?.elements).toContainEqual(
    expect.objectContaining({ kind: 'text', text: 'Number of rows by Zone' }),
  );
});
