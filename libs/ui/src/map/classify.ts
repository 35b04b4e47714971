import type { Feature } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { categoricalColors, layerColor, sequentialColors } from './colors.ts';
import type { PaletteEntry, ValueClasses } from './types.ts';

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
  attribute?: string | undefined;
  /** Null where the attribute has no values. */
  classes: ValueClasses | null;
  palette?: PaletteEntry[] | undefined;
  layerIndex: number;
  /** Instead of the colour of this place in the list of layers. */
  ownColor?: string | undefined;
  dark: boolean;
  formatNumber: (value: number) => string;
  otherLabel: string;
}

/** Classes of numbers. */
export const NUMBER_CLASSES = 5;
/** Texts that get a colour of their own. */
const TEXT_CLASSES = 7;

/** Decides how a layer is coloured: numbers along viridis, texts by hue, anything else in the layer's own colour. */
export function colorLayer(input: ColoringInput): LayerColoring {
  const { attribute, classes, palette } = input;
  if (attribute && palette && palette.length > 0) return colorByPalette(input, attribute, palette);
  if (attribute && classes?.kind === 'numbers') return colorByNumber(input, attribute, classes);
  if (attribute && classes?.kind === 'texts' && classes.values.length > 0)
    return colorByText(input, attribute, classes);
  const single = input.ownColor ?? layerColor(input.layerIndex, input.dark);
  return { color: single, legend: [{ color: single, label: null }] };
}

/**
 * How the values of an attribute fall into classes: numbers into at most five that hold about equally many,
 * texts by frequency. Null when no feature has a value.
 */
export function classesOf(features: Feature[], attribute: string): ValueClasses | null {
  const present = features
    .map((feature) => feature.properties?.[attribute] as unknown)
    .filter((value) => value !== null && value !== undefined && value !== '');
  if (present.length === 0) return null;
  const others = present.length < features.length;
  const numbers = present.filter((value) => typeof value === 'number');
  if (numbers.length < present.length) return textClasses(present.map(String), others);
  const sorted = numbers.sort((a, b) => a - b);
  const breaks = quantileBreaks(sorted, NUMBER_CLASSES);
  return { kind: 'numbers', edges: [sorted[0] as number, ...breaks, sorted.at(-1) as number], others };
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

function textClasses(texts: string[], others: boolean): ValueClasses {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return { kind: 'texts', values: frequent.map(([text]) => text), others };
}

function otherColor(dark: boolean): string {
  return dark ? '#7b8794' : '#9aa5b1';
}

function colorByNumber(
  input: ColoringInput,
  attribute: string,
  { edges, others }: ValueClasses & { kind: 'numbers' },
): LayerColoring {
  const breaks = edges.slice(1, -1);
  const colors = sequentialColors(breaks.length + 1, input.dark);
  const other = otherColor(input.dark);
  const value: ExpressionSpecification = ['to-number', ['get', attribute]];
  const step = ['step', value, colors[0], ...breaks.flatMap((at, i) => [at, colors[i + 1]])] as never;
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
  if (others) legend.push({ color: other, label: input.otherLabel });
  return { color, legend };
}

function colorByPalette({ dark }: ColoringInput, attribute: string, palette: PaletteEntry[]): LayerColoring {
  const colorOf = (entry: PaletteEntry) => (dark ? entry.dark : entry.light);
  const pairs = palette.flatMap((entry) => [entry.value, colorOf(entry)]);
  return {
    color: ['match', ['to-string', ['get', attribute]], ...pairs, otherColor(dark)] as never,
    legend: palette.flatMap((entry) =>
      entry.label === null ? [] : [{ color: colorOf(entry), label: entry.label }],
    ),
  };
}

function colorByText(
  input: ColoringInput,
  attribute: string,
  { values, others }: ValueClasses & { kind: 'texts' },
): LayerColoring {
  const palette = categoricalColors(input.dark).slice(0, TEXT_CLASSES);
  const frequent = values.slice(0, palette.length);
  const other = otherColor(input.dark);
  const pairs = frequent.flatMap((text, i) => [text, palette[i] as string]);
  const color = ['match', ['to-string', ['get', attribute]], ...pairs, other] as never;
  const legend: LegendEntry[] = frequent.map((text, i) => ({ color: palette[i] as string, label: text }));
  if (others || values.length > frequent.length) legend.push({ color: other, label: input.otherLabel });
  return { color, legend };
}
