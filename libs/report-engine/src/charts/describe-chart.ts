import type { ChartData } from '../fill/types.ts';

const NAMES: Readonly<Record<ChartData['chart'], string>> = {
  bar: 'Bar chart',
  stackedBar: 'Stacked bar chart',
  line: 'Line chart',
  area: 'Area chart',
  stackedArea: 'Stacked area chart',
  pie: 'Pie chart',
  scatter: 'Scatter chart',
  timeSeries: 'Time series',
};

interface Point {
  series: string;
  at: string;
  value: number;
}

/** What a chart shows, in words: its kind and size, its largest and its smallest value. */
export function describeChart(data: ChartData): string {
  const numbers = new Intl.NumberFormat(data.locale, { maximumFractionDigits: 2 });
  const points = pointsOf(data, numbers);
  const name = data.title ? `${NAMES[data.chart]} “${data.title}”` : NAMES[data.chart];
  const [first] = points;
  if (!first) return `${name} without data.`;
  let largest = first;
  let smallest = first;
  for (const point of points) {
    if (point.value > largest.value) largest = point;
    if (point.value < smallest.value) smallest = point;
  }
  const describe = ({ series, at, value }: Point) =>
    `${numbers.format(value)}${series ? ` (${series}${at ? `, ${at}` : ''})` : at ? ` (${at})` : ''}`;
  return `${name}: ${sizeOf(data, points.length)}. Largest value ${describe(largest)}, smallest ${describe(smallest)}.`;
}

function sizeOf({ series, categories }: ChartData, points: number): string {
  const parts = series.length > 1 ? [`${series.length} series`] : [];
  const [first] = categories;
  const last = categories.at(-1);
  if (categories.length > 1) parts.push(`${categories.length} categories from ${first} to ${last}`);
  else parts.push(points === 1 ? '1 value' : `${points} values`);
  return parts.join(', ');
}

function pointsOf(data: ChartData, numbers: Intl.NumberFormat): Point[] {
  const dates = new Intl.DateTimeFormat(data.locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const several = data.series.length > 1;
  return data.series.flatMap(({ name, values, x }) =>
    values.flatMap((value, index): Point[] => {
      if (value === null) return [];
      const position = x?.[index];
      const at =
        position == null
          ? (data.categories[index] ?? '')
          : data.chart === 'timeSeries'
            ? dates.format(position)
            : numbers.format(position);
      return [{ series: several ? name : '', at, value }];
    }),
  );
}
