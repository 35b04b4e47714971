import LineBreaker from 'linebreak';

export interface LineRange {
  start: number;
  /** Without the spaces at the end of the line. */
  end: number;
  last: boolean;
}

export interface BreakOptions {
  text: string;
  /** In the unit that `measure` returns. */
  width: number;
  measure(start: number, end: number): number;
  /** Where a word that is longer than a line may be cut; every character by default. */
  cuts?(start: number, end: number): number[];
}

// A line that is too long by less than this fits: what was measured in parts adds up with tiny errors.
const TOLERANCE = 1e-4;

/** Fills lines with as many words as fit; words end where UAX 14 allows a break. */
export function breakLines(options: BreakOptions): LineRange[] {
  const { text, width, measure } = options;
  const lines: LineRange[] = [];
  const breaker = new LineBreaker(text);
  let lineStart = 0;
  let wordStart = 0;
  let used = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const wordEnd = trimmedEnd(text, wordStart, next.position);
    const wordWidth = measure(wordStart, wordEnd);
    if (used + wordWidth > width + TOLERANCE) {
      if (wordStart > lineStart) {
        lines.push({ start: lineStart, end: trimmedEnd(text, lineStart, wordStart), last: false });
        lineStart = wordStart;
        used = 0;
      }
      if (wordWidth > width + TOLERANCE) {
        const rest = cutWord({ ...options, start: wordStart, end: wordEnd }, lines);
        lineStart = rest;
        used = measure(rest, wordEnd);
      } else used = wordWidth;
    } else used += wordWidth;
    if (next.position > wordEnd) used += measure(wordEnd, next.position);
    wordStart = next.position;
  }
  lines.push({ start: lineStart, end: trimmedEnd(text, lineStart, text.length), last: true });
  return lines;
}

/** Cuts a word that is longer than a line; returns where its last part begins. */
function cutWord(options: BreakOptions & { start: number; end: number }, lines: LineRange[]): number {
  const { width, measure, start, end } = options;
  const cuts = options.cuts?.(start, end) ?? Array.from({ length: end - start }, (_, i) => start + i + 1);
  let from = start;
  let fitting = start;
  for (const cut of cuts) {
    if (measure(from, cut) > width && fitting > from) {
      lines.push({ start: from, end: fitting, last: false });
      from = fitting;
    }
    fitting = cut;
  }
  return from;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && text.charCodeAt(trimmed - 1) === 0x20) trimmed--;
  return trimmed;
}
