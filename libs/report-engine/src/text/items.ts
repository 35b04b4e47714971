import type { FontFace } from './font-face.ts';
import { hasCharacter } from './character-set.ts';
import { bidi } from './shape.ts';
import type { Fonts } from './fonts.ts';
import type { TextFormat } from './types.ts';

/** A stretch of a paragraph with one face and one level, in reading order. */
export interface TextItem {
  start: number;
  end: number;
  face: FontFace;
  level: number;
}

export interface Paragraph {
  text: string;
  items: TextItem[];
  /** Level of the paragraph: 1 runs from right to left. */
  level: number;
}

export interface ItemOptions {
  fonts: Fonts;
  format: TextFormat;
  /** Hears of a character that no font has. */
  missing(codePoint: number): void;
}

/** Characters that take the font of what is before them at the same level: marks, digits, spaces, punctuation, joiners. */
const JOINS = /^[\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]$/u;

/** Splits a paragraph by direction and font (UAX 9 levels; the first font that has the character). */
export function itemise(text: string, options: ItemOptions): Paragraph {
  const { format } = options;
  const embedding = bidi.getEmbeddingLevels(text, format.direction === 'auto' ? undefined : format.direction);
  const items: TextItem[] = [];
  let face: FontFace | null = null;
  for (let i = 0; i < text.length;) {
    const codePoint = text.codePointAt(i) ?? 0;
    const length = codePoint > 0xffff ? 2 : 1;
    const level = embedding.levels[i] ?? 0;
    const last = items.at(-1);
    face = faceOf(codePoint, last?.level === level ? face : null, options);
    if (last && last.face === face && last.level === level) last.end = i + length;
    else items.push({ start: i, end: i + length, face, level });
    i += length;
  }
  return { text, items, level: embedding.paragraphs[0]?.level ?? 0 };
}

function faceOf(codePoint: number, before: FontFace | null, options: ItemOptions): FontFace {
  const { fonts, format, missing } = options;
  const joins = JOINS.test(String.fromCodePoint(codePoint));
  if (joins && before && (isInvisible(codePoint) || hasCharacter(before, codePoint))) return before;
  const face = fonts.faceFor(codePoint, { ...format, face: format.face });
  if (face) return face;
  if (!isInvisible(codePoint)) missing(codePoint);
  return before ?? format.face;
}

function isInvisible(codePoint: number): boolean {
  return /^[\p{Cf}\p{Cc}\p{Variation_Selector}]$/u.test(String.fromCodePoint(codePoint));
}

/** Items of a line in drawing order: from the highest level down, each stretch of that level or more is reversed (rule L2). */
export function reorder(items: readonly TextItem[]): TextItem[] {
  const order = [...items];
  const levels = order.map((item) => item.level);
  const highest = Math.max(0, ...levels);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1), highest + 1);
  for (let level = highest; level >= lowestOdd; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
      if (end > start + 1) order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}
