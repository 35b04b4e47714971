import type {
  Fill,
  FilledElement,
  FilledText,
  FillEvent,
  RunSettings,
  WalkOptions,
} from '../src/fill/types.ts';
import { formatValue } from '../src/format/format-value.ts';
import type { ElementStyle } from '../src/template/types.ts';
import type { Column, Row } from '../src/values/types.ts';

export interface ListOptions {
  columns: Column[];
  rows: Row[];
  title?: string;
  /** Patterns by name of the column. */
  patterns?: Record<string, string>;
  styles?: Record<string, ElementStyle>;
  links?: Record<string, string>;
  /** Elements after the rows. */
  summary?: FilledElement[];
  /** Elements of each page's footer. */
  footer?: FilledElement[];
  settings?: Partial<RunSettings>;
}

const WIDTH = 80;

/** A fill of one list without groups: its column header and one detail band a row. */
export function listFill({
  columns,
  rows,
  title = 'List',
  patterns = {},
  styles = {},
  links = {},
  summary,
  footer,
  settings,
}: ListOptions): Fill {
  const run = { locale: 'en-GB', timeZone: 'UTC', now: new Date('2026-01-02T03:04:05Z'), ...settings };
  const warnings = new Set<string>();
  const place = (index: number) => ({ x: index * WIDTH, y: 0, width: WIDTH, height: 16 });

  async function* events({ bands = true }: WalkOptions = {}): AsyncGenerator<FillEvent> {
    for (const [index, row] of rows.entries()) {
      const state = { rowNumber: index + 1 };
      yield { type: 'row', row, number: index + 1 };
      if (!bands) continue;
      const elements = columns.map(({ name }, column): FilledText => {
        const value = row[name] ?? null;
        const pattern = patterns[name];
        const style = { ...styles[name], ...(pattern !== undefined && { pattern }) };
        return {
          kind: 'text',
          id: name,
          ...place(column),
          style,
          value,
          text: formatValue(value, { ...run, ...style }),
          grow: true,
          isStatic: false,
          ...(links[name] !== undefined && { link: links[name] }),
        };
      });
      yield { type: 'band', state, band: { kind: 'detail', height: 16, split: 'stretch', elements } };
    }
    if (rows.length === 0)
      yield {
        type: 'band',
        state: { rowNumber: 0 },
        band: { kind: 'noData', height: 16, split: 'stretch', elements: [staticText('No rows.', 0)] },
      };
    if (summary)
      yield {
        type: 'band',
        state: { rowNumber: rows.length },
        band: { kind: 'summary', height: 300, split: 'stretch', elements: summary },
      };
  }

  function staticText(text: string, index: number): FilledText {
    return {
      kind: 'text',
      id: text,
      ...place(index),
      style: {},
      value: text,
      text,
      grow: false,
      isStatic: true,
    };
  }

  return {
    template: {
      version: 1,
      title,
      page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 30, bottom: 30, left: 30 } },
      parameters: [],
      datasets: [{ name: 'main', sql: 'select 1' }],
      groups: [],
      variables: [],
      styles: [],
      bands: {
        detail: [
          {
            height: 16,
            elements: columns.map(({ name }, index) => ({
              id: name,
              kind: 'field',
              expression: `$F{${name}}`,
              ...place(index),
            })),
          },
        ],
      },
    },
    columns,
    groups: [],
    settings: run,
    events,
    pageBand: (kind) => {
      const header = columns.map(({ name }, index) => staticText(name, index));
      const elements = kind === 'columnHeader' ? header : kind === 'pageFooter' ? footer : undefined;
      return elements ? { kind, height: 16, split: 'stretch', elements } : null;
    },
    startPage: () => undefined,
    startColumn: () => undefined,
    warnings,
    warn: (sentence) => warnings.add(sentence),
    close: () => Promise.resolve(),
  };
}
