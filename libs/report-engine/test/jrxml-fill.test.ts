import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFill,
  importJrxml,
  parseDecimal,
  type FilledElement,
  type FillRequest,
  type Row,
  type RowSource,
  type ValueType,
} from '../src/index.ts';

const FOLDER = join(import.meta.dirname, 'jrxml');

function source(columns: Record<string, ValueType>, rows: Row[]): RowSource {
  return {
    columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
    async *rows() {
      yield* rows;
    },
  };
}

type Datasets = Record<string, (parameters: FillRequest['parameters']) => RowSource>;

/** Texts of all bands of a sample in their order, band by band. */
async function fillSample(file: string, datasets: Datasets): Promise<string[]> {
  const { template } = importJrxml(readFileSync(join(FOLDER, file)));
  const fill = await createFill({
    template,
    parameters: { year: 2024 },
    locale: 'en-US',
    timeZone: 'UTC',
    now: new Date('2024-05-06T12:00:00Z'),
    async openDataset(name, parameters) {
      const open = datasets[name];
      if (!open) throw new Error(`The test has no rows for ${name}.`);
      return open(parameters);
    },
  });
  const lines: string[] = [];
  for await (const event of fill.events()) {
    if (event.type !== 'band') continue;
    lines.push(`${event.band.kind}: ${event.band.elements.map(textOf).join(' | ')}`);
  }
  expect([...fill.warnings]).toEqual([]);
  await fill.close();
  return lines;
}

function textOf(element: FilledElement): string {
  switch (element.kind) {
    case 'text':
      return element.text ?? `(${element.late?.what ?? ''})`;
    case 'frame':
      return element.elements.map(textOf).join(' | ');
    case 'bands':
      return element.bands.map((band) => band.elements.map(textOf).join(' | ')).join('; ');
    case 'table':
      return [...element.rows, element.totals ?? []]
        .map((row) => row.map(({ text }) => text).join(','))
        .join('; ');
    case 'chart':
      return `${element.data?.chart} ${JSON.stringify(element.data?.series.map(({ name, values }) => [name, values]))}`;
    default:
      return element.kind;
  }
}

const wells = (): RowSource =>
  source({ basin: 'text', town: 'text', well: 'text', depth: 'double' }, [
    { basin: 'East', town: 'Ulm', well: 'w1', depth: 60 },
    { basin: 'East', town: 'Ulm', well: 'w2', depth: 70 },
    { basin: 'West', town: 'Ems', well: 'w3', depth: 5 },
  ]);

const prices = (): RowSource =>
  source(
    { market: 'text', price: 'decimal' },
    [
      ['a', '1.50'],
      ['a', '2.50'],
      ['b', '2.50'],
    ].map(([market = '', price = '']) => ({ market, price: parseDecimal(price) })),
  );

const lines = ({ order_no: order }: FillRequest['parameters']): RowSource =>
  source({ article: 'text', amount: 'integer', price: 'decimal' }, [
    { article: `pen ${String(order)}`, amount: 2, price: parseDecimal('1.5') },
    { article: 'ink', amount: 1, price: parseDecimal('2') },
  ]);

const readings = ({ station }: FillRequest['parameters']): RowSource =>
  source({ at: 'timestamp', value: 'double' }, [
    {
      at: {
        type: 'timestamp',
        date: { type: 'date', year: 2024, month: 5, day: 6 },
        time: { type: 'time', microseconds: 0 },
      },
      value: String(station).length,
    },
  ]);

const CASES: [sample: string, datasets: Datasets, expected: string[]][] = [
  [
    'groups',
    { main: wells },
    [
      'groupHeader: Basin East',
      'groupHeader: 130',
      'detail: w1',
      'detail: w2',
      'groupFooter: Ulm: 130',
      'groupFooter: 2',
      'groupHeader: Basin West',
      'groupHeader: 5',
      'detail: w3',
      'groupFooter: Ems: 5',
      'groupFooter: 1',
    ],
  ],
  [
    'variables',
    { main: prices },
    [
      'detail: 1 | 1 | 1.50 | 1.50 | 1.50 | 1.50 | 0 | 0 | 1.50 | 0 | 1.50',
      'detail: 2 | 2 | 4.00 | 2.00 | 1.50 | 2.50 | 0.5 | 0.25 | 1.50 | 0 | 2.50',
      // Now, Page, Column, Group and Report; nothing makes pages here.
      'groupFooter: 4.00 | 6.50 | 6.50 | 4.00 | 6.50',
      'detail: 3 | 2 | 6.50 | 2.1666666666666667 | 1.50 | 2.50 | 0.4714045207910317 | 0.22222222222222224 | 1.50 | 0 | 2.50',
      'groupFooter: 6.50 | 6.50 | 6.50 | 6.50 | 6.50',
    ],
  ],
  [
    'table',
    { main: () => source({ order_no: 'integer' }, [{ order_no: 7 }]), Lines: lines },
    ['detail: pen 7,2,1.50; ink,1,2.00; ,,3.50'],
  ],
  [
    'list',
    {
      report: () => source({ station: 'text' }, [{ station: 'south' }, { station: 'a' }]),
      main: readings,
      main_2: readings,
    },
    ['title: 5', 'detail: 06.05.2024 00:00', 'detail: 06.05.2024 00:00'],
  ],
  [
    'charts',
    {
      main: () =>
        source({ region: 'text', crop: 'text', day: 'date', tons: 'decimal' }, [
          {
            region: 'N',
            crop: 'rye',
            day: { type: 'date', year: 2024, month: 1, day: 1 },
            tons: parseDecimal('2'),
          },
          {
            region: 'N',
            crop: 'oat',
            day: { type: 'date', year: 2024, month: 1, day: 2 },
            tons: parseDecimal('3'),
          },
        ]),
      Trials: ({ year }) => source({ rain: 'double', yield: 'double' }, [{ rain: 1, yield: Number(year) }]),
    },
    [
      `summary: ${[
        ...['bar', 'stackedBar', 'line', 'area'].map((kind) => `${kind} [["rye",[2]],["oat",[3]]]`),
        'pie [["",[2,3]]]',
        'timeSeries [["rye",[2]],["oat",[3]]]',
        'scatter [["Trials",[2024]]]',
      ].join(' | ')}`,
    ],
  ],
  [
    'series',
    {
      main: () =>
        source({ month: 'text', day: 'date', rain: 'double', snow: 'double' }, [
          { month: 'Jan', day: { type: 'date', year: 2024, month: 1, day: 1 }, rain: 40, snow: 12 },
          { month: 'Feb', day: { type: 'date', year: 2024, month: 2, day: 1 }, rain: 30, snow: 5.5 },
        ]),
    },
    [
      `summary: ${[
        ...['bar', 'line', 'area'].map((kind) => `${kind} [["Rain",[40,30]],["Snow",[12,5.5]]]`),
        'pie [["",[70,17.5]]]',
        'timeSeries [["Rain",[40,30]],["Snow",[12,5.5]]]',
        'stackedArea [["Rain",[40,30]],["Snow",[12,5.5]]]',
        'scatter [["Same month",[12,5.5]],["Twice",[24,11]]]',
      ].join(' | ')}`,
    ],
  ],
];

describe.each([6, 7])('A report of JasperReports %i', (version) => {
  test.each(CASES)('fills the sample %s with the values of its rows', async (sample, datasets, expected) => {
    expect(await fillSample(`${sample}.v${version}.jrxml`, datasets)).toEqual(expected);
  });
});
