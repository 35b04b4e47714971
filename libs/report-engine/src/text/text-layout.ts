import { LRUCache } from 'lru-cache';
import type { TextStyle } from '../template/types.ts';
import { breakLines } from './break-lines.ts';
import type { Fonts } from './fonts.ts';
import { itemise, reorder } from './items.ts';
import type { Paragraph, TextItem } from './items.ts';
import { shape } from './shape.ts';
import { isSimple, simpleWidth } from './simple-text.ts';
import type { TextFormat, TextLine, TextRun } from './types.ts';

const DEFAULT_SIZE = 10;
/**
 * Texts that are kept, more than a dense page has: each is set to measure its row, and again to draw it. Of ten times as many the old
 * ones would have moved to the old generation before they are dropped.
 */
const MAX_TEXTS = 2_000;

/** Sets text in lines. */
export interface TextLayout {
  format(style: TextStyle): TextFormat;
  /** Lines of at most `width` points; the same array for the same question, so it must not be changed. */
  lines(text: string, format: TextFormat, width: number): readonly TextLine[];
}

/**
 * Creates the text layout of one document.
 * @param warn hears of missing fonts and characters
 */
export function createTextLayout(fonts: Fonts, warn: (sentence: string) => void): TextLayout {
  const formats = new WeakMap<TextStyle, TextFormat>();
  const cache = new LRUCache<string, readonly TextLine[]>({ max: MAX_TEXTS });
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

  function makeFormat(style: TextStyle): TextFormat {
    const { font: family, bold = false, italic = false, size = DEFAULT_SIZE } = style;
    const { lineSpacing = 1, direction = 'auto' } = style;
    const { face, replaced } = fonts.face({ family, bold, italic });
    if (replaced) warn(`The font "${family}" is not installed; Noto Sans is used instead.`);
    const key = `${face.key} ${size} ${lineSpacing} ${direction}`;
    return { key, family, bold, italic, face, size, lineSpacing, direction };
  }

  function makeLines(text: string, format: TextFormat, width: number): TextLine[] {
    return clean(text)
      .split('\n')
      .flatMap((paragraph) =>
        format.direction !== 'rtl' && isSimple(format.face, paragraph)
          ? simpleLines(paragraph, format, width)
          : shapedLines(paragraph, format, width),
      );
  }

  function shapedLines(text: string, format: TextFormat, width: number): TextLine[] {
    const missing = (codePoint: number) =>
      warn(`No installed font has the character ${describe(codePoint)}; it is shown as a box.`);
    const paragraph = itemise(text, { fonts, format, missing });
    const ranges = breakLines({
      text,
      width: width / format.size,
      measure: (start, end) => measureItems(paragraph, start, end),
      cuts: (start, end) =>
        [...segmenter.segment(text.slice(start, end))].map(
          ({ index, segment }) => start + index + segment.length,
        ),
    });
    return ranges.map(({ start, end, last }) => {
      const runs = reorder(itemsBetween(paragraph, start, end)).map((item) => shapedRun(text, item, format));
      return makeLine(runs, format, { last, rtl: paragraph.level % 2 === 1 });
    });
  }

  return {
    format(style) {
      let format = formats.get(style);
      if (!format) {
        format = makeFormat(style);
        formats.set(style, format);
      }
      return format;
    },
    lines(text, format, width) {
      if (text === '') return [];
      const key = `${format.key}\n${width}\n${text}`;
      let lines = cache.get(key);
      if (!lines) {
        lines = makeLines(text, format, width);
        cache.set(key, lines);
      }
      return lines;
    },
  };
}

function simpleLines(text: string, format: TextFormat, width: number): TextLine[] {
  const { face, size } = format;
  const whole = simpleWidth(face, text);
  const toLine = (start: number, end: number, last: boolean): TextLine => {
    const part = start === 0 && end === text.length ? text : text.slice(start, end);
    const run: TextRun = { kind: 'simple', face, text: part, width: simpleWidth(face, part) * size };
    return makeLine(part === '' ? [] : [run], format, { last, rtl: false });
  };
  if (whole * size <= width) return [toLine(0, text.length, true)];
  const measure = (start: number, end: number) => simpleWidth(face, text, start, end);
  return breakLines({ text, width: width / size, measure }).map(({ start, end, last }) =>
    toLine(start, end, last),
  );
}

function measureItems(paragraph: Paragraph, start: number, end: number): number {
  let width = 0;
  for (const { face, level, ...item } of itemsBetween(paragraph, start, end)) {
    width += shape(face, paragraph.text.slice(item.start, item.end), level % 2 === 1).width;
  }
  return width;
}

function itemsBetween(paragraph: Paragraph, start: number, end: number): TextItem[] {
  return paragraph.items
    .filter((item) => item.start < end && item.end > start)
    .map((item) => ({ ...item, start: Math.max(item.start, start), end: Math.min(item.end, end) }));
}

function shapedRun(text: string, item: TextItem, format: TextFormat): TextRun {
  const part = text.slice(item.start, item.end);
  const rtl = item.level % 2 === 1;
  const { face } = item;
  if (!rtl && isSimple(face, part)) {
    return { kind: 'simple', face, text: part, width: simpleWidth(face, part) * format.size };
  }
  const { glyphs, width, reordered } = shape(face, part, rtl);
  return { kind: 'shaped', face, text: part, glyphs, width: width * format.size, rtl, reordered };
}

function makeLine(runs: TextRun[], format: TextFormat, paragraph: { last: boolean; rtl: boolean }): TextLine {
  let { ascent, descent } = format.face;
  let width = 0;
  for (const run of runs) {
    ascent = Math.max(ascent, run.face.ascent);
    descent = Math.max(descent, run.face.descent);
    width += run.width;
  }
  const extra = (format.lineSpacing - 1) * (ascent + descent);
  return {
    runs,
    width,
    ascent: (ascent + extra) * format.size,
    descent: descent * format.size,
    ...paragraph,
  };
}

/** Line ends are line feeds, tabs are four spaces; other control characters are left out. */
function clean(text: string): string {
  if (!/[\p{Cc}\u2028\u2029\u00ad]/u.test(text)) return text;
  return text
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?|\v|\f|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u00ad]/gu, '');
}

function describe(codePoint: number): string {
  const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
  return `"${String.fromCodePoint(codePoint)}" (U+${code})`;
}
