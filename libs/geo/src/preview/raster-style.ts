import type { RasterHeader } from '../inspect/raster-header.ts';

/** How a raster becomes a picture; `bands` are those that are read. */
export type RasterStyle =
  | { kind: 'palette'; bands: [number] }
  /** Red, green, blue and perhaps alpha, in eight bits. */
  | { kind: 'colour'; bands: number[] }
  /** The same with more bits. */
  | { kind: 'stretch'; bands: number[] }
  | { kind: 'ramp'; bands: [number]; gray: boolean };

export function chooseStyle(header: RasterHeader): RasterStyle {
  const { bands } = header;
  const first = bands[0];
  if (first?.colorTable) return { kind: 'palette', bands: [1] };
  const find = (name: string) => bands.find(({ colorInterpretation }) => colorInterpretation === name)?.band;
  const coloured = [find('Red'), find('Green'), find('Blue')];
  const named = coloured.every((band) => band !== undefined);
  const opaque = bands.filter(({ colorInterpretation }) => colorInterpretation !== 'Alpha');
  if (!named && opaque.length < 3) {
    return { kind: 'ramp', bands: [first?.band ?? 1], gray: first?.type === 'Byte' };
  }
  const rgb = named ? (coloured as number[]) : opaque.slice(0, 3).map(({ band }) => band);
  if (!rgb.every((number) => bands[number - 1]?.type === 'Byte')) return { kind: 'stretch', bands: rgb };
  const alpha = find('Alpha');
  return { kind: 'colour', bands: alpha === undefined ? rgb : [...rgb, alpha] };
}

type Colour = readonly [number, number, number];

export const GRAY: readonly Colour[] = [
  [0, 0, 0],
  [255, 255, 255],
];

/** Viridis by Smith, van der Walt and Firing (CC0), eleven steps. */
export const VIRIDIS: readonly Colour[] = [
  [68, 1, 84],
  [72, 36, 117],
  [65, 68, 135],
  [53, 95, 141],
  [42, 120, 142],
  [33, 145, 140],
  [34, 168, 132],
  [68, 191, 112],
  [122, 209, 81],
  [189, 223, 38],
  [253, 231, 37],
];

/** A colour file for gdaldem: value, red, green, blue, alpha; `nv` is nodata. */
export function rampText(colours: readonly Colour[], low: number, high: number): string {
  const last = colours.length - 1;
  const stops = colours.map(([r, g, b], i) => `${low + ((high - low) * i) / last} ${r} ${g} ${b} 255`);
  return `${stops.join('\n')}\nnv 0 0 0 0\n`;
}
