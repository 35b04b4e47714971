import type { Evaluate } from '../expression/evaluate.ts';
import { formatValue } from '../format/format-value.ts';
import type { ElementStyle, TableElement } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { createAccumulator } from './accumulator.ts';
import type { Gatherer } from './chart-data.ts';
import { mergeStyles } from './styles.ts';
import type { FilledTable, RunSettings, TextValue } from './types.ts';

export type TableData = Pick<FilledTable, 'rows' | 'totals'>;

const MAX_ROWS = 100_000;

/** Gathers the rows of a table, and its totals. `style` is that of the element; a column's own pattern goes before its. */
export function createTableGatherer(
  element: TableElement,
  options: { compile(source: string | undefined): Evaluate; style: ElementStyle; settings: RunSettings },
): Gatherer<TableData> {
  const { compile, style, settings } = options;
  const columns = element.columns.map(({ expression, own, total }) => ({
    evaluate: compile(expression),
    format: { ...settings, ...patternOf(mergeStyles(style, own ?? {})) },
    total: total === undefined ? null : createAccumulator(total),
    // Counts are no amounts: the pattern of a column is not theirs.
    totalFormat:
      total === 'count' || total === 'distinct'
        ? settings
        : { ...settings, ...patternOf(mergeStyles(style, own ?? {})) },
  }));
  const hasTotals = columns.some(({ total }) => total !== null);
  const write = (value: Value, format: (typeof columns)[number]['format']): TextValue => ({
    value,
    text: formatValue(value, format),
  });
  let rows: TextValue[][] = [];
  return {
    add(context) {
      const values = columns.map(({ evaluate }) => evaluate(context));
      // Totals count all rows, those that are not shown too.
      columns.forEach(({ total }, i) => total?.add(values[i] ?? null));
      if (rows.length >= MAX_ROWS)
        context.env.warn(`A table shows the first ${MAX_ROWS} rows only. Filter its rows.`);
      else rows.push(columns.map(({ format }, i) => write(values[i] ?? null, format)));
    },
    data: () => ({
      rows,
      ...(hasTotals && {
        totals: columns.map(({ total, totalFormat }) => write(total?.value() ?? null, totalFormat)),
      }),
    }),
    reset() {
      rows = [];
      for (const { total } of columns) total?.reset(null);
    },
  };
}

function patternOf({ pattern }: ElementStyle): { pattern?: string } {
  return pattern === undefined ? {} : { pattern };
}
