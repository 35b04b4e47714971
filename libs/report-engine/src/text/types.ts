import type { FontFace } from './font-face.ts';

/** Text of one face whose glyphs follow from its characters; from left to right. */
export interface SimpleRun {
  kind: 'simple';
  face: FontFace;
  text: string;
  /** Points. */
  width: number;
}

/** A glyph in drawing order, from left to right. Lengths are fractions of the font size. */
export interface PlacedGlyph {
  id: number;
  codePoints: readonly number[];
  /** What the font says; what the text needs is `advance`. */
  fontAdvance: number;
  advance: number;
  dx: number;
  dy: number;
}

/** Shaped text of one face and one direction. */
export interface ShapedRun {
  kind: 'shaped';
  face: FontFace;
  /** In reading order. */
  text: string;
  glyphs: readonly PlacedGlyph[];
  /** Points. */
  width: number;
  rtl: boolean;
  /** Whether the characters cannot be read back from the glyphs one by one. */
  reordered: boolean;
}

export type TextRun = SimpleRun | ShapedRun;

export interface TextLine {
  /** In drawing order, from left to right. */
  runs: TextRun[];
  /** Points. */
  width: number;
  ascent: number;
  descent: number;
  /** Whether a paragraph ends here; such lines are not justified. */
  last: boolean;
  /** Whether the paragraph runs from right to left. */
  rtl: boolean;
}

/** What a text needs to be set: one object for each style, so that it can be a key. */
export interface TextFormat {
  /** Short text that is the same for equal formats. */
  key: string;
  family?: string | undefined;
  bold: boolean;
  italic: boolean;
  face: FontFace;
  /** Points. */
  size: number;
  /** Multiple of the line height. */
  lineSpacing: number;
  direction: 'ltr' | 'rtl' | 'auto';
}
