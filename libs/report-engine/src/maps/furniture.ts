import type { MapData } from '../fill/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { LegendEntry } from './classes.ts';
import type { Frame } from './clip.ts';
import { round } from './clip.ts';
import { pointRadius } from './features.ts';
import { escapeXml, haloText, svgText } from './svg-text.ts';

const INK = '#1f2933';
export type Box = [number, number, number, number];

interface Furniture {
  svg: string;
  box: Box;
}

/** A bar of a round length at the lower left. */
export function drawScaleBar(metresPerPoint: number, { width, height }: Frame, locale: string): Furniture {
  const longest = Math.min(width * 0.25, 110) * metresPerPoint;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = [5, 2, 1].map((step) => step * power).find((metres) => metres <= longest) ?? power;
  const bar = length / metresPerPoint;
  const format = (value: number, unit: 'kilometer' | 'meter') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 2 }).format(value);
  const label = length >= 1000 ? format(length / 1000, 'kilometer') : format(length, 'meter');
  const x = 8;
  const y = height - 9;
  const half = round(bar / 2);
  const svg = [
    `<rect x="${x - 0.7}" y="${y - 0.7}" width="${round(bar + 1.4)}" height="4.4" fill="#ffffff" fill-opacity="0.85"/>`,
    `<rect x="${x}" y="${y}" width="${half}" height="3" fill="${INK}"/>`,
    `<rect x="${x}" y="${y}" width="${round(bar)}" height="3" fill="none" stroke="${INK}" stroke-width="0.6"/>`,
    haloText(escapeXml(label), { x, y: y - 3, size: 7, color: INK }),
  ].join('');
  return { svg, box: [0, height - 22, bar + 20, height] };
}

/** North is up in both projections. */
export function drawNorthArrow(): Furniture {
  const x = 14;
  const svg = [
    `<path d="M${x} 18L${x - 5} 33L${x} 30Z" fill="${INK}" stroke="#ffffff" stroke-width="0.8" stroke-linejoin="round"/>`,
    `<path d="M${x} 18L${x + 5} 33L${x} 30Z" fill="#ffffff" stroke="${INK}" stroke-width="0.5" stroke-linejoin="round"/>`,
    haloText('N', { x, y: 15, size: 8, color: INK, anchor: 'middle', bold: true }),
  ].join('');
  return { svg, box: [0, 0, 28, 38] };
}

/** Classes or categories and sizes at the upper right. */
export function drawLegend(
  data: MapData,
  entries: LegendEntry[],
  { frame, text }: { frame: Frame; text: TextLayout },
): Furniture | null {
  const format = text.format({ size: 7 });
  const measure = (label: string) => text.lines(label, format, 1e6)[0]?.width ?? 0;
  const room = frame.width * 0.45;
  const shorten = (label: string) => {
    let short = label;
    while (short.length > 4 && measure(short) > room) short = `${short.slice(0, -2)}…`;
    return short;
  };
  const sizes = sizeEntries(data);
  const colors = entries.map((entry) => ({ ...entry, label: shorten(entry.label) }));
  if (colors.length + sizes.length === 0) return null;
  const widest = Math.max(...[...colors, ...sizes].map(({ label }) => measure(label)));
  const swatch = sizes.length > 0 ? 26 : 12;
  const width = widest + swatch + 14;
  const sizesHeight = sizes.reduce((sum, { radius }) => sum + radius * 2 + 3, 0);
  const height = colors.length * 11 + sizesHeight + 7;
  const x = frame.width - width - 6;
  const out = [
    `<rect x="${round(x)}" y="6" width="${round(width)}" height="${round(height)}" rx="2" fill="#ffffff" fill-opacity="0.9" stroke="#cdd5dc" stroke-width="0.5"/>`,
  ];
  let y = 10;
  const textX = x + swatch + 9;
  for (const { label, color } of colors) {
    out.push(
      `<rect x="${round(x + 5)}" y="${round(y)}" width="10" height="7" fill="${color}" stroke="#8a949d" stroke-width="0.4"/>`,
      svgText(escapeXml(label), { x: textX, y: y + 6, size: 7, color: INK }),
    );
    y += 11;
  }
  for (const { label, radius } of sizes) {
    out.push(
      `<circle cx="${round(x + 5 + swatch / 2)}" cy="${round(y + radius)}" r="${round(radius)}" fill="#8a949d" fill-opacity="0.5" stroke="#5b6770" stroke-width="0.5"/>`,
      svgText(escapeXml(label), { x: textX, y: y + radius + 2.5, size: 7, color: INK }),
    );
    y += radius * 2 + 3;
  }
  return { svg: out.join(''), box: [x - 2, 4, frame.width, height + 8] };
}

function sizeEntries({ features, locale }: MapData): { label: string; radius: number }[] {
  const largest = Math.max(0, ...features.map(({ size }) => size ?? 0));
  if (largest <= 0) return [];
  const radius = pointRadius(features);
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return [largest, largest / 4].map((size) => ({ label: format.format(size), radius: radius(size) }));
}

/** Where the basemap comes from, at the lower right. */
export function drawAttribution({ width, height }: Frame): Furniture {
  const svg = haloText('Made with Natural Earth', {
    x: width - 4,
    y: height - 4,
    size: 6,
    color: '#5b6770',
    anchor: 'end',
  });
  return { svg, box: [width - 84, height - 12, width, height] };
}
