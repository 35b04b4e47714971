import { createFill, type Column, type Row, type Template } from '@cairn/report-engine';
import type { Measure } from './measurement.ts';

const FEW = 100_000;
const MANY = 1_000_000;
const ROWS_A_GROUP = 1_000;
const MIB = 1024 * 1024;
const MAX_GROWTH = 100 * MIB;
const SAMPLE_MS = 20;

const COLUMNS: Column[] = [
  { name: 'region', type: 'text' },
  { name: 'name', type: 'text' },
  { name: 'id', type: 'integer' },
  { name: 'amount', type: 'decimal' },
  { name: 'day', type: 'date' },
  { name: 'length', type: 'double' },
];

async function* makeRows(count: number): AsyncGenerator<Row> {
  for (let i = 0; i < count; i += 1) {
    yield {
      region: `Region ${Math.floor(i / ROWS_A_GROUP)}`,
      name: `Name of the place ${i}`,
      id: i,
      amount: { type: 'decimal', digits: 10n, scale: 2 },
      day: { type: 'date', year: 2024, month: 1 + (i % 12), day: 5 },
      length: i / 3,
    };
  }
}

function field(id: string, expression: string, pattern?: string) {
  const place = { x: 0, y: 0, width: 60, height: 12 };
  return {
    id,
    kind: 'field' as const,
    expression,
    ...place,
    ...(pattern !== undefined && { own: { pattern } }),
  };
}

function sum(name: string, reset: Template['variables'][number]['reset']): Template['variables'][number] {
  return { name, type: 'decimal', calculation: 'sum', expression: '$F{amount}', reset };
}

/** Six columns, a group with a subtotal, and a grand total at the end. */
const template: Template = {
  version: 1,
  title: 'Places',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
  parameters: [],
  datasets: [{ name: 'main', sql: 'select' }],
  groups: [
    {
      name: 'region',
      expression: '$F{region}',
      header: { height: 12, elements: [field('h', '$F{region}')] },
      footer: { height: 12, elements: [field('f', '$V{subtotal}', '#,##0.00')] },
    },
  ],
  variables: [sum('total', 'report'), sum('subtotal', { group: 'region' })],
  styles: [],
  bands: {
    detail: [
      {
        height: 12,
        elements: [
          field('a', '$F{region}'),
          field('b', '$F{name}'),
          field('c', '$F{id}'),
          field('d', '$F{amount}', '#,##0.00'),
          field('e', '$F{day}', 'dd.MM.yyyy'),
          field('g', '$F{length}', '0.000'),
        ],
      },
    ],
    summary: { height: 12, elements: [field('s', '$V{total}')] },
  },
};

/** Fills the template from that many rows; the memory at its highest, and the grand total. */
async function walk(count: number): Promise<{ peak: number; seconds: number; total: string }> {
  let peak = 0;
  let total = '';
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
  const started = performance.now();
  const fill = await createFill({
    template,
    parameters: {},
    locale: 'en-GB',
    timeZone: 'UTC',
    now: new Date(),
    openDataset: async () => ({ columns: COLUMNS, rows: () => makeRows(count) }),
  });
  try {
    for await (const event of fill.events()) {
      if (event.type !== 'band' || event.band.kind !== 'summary') continue;
      const [element] = event.band.elements;
      if (element?.kind === 'text') total = element.text ?? '';
    }
  } finally {
    clearInterval(timer);
    await fill.close();
  }
  return { peak, seconds: (performance.now() - started) / 1000, total };
}

export const measure: Measure = async () => {
  const few = await walk(FEW);
  const many = await walk(MANY);
  if (many.total !== '100000.00') throw new Error(`the total is ${many.total}, not 100000.00`);
  const growth = many.peak - few.peak;
  return [
    {
      what: 'Memory of a report of 1,000,000 rows against one of 100,000, spooled, grouped and filled',
      measured: `${Math.round(many.peak / MIB)} of ${Math.round(few.peak / MIB)} MiB, ${many.seconds.toFixed(1)} s`,
      value: `+${Math.max(0, Math.round(growth / MIB))} MiB`,
      goal: `at most +${MAX_GROWTH / MIB} MiB`,
      met: growth <= MAX_GROWTH,
    },
  ];
};
