import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import type { Font } from 'fontkit';

/** One face of a family. Measures are fractions of the font size. */
export interface FontFace {
  /** Short and unique in a process. */
  key: string;
  file: string;
  font: Font;
  /** What a line of this face takes above and below its baseline. */
  ascent: number;
  descent: number;
  capHeight: number;
  unitsPerEm: number;
}

export interface FaceSource {
  key: string;
  file: string;
  /** Name of the face in a collection (`.ttc`). */
  faceName?: string;
  /** Tighter or looser than the font's own, which leave room for every stacked accent. */
  ascent?: number;
  descent?: number;
}

const require = createRequire(import.meta.url);
const opened = new Map<string, FontFace | null>();

/** The path of a file of an installed package. */
export function packageFile(path: string): string {
  return require.resolve(path);
}

/** Opens a face once in a process; null when the file is missing or no font. */
export function openFace(source: FaceSource): FontFace | null {
  const known = opened.get(source.key);
  if (known !== undefined) return known;
  const face = readFace(source);
  opened.set(source.key, face);
  return face;
}

function readFace(source: FaceSource): FontFace | null {
  const font = openFont(source.file, source.faceName);
  if (!font) return null;
  const { unitsPerEm } = font;
  return {
    key: source.key,
    file: source.file,
    font,
    ascent: source.ascent ?? font.ascent / unitsPerEm,
    descent: source.descent ?? -font.descent / unitsPerEm,
    capHeight: (font.capHeight || font.ascent * 0.7) / unitsPerEm,
    unitsPerEm,
  };
}

/** A font of a file, or the named one of a collection. */
export function openFont(file: string, faceName?: string): Font | null {
  try {
    const font = openSync(file, faceName);
    return 'fonts' in font ? null : font;
  } catch {
    return null;
  }
}
