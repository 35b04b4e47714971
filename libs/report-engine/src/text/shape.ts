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
  const shaped = layoutRun(face, text, rtl);
  cache.set(key, shaped);
  return shaped;
}

function layoutRun(face: FontFace, text: string, rtl: boolean): ShapedText {
  const run = face.font.layout(
    withoutInvisible(rtl ? mirror(text) : text),
    undefined,
    undefined,
    undefined,
    rtl ? 'rtl' : 'ltr',
  );
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
  if (rtl) return { glyphs: withCharacters(glyphs.toReversed(), text).toReversed(), width, reordered: false };
  return { glyphs, width, reordered: !readsAs(glyphs, text) };
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

/** Whether the characters of the glyphs, one after the other, are the text; they are not where a vowel is drawn before its consonant. */
function readsAs(glyphs: readonly PlacedGlyph[], text: string): boolean {
  return glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('') === text;
}

/**
 * Gives the glyphs of a text, in its order, the characters that they stand for. fontkit keeps the characters with which it first met
 * a glyph, but Arabic fonts draw several letters with one shape and different dots. Readers turn what an ActualText says from right
 * to left once more, so that this is the only way to get it right.
 */
function withCharacters(glyphs: readonly PlacedGlyph[], text: string): PlacedGlyph[] {
  const characters = [...withoutInvisible(text)].map((character) => character.codePointAt(0) ?? 0);
  const count = glyphs.reduce((sum, { codePoints }) => sum + codePoints.length, 0);
  if (count !== characters.length) return [...glyphs];
  return glyphs.map((glyph) => ({ ...glyph, codePoints: characters.splice(0, glyph.codePoints.length) }));
}
