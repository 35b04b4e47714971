/**
 * Upper edges of `count` classes with the least variance within (Fisher 1958, Jenks 1977). `values` are sorted, ascending. Dynamic
 * programming by divide and conquer: the best first index of a class never falls while the values rise, so that each class takes
 * n log n steps.
 */
export function naturalBreaks(values: number[], count: number): number[] {
  const n = values.length;
  const classes = Math.min(count, new Set(values).size);
  if (classes === 0) return [];
  // Around the middle value, so that squares of large numbers keep their digits.
  const middle = values[n >> 1]!;
  const sums = new Float64Array(n + 1);
  const squares = new Float64Array(n + 1);
  for (const [i, value] of values.entries()) {
    sums[i + 1] = sums[i]! + (value - middle);
    squares[i + 1] = squares[i]! + (value - middle) ** 2;
  }
  /** Sum of squared deviations of the values from `first` to `last`. */
  const spread = (first: number, last: number): number => {
    const sum = sums[last + 1]! - sums[first]!;
    return squares[last + 1]! - squares[first]! - (sum * sum) / (last - first + 1);
  };
  let costs = Float64Array.from(values, (_value, i) => spread(0, i));
  const starts: Int32Array[] = [new Int32Array(n)];
  for (let k = 1; k < classes; k += 1) {
    const [best, first] = [new Float64Array(n), new Int32Array(n)];
    fillClass({ before: costs, best, first, spread }, { from: k, to: n - 1, least: k, most: n - 1 });
    costs = best;
    starts.push(first);
  }
  const edges: number[] = [];
  for (let k = classes - 1, last = n - 1; k >= 0; k -= 1) {
    edges.unshift(values[last]!);
    last = starts[k]![last]! - 1;
  }
  return edges;
}

interface Table {
  /** Cost of the classes before, by last index. */
  before: Float64Array;
  best: Float64Array;
  /** First index of the last class, by its last index. */
  first: Int32Array;
  spread(first: number, last: number): number;
}

function fillClass(
  table: Table,
  { from, to, least, most }: { from: number; to: number; least: number; most: number },
): void {
  if (from > to) return;
  const { before, best, first, spread } = table;
  const last = (from + to) >> 1;
  best[last] = Infinity;
  for (let start = least; start <= Math.min(last, most); start += 1) {
    const cost = before[start - 1]! + spread(start, last);
    if (cost < best[last]!) [best[last], first[last]] = [cost, start];
  }
  fillClass(table, { from, to: last - 1, least, most: first[last]! });
  fillClass(table, { from: last + 1, to, least: first[last]!, most });
}
