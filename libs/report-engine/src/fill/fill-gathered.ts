import type { Evaluate } from '../expression/evaluate.ts';
import type { ChartElement, ElementStyle, MapElement, Reset, TableElement } from '../template/types.ts';
import { createChartGatherer, type Gatherer } from './chart-data.ts';
import { createCompiler, createRowReader } from './cursor.ts';
import { createMapGatherer } from './map-data.ts';
import { baseOf, lateKey, type ElementFiller, type Moment } from './moment.ts';
import { mergeStyles } from './styles.ts';
import { createTableGatherer, type TableData } from './table-data.ts';
import type { ChartData, FilledElement, MapData } from './types.ts';
import type { LateScope, Run } from './run.ts';
import type { BandPlace } from '../template/walk.ts';

type GatheredElement = ChartElement | MapElement | TableElement;
type Compile = (source: string | undefined) => Evaluate;

/**
 * A chart, map or table. Over a dataset of its own it reads that dataset when its band is filled. Over the main dataset it gathers the
 * rows of the report, or of the group whose band it is in: in a title or a header before these rows have come, so that it is late.
 */
export function compileGathered(
  element: GatheredElement,
  run: Run,
  place: Pick<BandPlace, 'kind' | 'group'>,
): ElementFiller {
  const isMain = element.dataset === undefined || element.dataset === run.template.datasets[0]?.name;
  return isMain ? compileOverRows(element, run, place) : compileOverDataset(element, run);
}

function compileOverRows(
  element: GatheredElement,
  run: Run,
  place: Pick<BandPlace, 'kind' | 'group'>,
): ElementFiller {
  const { cursor } = run;
  const styleOf = run.styleOf(element.style, element.own);
  const number = run.nextElementNumber();
  const scope = scopeOf(element, run, place);
  const time = 'evaluate' in element ? element.evaluate : undefined;
  const isBeforeRows = place.kind === 'title' || place.kind === 'groupHeader';
  const isLate = time === undefined ? isBeforeRows : time !== 'now';
  const gatherer = createGatherer(element, run, { compile: run.compile, style: styleOf(cursor) });
  run.gatherers.push({ gatherer, scope, isLate });
  return {
    element,
    isLate,
    fill: ({ state }: Moment) => {
      const key = lateKey(number, state);
      if (isLate && run.late.isCollecting) {
        run.late.register(lateScopeOf(element, run, scope), key, () => gatherer.data());
        return null;
      }
      return toFilled(element, styleOf(cursor), (isLate ? run.late.get(key) : undefined) ?? gatherer.data());
    },
  };
}

function compileOverDataset(element: GatheredElement, run: Run): ElementFiller {
  const { cursor } = run;
  const styleOf = run.styleOf(element.style, element.own);
  return {
    element,
    isLate: false,
    fill: async () => {
      const style = styleOf(cursor);
      const source = await run.openRows(element.dataset ?? '', cursor);
      if (!source) return null;
      const { compile } = createCompiler(run.template, source.dataset, source.columns);
      const gatherer = createGatherer(element, run, { compile, style });
      const read = createRowReader(source.dataset, source.columns, cursor.env);
      const { row } = cursor;
      try {
        for await (const next of source.rows()) {
          cursor.row = read(next);
          gatherer.add(cursor);
        }
      } finally {
        cursor.row = row;
        await source.close();
      }
      return toFilled(element, style, gatherer.data());
    },
  };
}

function createGatherer(
  element: GatheredElement,
  run: Run,
  options: { compile: Compile; style: ElementStyle },
): Gatherer<unknown> {
  const { settings } = run;
  switch (element.kind) {
    case 'chart':
      return createChartGatherer(element, options.compile);
    case 'map':
      return createMapGatherer(element, { compile: options.compile, locale: settings.locale });
    case 'table':
      return createTableGatherer(element, { ...options, settings });
  }
}

/** The report, or the group within which the element starts again. */
function scopeOf(element: GatheredElement, run: Run, { group }: Pick<BandPlace, 'group'>): LateScope {
  const reset: Reset | undefined = element.kind === 'chart' ? element.reset : undefined;
  if (reset === undefined) return group ?? 'report';
  if (typeof reset !== 'object') return 'report';
  const index = run.template.groups.findIndex(({ name }) => name === reset.group);
  return index < 0 ? 'report' : index;
}

function lateScopeOf(element: GatheredElement, run: Run, fallback: LateScope): LateScope {
  const time = 'evaluate' in element ? element.evaluate : undefined;
  if (typeof time !== 'object') return time === undefined ? fallback : 'report';
  const index = run.template.groups.findIndex(({ name }) => name === time.group);
  return index < 0 ? 'report' : index;
}

function toFilled(element: GatheredElement, style: ElementStyle, data: unknown): FilledElement {
  const base = baseOf(element, style);
  switch (element.kind) {
    case 'chart':
      return { ...base, kind: 'chart', data: data as ChartData };
    case 'map':
      return { ...base, kind: 'map', data: data as MapData };
    case 'table':
      return {
        ...base,
        kind: 'table',
        repeatHeader: element.repeatHeader ?? true,
        columns: element.columns.map(({ header, width, own, headerStyle }) => ({
          header,
          width,
          style: mergeStyles(style, own ?? {}),
          headerStyle: mergeStyles(style, headerStyle ?? {}),
        })),
        ...(data as TableData),
      };
  }
}
