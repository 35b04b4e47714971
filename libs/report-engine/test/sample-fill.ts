import type { Fill, FillEvent, FilledBand, FilledText, WalkOptions } from '../src/fill/types.ts';
import type { Template } from '../src/template/types.ts';
import { formatValue } from '../src/format/format-value.ts';
import { decimal } from '../src/values/decimal.ts';
import { dateOfDays } from '../src/values/calendar.ts';
import type { Column, Row, Value } from '../src/values/types.ts';

/** A list of places in groups: its rows, and a fill of the events that the engine makes of them. */
export interface Sample {
  rows: Row[];
  fill: Fill;
}

export interface SampleOptions {
  rows: number;
  groups: number;
  locale?: string;
  timeZone?: string;
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
const WIDTH = 72;
const NAMES = ['Αθήνα', 'Київ', 'القاهرة', 'मुंबई', '北京', 'Zürich & Co', 'São <Paulo>', 'Quote " place'];
const REGIONS = ['Ελλάδα', 'Україна', 'مصر', 'भारत', '中国', 'Schweiz', 'Brasil', '𝔸ncient'];
const PATTERNS: Record<string, string> = { population: '#,##0', area: '#,##0.00', founded: 'dd.MM.yyyy' };

export function sampleRow(index: number, { rows, groups }: SampleOptions): Row {
  const group = Math.floor((index * groups) / rows);
  return {
    region: `${REGIONS[group % REGIONS.length]} ${group + 1}`,
    id: index + 1,
    name: `${NAMES[index % NAMES.length]} ${index + 1}`,
    population: (index * 7919) % 1_000_003,
    area: decimal(BigInt((index * 104_729) % 10_000_019), 2),
    founded: dateOfDays(18_000 + (index % 3000)),
    seen: { type: 'instant', microseconds: 1_713_247_200_000_000n + BigInt(index) * 60_000_000n },
    capital: index % 10 === 0,
  };
}

/** The fill of a sample, row by row as it is read; nothing is kept. */
export function sampleFill(options: SampleOptions): Fill {
  const settings = {
    locale: options.locale ?? 'en-GB',
    timeZone: options.timeZone ?? 'UTC',
    now: new Date('2026-01-02T03:04:05Z'),
  };
  const template = sampleTemplate();
  const warnings = new Set<string>();
  const text = (id: string, place: { x: number; y?: number; width?: number }, value: Value): FilledText => ({
    kind: 'text',
    id,
    y: 0,
    width: WIDTH,
    height: 16,
    ...place,
    style: styleOf(id),
    value,
    text: formatValue(value, { locale: settings.locale, timeZone: settings.timeZone, ...styleOf(id) }),
    grow: true,
    isStatic: false,
  });
  const band = (kind: FilledBand['kind'], elements: FilledText[], group?: number): FilledBand => ({
    kind,
    height: 16,
    split: 'stretch',
    elements,
    ...(group !== undefined && { group }),
  });

  async function* events({ bands = true }: WalkOptions = {}): AsyncGenerator<FillEvent> {
    let sum = 0;
    let count = 0;
    let key: Value = null;
    const state = { rowNumber: 0 };
    if (!bands) {
      for (let index = 0; index < options.rows; index += 1)
        yield { type: 'row', row: sampleRow(index, options), number: index + 1 };
      return;
    }
    const footer = (): FilledBand =>
      band(
        'groupFooter',
        [
          text('total-label', { x: 0, width: 2 * WIDTH }, `Total of ${String(key)}`),
          text('total', { x: 2 * WIDTH }, sum),
        ],
        0,
      );
    yield {
      type: 'band',
      state,
      band: band('title', [{ ...text('title', { x: 0, width: 500 }, template.title), heading: 1 }]),
    };
    for (let index = 0; index < options.rows; index += 1) {
      const row = sampleRow(index, options);
      if (row['region'] !== key) {
        if (count > 0) {
          yield { type: 'band', state, band: footer() };
          yield { type: 'closeGroup', group: 0, name: 'region', key, rowCount: count };
        }
        [sum, count, key] = [0, 0, row['region'] ?? null];
        yield { type: 'openGroup', group: 0, name: 'region', key };
        yield {
          type: 'band',
          state,
          band: band('groupHeader', [text('group', { x: 0, width: 500 }, key)], 0),
        };
      }
      sum += Number(row['population']);
      count += 1;
      yield { type: 'row', row, number: index + 1 };
      yield {
        type: 'band',
        state: { rowNumber: index + 1 },
        band: band(
          'detail',
          SHOWN.map(({ name }, column) => text(name, { x: column * WIDTH }, row[name] ?? null)),
        ),
      };
    }
    if (count > 0) {
      yield { type: 'band', state, band: footer() };
      yield { type: 'closeGroup', group: 0, name: 'region', key, rowCount: count };
    }
    yield {
      type: 'band',
      state,
      band: band('summary', [text('summary', { x: 0, width: 500 }, `${options.rows} places`)]),
    };
  }

  return {
    template,
    columns: SAMPLE_COLUMNS,
    groups: template.groups,
    settings,
    events,
    pageBand: (kind, _state, { pageNumber }) => {
      if (kind === 'columnHeader')
        return band(
          'columnHeader',
          SHOWN.map(({ name }, column) => ({
            ...text(`head-${name}`, { x: column * WIDTH }, name),
            isStatic: true,
          })),
        );
      if (kind === 'pageFooter')
        return band('pageFooter', [
          {
            ...text('page', { x: 0, width: 200 }, `Page ${pageNumber} of 1`),
            parts: ['Page ', { field: 'pageNumber' }, ' of ', { field: 'pageCount' }],
          },
        ]);
      return null;
    },
    startPage: () => undefined,
    startColumn: () => undefined,
    warnings,
    warn: (sentence) => warnings.add(sentence),
    close: () => Promise.resolve(),
  };
}

const styles = new Map<string, { pattern?: string; bold?: boolean; color?: string }>();

function styleOf(id: string): { pattern?: string; bold?: boolean; color?: string } {
  let style = styles.get(id);
  if (!style) {
    style = {
      ...(PATTERNS[id] && { pattern: PATTERNS[id] }),
      ...((id.startsWith('head-') || id.startsWith('group')) && { bold: true, color: '#1f4e79' }),
    };
    styles.set(id, style);
  }
  return style;
}

function sampleTemplate(): Template {
  const field = (name: string, index: number) => ({
    id: name,
    kind: 'field' as const,
    expression: `$F{${name}}`,
    x: index * WIDTH,
    y: 0,
    width: WIDTH,
    height: 16,
  });
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
        header: { height: 16, elements: [] },
        footer: { height: 16, elements: [] },
      },
    ],
    variables: [],
    styles: [],
    bands: { detail: [{ height: 16, elements: SHOWN.map(({ name }, index) => field(name, index)) }] },
  };
}
