import type { Clause } from '../filter/filter.ts';
import type { ChartData } from './types.ts';

/** What ECharts says of a marked area: places on the axis of categories, or values of both axes. */
export interface BrushArea {
  brushType: string;
  coordRange?: number[] | [number[], number[]];
}

/** The rows of a marked stretch: from where its first item begins to where its last one ends. */
export function clausesOfBrush(data: ChartData, { coordRange }: BrushArea): Clause[] {
  if (!coordRange) return [];
  if (data.spec.type === 'scatter') return boxClauses(data, coordRange as [number[], number[]]);
  const [from, to] = coordRange as number[];
  const marked = data.items
    .slice(Math.max(0, Math.round(from ?? 0)), Math.round(to ?? 0) + 1)
    .flatMap(({ clauses }) => (clauses ? [clauses] : []));
  const [first, last] = [marked[0], marked.at(-1)];
  if (!first || !last) return [];
  if (first === last || first.length === 1) return stretchOfValues(first, last);
  return [first[0], last[1] ?? last[0]].filter((clause) => clause !== undefined);
}

/** Where each place of the axis is one value, a stretch is a range of them. */
function stretchOfValues(first: Clause[], last: Clause[]): Clause[] {
  if (first === last) return first;
  const [from, to] = [first[0], last[0]];
  if (!from || !to || !('column' in from) || !('column' in to)) return [];
  if (from.op !== 'eq' || to.op !== 'eq') return [];
  return [{ column: from.column, op: 'between', value: [from.value, to.value] }];
}

function boxClauses({ spec }: ChartData, [x, y]: [number[], number[]]): Clause[] {
  const between = (column: string, range: number[]): Clause => ({
    column,
    op: 'between',
    value: range.map((value) => Number(value.toPrecision(6))).toSorted((a, b) => a - b),
  });
  return [between(spec.x, x), between(spec.y, y)];
}
