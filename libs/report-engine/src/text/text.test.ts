import { describe, expect, test } from '@jest/globals';
import { createFonts } from './fonts.ts';
import { createTextLayout } from './text-layout.ts';
import type { TextLine } from './types.ts';

const fonts = createFonts();
const warnings = new Set<string>();
const layout = createTextLayout(fonts, (sentence) => warnings.add(sentence));
const format = layout.format({ size: 10 });

function texts(lines: readonly TextLine[]): string[] {
  return lines.map((line) => line.runs.map((run) => run.text).join(''));
}

describe('text layout', () => {
  test('lines of Latin, Greek and Cyrillic text break at spaces and fit into the width', () => {
    const text = 'The quick brown fox jumps over the lazy dog; Ωμέγα Привет мир, über-lange Wörter';
    const lines = layout.lines(text, format, 80);
    expect(texts(lines)).toEqual([
      'The quick brown',
      'fox jumps over',
      'the lazy dog;',
      'Ωμέγα Привет',
      'мир, über-lange',
      'Wörter',
    ]);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(80);
    expect(lines.map((line) => line.last)).toEqual([false, false, false, false, false, true]);
  });

  test('a word that is longer than a line is cut, and loses no character', () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän';
    const lines = layout.lines(word, format, 60);
    expect(lines.length).toBeGreaterThan(3);
    expect(texts(lines).join('')).toBe(word);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(60);
  });

  test('line feeds end lines, an empty line stays, tabs are spaces and control characters go', () => {
    expect(texts(layout.lines('one\r\n\ntwo\tthree\u0007', format, 300))).toEqual([
      'one',
      '',
      'two    three',
    ]);
  });

  test('a mixed line of Latin, Arabic, digits and Hebrew follows the order of the Unicode rules, and Arabic letters are joined', () => {
    const [line] = layout.lines('Total: السلام عليكم 123 (abc) שלום', format, 500);
    expect(line?.runs.map((run) => run.text.trim())).toEqual([
      'Total:',
      '123',
      'السلام عليكم',
      '(abc)',
      'שלום',
    ]);
    const arabic = line?.runs[2];
    const alone = fonts.face({}).face.font.glyphForCodePoint(0x633).id;
    if (arabic?.kind !== 'shaped') throw new Error('Arabic text was not shaped.');
    expect(arabic.rtl).toBe(true);
    expect(arabic.glyphs.map((glyph) => glyph.id)).not.toContain(alone);
  });

  test('a paragraph that begins with Hebrew runs from right to left', () => {
    const [line] = layout.lines('שלום abc 12', format, 500);
    expect(line?.rtl).toBe(true);
    expect(line?.runs.at(-1)?.text.trim()).toBe('שלום');
  });

  test('Chinese text breaks between characters, but not before a full stop', () => {
    const lines = texts(layout.lines('中文字符测试一下换行是否正确。', format, 70));
    expect(lines).toEqual(['中文字符测试一', '下换行是否正', '确。']);
  });

  test('a font that is not installed and a character that no font has are named in warnings', () => {
    layout.lines('ሴ', layout.format({ font: 'Comic Sans MS' }), 100);
    expect([...warnings]).toEqual([
      'The font "Comic Sans MS" is not installed; Noto Sans is used instead.',
      'No installed font has the character "ሴ" (U+1234); it is shown as a box.',
    ]);
  });

  test('Arial and Helvetica are drawn in Noto Sans without a warning', () => {
    expect(fonts.face({ family: 'Arial', bold: true })).toMatchObject({
      replaced: false,
      face: { key: 'sans-bold' },
    });
    expect(fonts.face({ family: 'Helvetica' }).face.key).toBe('sans');
  });
});
