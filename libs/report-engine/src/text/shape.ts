import bidiFactory from 'bidi-js';
import { LRUCache } from 'lru-cache';
import type { FontFace } from './font-face.ts';
import type { PlacedGlyph } from './types.ts';

// The package's types describe an ES module; Node loads its CommonJS build, which is the factory itself.
export const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

export interface ShapedText {
  glyphs: readonly PlacedGlyph[];
  /** Fraction of the font size. */
  width: number;
  reordered: boolean;
}

const cache = new LRUCache<string, ShapedText>({ max: 20_000 });

/** Shapes text of one face and one direction: ligatures, joining, marks; glyphs come in drawing order. */
export function shape(face: FontFace, text: string, rtl: boolean): ShapedText {
  const key = `${rtl ? '<' : '>'}${face.key}\n${text}`;
  const known = cache.get(key);
  if (known) return known;
  const shaped = layoutRun(face, rtl ? mirror(text) : text, rtl);
  cache.set(key, shaped);
  return shaped;
}

function layoutRun(face: FontFace, text: string, rtl: boolean): ShapedText {
  const run = face.font.layout(withoutInvisible(text), undefined, undefined, undefined, rtl ? 'rtl' : 'ltr');
  const em = face.unitsPerEm;
  const glyphs = run.glyphs.map((glyph, index): PlacedGlyph => {
    const position = run.positions[index];
    return {
      id: glyph.id,
      codePoints: glyph.codePoints,
      fontAdvance: glyph.advanceWidth / em,
      advance: (position?.xAdvance ?? glyph.advanceWidth) / em,
      dx: (position?.xOffset ?? 0) / em,
      dy: (position?.yOffset ?? 0) / em,
    };
  });
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
  return { glyphs, width, reordered: isReordered(text) };
}

/** Brackets and the like face the other way from right to left (rule L4). */
function mirror(text: string): string {
  let out = '';
  for (const character of text) out += bidi.getMirroredCharacter(character) ?? character;
  return out;
}

/** Marks of direction and soft hyphens have done their work; joiners still matter to shaping. */
function withoutInvisible(text: string): string {
  return text.replaceAll(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '');
}

/** Indic scripts draw some vowels before the consonant that they follow. */
function isReordered(text: string): boolean {
  return /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/.test(text);
}
