/** Bins of a histogram: `count` of them, each `width` wide, the first beginning at `from`. */
export interface Bins {
  from: number;
  width: number;
  count: number;
}

const ABOUT = 24;

/** Bins with round edges over a range of numbers: whole ones where the numbers are. */
export function chooseBins(minimum: number, maximum: number, isWhole: boolean): Bins {
  const span = maximum - minimum;
  if (!(span > 0)) return { from: minimum, width: isWhole ? 1 : Math.abs(minimum) || 1, count: 1 };
  const width = Math.max(roundStep(span / ABOUT), isWhole ? 1 : 0);
  const from = clean(Math.floor(minimum / width) * width);
  return { from, width, count: Math.floor((maximum - from) / width + 1e-9) + 1 };
}

/** Where bin `index` begins, without the last digits that sums of fractions leave. */
export function binStart({ from, width }: Bins, index: number): number {
  return clean(from + index * width);
}

/** The place of a bin by where it begins. */
export function binIndex({ from, width }: Bins, start: number): number {
  return Math.round((start - from) / width);
}

/** 1, 2 or 5 times a power of ten, at least `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((each) => each * power >= size * (1 - 1e-9)) ?? 10;
  return clean(factor * power);
}

function clean(value: number): number {
  return Number(value.toPrecision(12));
}
