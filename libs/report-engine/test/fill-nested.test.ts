import { expect, test } from '@jest/globals';
import type { FillRequest } from '../src/fill/types.ts';
import type { Element } from '../src/template/types.ts';
import type { Value } from '../src/values/types.ts';
import { COLUMNS, ROWS, field, band, template, toRows, openFill, linesOf, place } from './open-fill.ts';

test('charts and tables over the main rows are complete in the title, and those of a group in its header', async () => {
  const chart: Element = {
    id: 'c',
    kind: 'chart',
    chart: 'bar',
    category: '$F{city}',
    value: '$F{amount}',
    ...place,
  };
  const fill = await openFill({
    groups: [{ name: 'region', expression: '$F{region}', header: band({ ...chart, id: 'g' }) }],
    bands: {
      title: band(chart, {
        id: 't',
        kind: 'table',
        ...place,
        columns: [
          { header: 'City', expression: '$F{city}', width: 50, total: 'count' },
          { header: 'Amount', expression: '$F{amount}', width: 50, total: 'sum', own: { pattern: '0.000' } },
        ],
      }),
      detail: [],
    },
  });
  expect(await linesOf(fill)).toEqual([
    `title: [["Kiel","Bremen","Ulm"],[{"name":"","values":[3.3,3.3,4.4]}]]|Kiel,1.100/Kiel,2.200/Bremen,3.300/Ulm,4.400/4,11.000`,
    `groupHeader0: [["Kiel","Bremen"],[{"name":"","values":[3.3,3.3]}]]`,
    `groupHeader0: [["Ulm"],[{"name":"","values":[4.4]}]]`,
  ]);
  await fill.close();
});

test('a list reads its dataset with parameters from the row at hand', async () => {
  const opened: Value[] = [];
  const fill = await openFill(
    {
      parameters: [{ name: 'city', type: 'text' }],
      datasets: [
        { name: 'main', sql: 'select 1' },
        { name: 'places', sql: 'select 2', parameters: { city: '$F{city}' } },
      ],
      bands: {
        detail: [
          band(
            { id: 'l', kind: 'list', dataset: 'places', band: band(field('$F{name}')), ...place },
            field('$F{city}'),
          ),
        ],
      },
    },
    {
      openDataset: async (name, parameters) => {
        if (name === 'main') return { columns: COLUMNS, rows: () => toRows(ROWS.slice(1, 3)) };
        opened.push(parameters['city'] ?? null);
        return {
          columns: [{ name: 'name', type: 'text' }],
          rows: () =>
            toRows([
              { name: `${String(parameters['city'])} 1` },
              { name: `${String(parameters['city'])} 2` },
            ]),
        };
      },
    },
  );
  expect(await linesOf(fill)).toEqual([
    'detail: detail: Kiel 1; detail: Kiel 2|Kiel',
    'detail: detail: Bremen 1; detail: Bremen 2|Bremen',
  ]);
  expect(opened).toEqual(['Kiel', 'Bremen']);
  await fill.close();
});

test('a subreport is filled with parameters of its row, and reports within themselves end in a sentence', async () => {
  const inner = template({
    parameters: [
      { name: 'city', type: 'text' },
      { name: 'limit', type: 'integer', default: 3 },
    ],
    bands: { title: band(field('$P{city} + $P{limit}')), detail: [band(field('$F{amount}'))] },
  });
  const openReport: FillRequest['openReport'] = async () => ({
    template: inner,
    openDataset: async () => ({ columns: COLUMNS, rows: () => toRows(ROWS.slice(0, 1)) }),
  });
  const subreport: Element = {
    id: 's',
    kind: 'subreport',
    report: 'inner',
    parameters: { city: '$F{city}' },
    ...place,
  };
  const fill = await openFill({ bands: { detail: [band(subreport)] } }, { openReport, rows: ROWS.slice(3) });
  expect(await linesOf(fill)).toEqual(['detail: title: Ulm3; detail: 1.10']);
  await fill.close();
  const endless = template({ bands: { detail: [band(subreport)] } });
  const source = {
    template: endless,
    openDataset: async () => ({ columns: COLUMNS, rows: () => toRows(ROWS) }),
    openReport: async () => source,
  };
  const circle = await openFill({ bands: { detail: [band(subreport)] } }, { openReport: async () => source });
  await expect(linesOf(circle)).rejects.toThrow('Reports are nested more than 4 levels deep, at inner.');
  await circle.close();
});
