import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { Fonts } from '../text/fonts.ts';

/** Pixels a point: 216 dots an inch, at which thin lines and small letters print well. */
const SCALE = 3;
const MAX_PIXELS = 12_000_000;

interface Size {
  /** Points. */
  width: number;
  height: number;
}

/** Draws an SVG that the engine made itself on white. */
export function drawSvg(svg: string, { width, height }: Size, fonts: Fonts) {
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)));
  return new Resvg(svg, {
    background: '#ffffff',
    fitTo: { mode: 'zoom', value: scale },
    // Without files nothing of the text would be drawn, and resvg would not say so.
    font: { loadSystemFonts: false, fontFiles: fontFiles(svg, fonts), defaultFontFamily: 'Noto Sans' },
  }).render();
}

/** Draws an SVG as PNG without transparency. */
export async function rasterise(svg: string, size: Size, fonts: Fonts): Promise<Buffer> {
  const image = drawSvg(svg, size, fonts);
  const raw = { width: image.width, height: image.height, channels: 4 as const };
  return sharp(image.pixels, { raw }).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
}

/** The files that the characters of the picture need: reading all of them would take longer than drawing. */
function fontFiles(svg: string, fonts: Fonts): string[] {
  const files = new Set<string>();
  const characters = new Set(svg);
  for (const bold of [false, true]) {
    const { face } = fonts.face({ bold });
    files.add(face.file);
    for (const character of characters) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint < 0x250) continue;
      const other = fonts.faceFor(codePoint, { bold, face });
      if (other) files.add(other.file);
    }
  }
  return [...files];
}
