import { round } from './clip.ts';

export interface MapText {
  x: number;
  y: number;
  size: number;
  color: string;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
}

/** A text of an SVG; `content` is escaped already. */
export function svgText(content: string, { x, y, size, color, anchor = 'start', bold }: MapText): string {
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-family="Noto Sans" font-size="${size}" fill="${color}" text-anchor="${anchor}"${weight}>${content}</text>`;
}

/** A text with a light rim, to be read on any ground. */
export function haloText(content: string, place: MapText): string {
  const rim = svgText(content, place).replace(
    '<text ',
    '<text stroke="#ffffff" stroke-opacity="0.85" stroke-width="1.6" stroke-linejoin="round" ',
  );
  return rim + svgText(content, place);
}

export function escapeXml(text: string): string {
  return (
    text
      // Characters that XML does not allow.
      .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
