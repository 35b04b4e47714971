import { createAccumulator, type Accumulator } from './accumulator.ts';
import { isNumber, toNumber } from '../expression/arithmetic.ts';
import type { Evaluate, EvaluationContext } from '../expression/evaluate.ts';
import { isMoment } from '../expression/functions.ts';
import { formatValue } from '../format/format-value.ts';
import { toLocal } from '../format/format-date.ts';
import type { ChartElement } from '../template/types.ts';
import { microsecondsOfDateTime } from '../values/calendar.ts';
import { valueKey } from '../values/compare.ts';
import type { Value } from '../values/types.ts';
import type { ChartData } from './types.ts';

/** Gathers rows into the data of a chart, map or table. */
export interface Gatherer<T> {
  add(context: EvaluationContext): void;
  data(): T;
  reset(): void;
}

/** Categories and points of a chart; more cannot be told apart, and would only fill the memory. */
const MAX_CATEGORIES = 10_000;
const MAX_SERIES = 200;

interface Series {
  name: string;
  /** By the index of the category. */
  sums: Map<number, Accumulator>;
  points: { x: number | null; y: number | null }[];
}

/** Adds up values by series and category; scatter charts and time series keep each point. */
export function createChartGatherer(
  element: ChartElement,
  compile: (source: string | undefined) => Evaluate,
): Gatherer<ChartData> {
  const hasPoints = element.chart === 'scatter' || element.chart === 'timeSeries';
  const sources = [element, ...(element.moreSeries ?? [])].map((source) => ({
    series: compile(source.series),
    category: compile(source.category),
    value: compile(source.value),
    x: compile(source.xValue ?? source.category),
  }));
  let categories = new Map<string, { index: number; label: string }>();
  let series = new Map<string, Series>();
  let settings = { locale: 'en', timeZone: 'UTC' };

  function label(value: Value): string {
    return formatValue(value, settings);
  }

  function seriesOf(value: Value, context: EvaluationContext): Series | null {
    const known = series.get(valueKey(value));
    if (known) return known;
    if (series.size >= MAX_SERIES) {
      context.env.warn(`A chart shows the first ${MAX_SERIES} series only.`);
      return null;
    }
    const added: Series = { name: label(value), sums: new Map(), points: [] };
    series.set(valueKey(value), added);
    return added;
  }

  function categoryOf(value: Value, context: EvaluationContext): number | null {
    const known = categories.get(valueKey(value));
    if (known) return known.index;
    if (categories.size >= MAX_CATEGORIES) {
      context.env.warn(`A chart shows the first ${MAX_CATEGORIES} categories only.`);
      return null;
    }
    categories.set(valueKey(value), { index: categories.size, label: label(value) });
    return categories.size - 1;
  }

  function addValue(source: (typeof sources)[number], context: EvaluationContext): void {
    const target = seriesOf(source.series(context), context);
    if (!target) return;
    const value = source.value(context);
    if (hasPoints) {
      if (target.points.length >= MAX_CATEGORIES)
        context.env.warn(`A chart shows the first ${MAX_CATEGORIES} points only.`);
      else
        target.points.push({
          x: toPosition(source.x(context), settings.timeZone),
          y: toPosition(value, settings.timeZone),
        });
      return;
    }
    const category = categoryOf(source.category(context), context);
    if (category === null) return;
    const sum = target.sums.get(category) ?? createAccumulator('sum');
    target.sums.set(category, sum);
    sum.add(value);
  }

  return {
    add(context) {
      settings = { locale: context.env.locale, timeZone: context.env.timeZone };
      for (const source of sources) addValue(source, context);
    },
    data() {
      const labels = [...categories.values()].map((category) => category.label);
      return {
        chart: element.chart,
        horizontal: element.horizontal ?? false,
        legend: element.legend ?? true,
        ...(element.title !== undefined && { title: element.title }),
        ...(element.xTitle !== undefined && { xTitle: element.xTitle }),
        ...(element.yTitle !== undefined && { yTitle: element.yTitle }),
        categories: labels,
        series: [...series.values()].map(({ name, sums, points }) =>
          hasPoints
            ? { name, values: points.map(({ y }) => y), x: points.map(({ x }) => x) }
            : {
                name,
                values: labels.map((_, i) => toPosition(sums.get(i)?.value() ?? null, settings.timeZone)),
              },
        ),
        ...settings,
      };
    },
    reset() {
      categories = new Map();
      series = new Map();
    },
  };
}

/** Numbers as they are, dates and times as milliseconds of a clock in the zone, as if that were UTC. */
function toPosition(value: Value, timeZone: string): number | null {
  if (value === null) return null;
  if (isNumber(value)) return toNumber(value);
  return isMoment(value) ? Number(microsecondsOfDateTime(toLocal(value, timeZone)) / 1000n) : null;
}
