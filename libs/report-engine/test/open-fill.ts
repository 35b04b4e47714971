import { createFill } from '../src/fill/create-fill.ts';
import type { Fill, FilledBand, FilledElement, FillRequest, WalkOptions } from '../src/fill/types.ts';
import type { Band, Element, FieldElement, Template } from '../src/template/types.ts';
import { parseDecimal } from '../src/values/decimal.ts';
import type { Column, Row } from '../src/values/types.ts';

export const COLUMNS: Column[] = [
  { name: 'region', type: 'text' },
  { name: 'city', type: 'text' },
  { name: 'amount', type: 'decimal' },
];

export const ROWS: Row[] = [
  ['North', 'Kiel', '1.10'],
  ['North', 'Kiel', '2.20'],
  ['North', 'Bremen', '3.30'],
  ['South', 'Ulm', '4.40'],
].map(([region = '', city = '', amount = '']) => ({ region, city, amount: parseDecimal(amount) }));

let ids = 0;

export function field(expression: string, more: Partial<FieldElement> = {}): FieldElement {
  ids += 1;
  return { id: `e${ids}`, kind: 'field', x: 0, y: 0, width: 100, height: 12, expression, ...more };
}

export function band(...elements: Element[]): Band {
  return { height: 12, elements };
}

export function template(changes: Partial<Template>): Template {
  return {
    version: 1,
    title: 'Sales',
    page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
    parameters: [],
    datasets: [{ name: 'main', sql: 'select 1' }],
    groups: [],
    variables: [],
    styles: [],
    bands: { detail: [] },
    ...changes,
  };
}

export async function* toRows(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

export function openFill(
  changes: Partial<Template>,
  more: Partial<FillRequest> & { rows?: Row[]; columns?: Column[] } = {},
): Promise<Fill> {
  const { rows = ROWS, columns = COLUMNS, ...request } = more;
  return createFill({
    template: template(changes),
    parameters: {},
    locale: 'en-US',
    timeZone: 'UTC',
    now: new Date('2024-01-31T12:00:00Z'),
    openDataset: async () => ({ columns, rows: () => toRows(rows) }),
    ...request,
  });
}

function textOf(element: FilledElement): string {
  switch (element.kind) {
    case 'text':
      return element.text ?? `late ${element.late?.what ?? ''}`;
    case 'frame':
      return element.elements.map(textOf).join('|');
    case 'bands':
      return element.bands.map(lineOf).join('; ');
    case 'table':
      return [...element.rows, element.totals ?? []]
        .map((row) => row.map(({ text }) => text).join(','))
        .join('/');
    case 'chart':
      return JSON.stringify([element.data.categories, element.data.series]);
    default:
      return element.kind;
  }
}

export function lineOf({ kind, group, elements }: FilledBand): string {
  return `${kind}${group ?? ''}: ${elements.map(textOf).join('|')}`;
}

export async function linesOf(fill: Fill, options?: WalkOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of fill.events(options)) {
    if (event.type === 'band') lines.push(lineOf(event.band));
  }
  return lines;
}

export const groups = (more: object = {}): Template['groups'] => [
  {
    name: 'region',
    expression: '$F{region}',
    header: band(field('$F{region}'), field('$V{region_sum}', { evaluate: { group: 'region' } })),
    footer: band(field('"end " + $F{region} + " " + $V{region_sum}')),
    ...more,
  },
  {
    name: 'city',
    expression: '$F{city}',
    header: band(field('$F{city}')),
    footer: band(field('$V{city_COUNT}')),
  },
];

export const regionSum: Template['variables'][number] = {
  name: 'region_sum',
  type: 'decimal',
  calculation: 'sum',
  expression: '$F{amount}',
  reset: { group: 'region' },
};

export const place = { x: 0, y: 0, width: 100, height: 50 };
