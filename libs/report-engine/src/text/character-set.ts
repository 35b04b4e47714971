import type { FontFace } from './font-face.ts';

const known = new WeakMap<FontFace, Map<number, boolean>>();

/** Whether a face has a glyph for a character. */
export function hasCharacter(face: FontFace, codePoint: number): boolean {
  let answers = known.get(face);
  if (!answers) {
    answers = new Map();
    known.set(face, answers);
  }
  let answer = answers.get(codePoint);
  if (answer === undefined) {
    answer = face.font.hasGlyphForCodePoint(codePoint);
    answers.set(codePoint, answer);
  }
  return answer;
}
