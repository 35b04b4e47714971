import { PALETTE } from '../charts/palette.ts';
import type { MapData } from '../fill/types.ts';
import { formatValue } from '../format/format-value.ts';
import type { Value } from '../values/types.ts';

/** Light to dark, distinguishable by lightness alone (after ColorBrewer's YlGnBu). */
const RAMPS: Readonly<Record<number, readonly string[]>> = {
  1: ['#2c7fb8'],
  2: ['#a1dab4', '#225ea8'],
  3: ['#c7e9b4', '#41b6c4', '#225ea8'],
  4: ['#d5efb2', '#7fcdbb', '#2c8fbe', '#253494'],
  5: ['#e3f4b1', '#a1dab4', '#41b6c4', '#2c7fb8', '#253494'],
  6: ['#e3f4b1', '#b5e2b6', '#7fcdbb', '#41b6c4', '#2c7fb8', '#253494'],
  7: ['#edf8b1', '#c7e9b4', '#7fcdbb', '#41b6c4', '#1d91c0', '#225ea8', '#0c2c84'],
};
const MAX_CLASSES = 7;
const DEFAULT_CLASSES = 5;
const MAX_CATEGORIES = 7;
const NO_VALUE = '#b8bfc6';
const PLAIN = '#0072b2';

export interface LegendEntry {
  label: string;
  color: string;
}

export interface Coloring {
  colorOf(value: Value | undefined): string;
  legend: LegendEntry[];
}

/** Colours of the features: numbers in classes of about equal counts, other values as categories. */
export function colorFeatures({ features, classes, locale }: MapData): Coloring {
  const values = features.map(({ color }) => color ?? null).filter((value) => value !== null);
  if (values.length === 0) return { colorOf: () => PLAIN, legend: [] };
  const numbers = values.map(toNumber);
  const isNumeric = numbers.every((number) => number !== null);
  const hasGaps = values.length < features.length;
  const coloring = isNumeric
    ? colorNumbers(numbers as number[], classes ?? DEFAULT_CLASSES, locale)
    : colorCategories(values, locale);
  return hasGaps
    ? { ...coloring, legend: [...coloring.legend, { label: 'No value', color: NO_VALUE }] }
    : coloring;
}

function colorNumbers(numbers: number[], asked: number, locale: string): Coloring {
  const breaks = quantileBreaks(numbers, Math.max(1, Math.min(asked, MAX_CLASSES)));
  const ramp = RAMPS[breaks.length - 1] ?? RAMPS[1] ?? [];
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: fractionDigits(breaks) });
  const classOf = (number: number) => {
    const index = breaks.findIndex((limit, at) => at > 0 && number <= limit);
    return index < 0 ? breaks.length - 2 : index - 1;
  };
  return {
    colorOf(value) {
      const number = toNumber(value ?? null);
      return number === null ? NO_VALUE : (ramp[classOf(number)] ?? NO_VALUE);
    },
    legend: ramp.map((color, index) => {
      const from = format.format(breaks[index] ?? 0);
      const to = format.format(breaks[index + 1] ?? 0);
      return { color, label: from === to ? from : `${from} – ${to}` };
    }),
  };
}

/** Limits of the classes from the smallest to the largest value; equal limits are joined. */
function quantileBreaks(numbers: number[], classes: number): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.round(part * (sorted.length - 1)))] ?? 0;
  const breaks = Array.from({ length: classes + 1 }, (_, index) => at(index / classes));
  const unique = [...new Set(breaks)];
  return unique.length === 1 ? [unique[0] ?? 0, unique[0] ?? 0] : unique;
}

function fractionDigits(breaks: number[]): number {
  const span = (breaks.at(-1) ?? 0) - (breaks[0] ?? 0);
  if (breaks.every(Number.isInteger)) return 0;
  return Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(span || 1))));
}

function colorCategories(values: Value[], locale: string): Coloring {
  const counts = new Map<string, number>();
  const name = (value: Value) => formatValue(value, { locale, timeZone: 'UTC' });
  for (const value of values) counts.set(name(value), (counts.get(name(value)) ?? 0) + 1);
  const names = [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([each]) => each);
  const shown = names.length > MAX_CATEGORIES + 1 ? names.slice(0, MAX_CATEGORIES) : names;
  const colors = new Map(shown.map((each, index) => [each, PALETTE[index] ?? NO_VALUE]));
  const legend = [...colors].map(([label, color]) => ({ label, color }));
  const others = names.length - shown.length;
  if (others > 0) legend.push({ label: `Other (${others})`, color: '#3d4852' });
  return {
    colorOf: (value) => (value == null ? NO_VALUE : (colors.get(name(value)) ?? '#3d4852')),
    legend,
  };
}

function toNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  const isDecimal = value !== null && typeof value === 'object' && 'digits' in value;
  return isDecimal ? Number(value.digits) / 10 ** value.scale : null;
}
