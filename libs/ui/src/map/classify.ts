import type { Feature } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { categoricalColors, layerColor, sequentialColors } from './colors.ts';

export interface LegendEntry {
  color: string;
  /** Null where the whole layer has one colour: the layer's title says it already. */
  label: string | null;
}

export interface LayerColoring {
  color: string | ExpressionSpecification;
  legend: LegendEntry[];
}

export interface ColoringInput {
  features: Feature[];
  attribute?: string | undefined;
  layerIndex: number;
  dark: boolean;
  formatNumber: (value: number) => string;
  otherLabel: string;
}

const CLASSES = 5;

/**
 * Decides how a layer is coloured: numbers in at most five quantile classes along viridis, texts by
 * the eight most frequent values, anything else in the layer's own colour.
 */
export function colorLayer(input: ColoringInput): LayerColoring {
  const single = layerColor(input.layerIndex, input.dark);
  const { attribute } = input;
  if (!attribute) return { color: single, legend: [{ color: single, label: null }] };
  const values = input.features.map((feature) => feature.properties?.[attribute] as unknown);
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  if (present.length === 0) return { color: single, legend: [{ color: single, label: null }] };
  const numbers = present.filter((value) => typeof value === 'number');
  return numbers.length === present.length
    ? colorByNumber(input, attribute, numbers)
    : colorByText(input, attribute, present.map(String));
}

function otherColor(dark: boolean): string {
  return dark ? '#7b8794' : '#9aa5b1';
}

function colorByNumber(input: ColoringInput, attribute: string, numbers: number[]): LayerColoring {
  const breaks = quantileBreaks(numbers, CLASSES);
  const colors = sequentialColors(breaks.length + 1, input.dark);
  const sorted = [...numbers].sort((a, b) => a - b);
  const edges = [sorted[0] as number, ...breaks, sorted.at(-1) as number];
  const other = otherColor(input.dark);
  const value: ExpressionSpecification = ['to-number', ['get', attribute]];
  const step: ExpressionSpecification =
    breaks.length === 0
      ? ['literal', colors[0] as never]
      : (['step', value, colors[0], ...breaks.flatMap((at, i) => [at, colors[i + 1]])] as never);
  const color: ExpressionSpecification = [
    'case',
    ['==', ['typeof', ['get', attribute]], 'number'],
    breaks.length === 0 ? (colors[0] as never) : step,
    other,
  ];
  const legend = colors.map((entry, i) => ({
    color: entry,
    label: `${input.formatNumber(edges[i] as number)} – ${input.formatNumber(edges[i + 1] as number)}`,
  }));
  if (numbers.length < input.features.length) legend.push({ color: other, label: input.otherLabel });
  return { color, legend };
}

/** Inner edges of at most `count` classes that hold about equally many values; equal edges collapse. */
export function quantileBreaks(values: number[], count: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const breaks: number[] = [];
  for (let i = 1; i < count; i += 1) {
    const at = sorted[Math.floor((i * sorted.length) / count)] as number;
    if (at > (breaks.at(-1) ?? (sorted[0] as number))) breaks.push(at);
  }
  return breaks;
}

function colorByText(input: ColoringInput, attribute: string, texts: string[]): LayerColoring {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const palette = categoricalColors(input.dark).slice(0, 7);
  const frequent = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, palette.length);
  const other = otherColor(input.dark);
  const pairs = frequent.flatMap(([text], i) => [text, palette[i] as string]);
  const color = ['match', ['to-string', ['get', attribute]], ...pairs, other] as never;
  const legend: LegendEntry[] = frequent.map(([text], i) => ({ color: palette[i] as string, label: text }));
  const covered = frequent.reduce((sum, [, count]) => sum + count, 0);
  if (covered < input.features.length) legend.push({ color: other, label: input.otherLabel });
  return { color, legend };
}
