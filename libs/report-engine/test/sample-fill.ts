import { createFill } from '../src/fill/create-fill.ts';
import type { Fill } from '../src/fill/types.ts';
import type { Band, ElementStyle, FieldElement, Template, TextElement } from '../src/template/types.ts';
import { dateOfDays } from '../src/values/calendar.ts';
import { decimal } from '../src/values/decimal.ts';
import type { Column, Row } from '../src/values/types.ts';

export interface SampleOptions {
  rows: number;
  groups: number;
  locale?: string;
  timeZone?: string;
  /** A chart and a map at the end. */
  pictures?: boolean;
  /** The name of all places. */
  name?: string;
}

export const SAMPLE_COLUMNS: Column[] = [
  { name: 'region', type: 'text' },
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'text' },
  { name: 'population', type: 'integer' },
  { name: 'area', type: 'decimal' },
  { name: 'founded', type: 'date' },
  { name: 'seen', type: 'instant' },
  { name: 'capital', type: 'boolean' },
];
const SHOWN = SAMPLE_COLUMNS.slice(1);
/** Wide enough for one line a row on paper. */
const WIDTHS = [60, 140, 90, 90, 90, 150, 60];
const left = (index: number) => WIDTHS.slice(0, index).reduce((sum, width) => sum + width, 0);
const NAMES = ['Αθήνα', 'Київ', 'القاهرة', 'मुंबई', '北京', 'Zürich & Co', 'São <Paulo>', 'Quote " place'];
const REGIONS = ['Ελλάδα', 'Україна', 'مصر', 'भारत', '中国', 'Schweiz', 'Brasil', '𝔸ncient'];
const PATTERNS: Record<string, string> = { population: '#,##0', area: '#,##0.00', founded: 'dd.MM.yyyy' };

export function sampleRow(index: number, { rows, groups, name }: SampleOptions): Row {
  const group = Math.floor((index * groups) / rows);
  return {
    region: `${REGIONS[group % REGIONS.length]} ${group + 1}`,
    id: index + 1,
    name: name ?? `${NAMES[index % NAMES.length]} ${index + 1}`,
    population: (index * 7919) % 1_000_003,
    area: decimal(BigInt((index * 104_729) % 10_000_019), 2),
    founded: dateOfDays(18_000 + (index % 3000)),
    seen: { type: 'instant', microseconds: 1_713_247_200_000_000n + BigInt(index) * 60_000_000n },
    capital: index % 10 === 0,
  };
}

const HEADING: ElementStyle = { bold: true, color: '#1f4e79' };

/** A report of places in groups, filled from rows that are made as they are read. Close it afterwards. */
export function sampleFill(options: SampleOptions): Promise<Fill> {
  async function* rows(): AsyncGenerator<Row> {
    for (let index = 0; index < options.rows; index += 1) yield sampleRow(index, options);
  }
  return createFill({
    template: sampleTemplate(options),
    parameters: {},
    locale: options.locale ?? 'en-GB',
    timeZone: options.timeZone ?? 'UTC',
    now: new Date('2026-01-02T03:04:05Z'),
    openDataset: () => Promise.resolve({ columns: SAMPLE_COLUMNS, rows }),
  });
}

let ids = 0;

function field(expression: string, x: number, more: Partial<FieldElement> = {}): FieldElement {
  ids += 1;
  return {
    id: `field${ids}`,
    kind: 'field',
    x,
    y: 0,
    width: 72,
    height: 16,
    expression,
    grow: true,
    ...more,
  };
}

function text(content: string, x: number, more: Partial<TextElement> = {}): TextElement {
  ids += 1;
  return { id: `text${ids}`, kind: 'text', x, y: 0, width: 72, height: 16, text: content, ...more };
}

function band(...elements: Band['elements']): Band {
  return { height: Math.max(...elements.map(({ y, height }) => y + height)), elements };
}

function sampleTemplate({ pictures }: SampleOptions): Template {
  const style = (name: string): Partial<FieldElement> =>
    PATTERNS[name] === undefined ? {} : { own: { pattern: PATTERNS[name] } };
  const summary = [field('$V{places} + " places"', 0, { width: 500 })];
  return {
    version: 1,
    title: 'Places of the world',
    lang: 'en',
    page: { size: 'A4', orientation: 'landscape', margins: { top: 30, right: 30, bottom: 30, left: 30 } },
    parameters: [],
    datasets: [{ name: 'main', sql: 'select 1' }],
    groups: [
      {
        name: 'region',
        expression: '$F{region}',
        header: band(field('$F{region}', 0, { width: 500, own: HEADING })),
        footer: band(
          field('"Total of " + $F{region}', 0, { width: left(2) }),
          field('$V{total}', left(2), { own: { pattern: '#,##0' } }),
        ),
      },
    ],
    variables: [
      {
        name: 'total',
        type: 'integer',
        calculation: 'sum',
        expression: '$F{population}',
        reset: { group: 'region' },
      },
      { name: 'places', type: 'integer', calculation: 'count', reset: 'report' },
    ],
    styles: [],
    bands: {
      title: band(text('Places of the world', 0, { width: 500, heading: 1 })),
      columnHeader: band(
        ...SHOWN.map(({ name }, index) =>
          text(name, left(index), { width: WIDTHS[index] ?? 0, own: HEADING }),
        ),
      ),
      detail: [
        band(
          ...SHOWN.map(({ name }, index) =>
            field(`$F{${name}}`, left(index), { width: WIDTHS[index] ?? 0, ...style(name) }),
          ),
        ),
      ],
      summary: band(
        ...summary,
        ...(pictures
          ? [
              {
                id: 'chart',
                kind: 'chart' as const,
                chart: 'bar' as const,
                x: 0,
                y: 30,
                width: 300,
                height: 150,
                category: '$F{region}',
                value: '$F{population}',
                alt: 'Population by region',
              },
            ]
          : []),
      ),
      pageFooter: band(field('"Page " + $V{PAGE_NUMBER}', 0, { width: 100 })),
    },
  };
}
