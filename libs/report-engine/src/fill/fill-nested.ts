import type { ListElement, SubreportElement } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { createCompiler, createRowReader } from './cursor.ts';
import { baseOf, type ElementFiller } from './moment.ts';
import type { FilledBand } from './types.ts';
import type { Run } from './run.ts';
import type { CompileBand } from './band-filler.ts';

const MAX_LIST_ROWS = 10_000;

/** A list: its band once for each row of its dataset. */
export function compileList(element: ListElement, run: Run, compileBand: CompileBand): ElementFiller {
  const { cursor, warn } = run;
  const styleOf = run.styleOf(element.style, element.own);
  return {
    element,
    isLate: false,
    fill: async ({ state }) => {
      const source = await run.openRows(element.dataset, cursor);
      if (!source) return null;
      const compiler = createCompiler(run.template, source.dataset, source.columns);
      const inner: Run = { ...run, compiler, compile: compiler.compile };
      const band = compileBand(element.band, inner, { kind: 'detail' });
      const read = createRowReader(source.dataset, source.columns, cursor.env);
      const { row } = cursor;
      const bands: FilledBand[] = [];
      try {
        for await (const next of source.rows()) {
          if (bands.length >= MAX_LIST_ROWS) {
            warn(`A list shows the first ${MAX_LIST_ROWS} rows only. Filter its rows.`);
            break;
          }
          cursor.row = read(next);
          const filled = await band.fill({ state });
          if (filled) bands.push(filled);
        }
      } finally {
        cursor.row = row;
        await source.close();
      }
      return { ...baseOf(element, styleOf(cursor)), kind: 'bands', bands };
    },
  };
}

/** The bands of another report, filled with parameters from the row at hand. */
export function compileSubreport(element: SubreportElement, run: Run): ElementFiller {
  const styleOf = run.styleOf(element.style, element.own);
  const parameters = Object.entries(element.parameters ?? {}).map(
    ([name, source]) => [name, run.compile(source)] as const,
  );
  return {
    element,
    isLate: false,
    fill: async () => {
      const values: Record<string, Value> = {};
      for (const [name, evaluate] of parameters) values[name] = evaluate(run.cursor);
      const bands = await run.fillReport(element, values);
      return { ...baseOf(element, styleOf(run.cursor)), kind: 'bands', bands };
    },
  };
}
