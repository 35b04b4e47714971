import type { ResolvedStyle } from '../fill/types.ts';
import type { TextLine } from '../text/types.ts';

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  style: ResolvedStyle;
  open?: { top?: boolean; bottom?: boolean };
}

/** Padding and border of an element; sides where the box goes on on another page have none. */
export function insetsOf(style: ResolvedStyle, open: Box['open'] = {}): Insets {
  const { padding, border } = style;
  if (!padding && !border) return NO_INSETS;
  return {
    top: open.top ? 0 : (padding?.top ?? 0) + (border?.top?.width ?? 0) / 2,
    right: (padding?.right ?? 0) + (border?.right?.width ?? 0) / 2,
    bottom: open.bottom ? 0 : (padding?.bottom ?? 0) + (border?.bottom?.width ?? 0) / 2,
    left: (padding?.left ?? 0) + (border?.left?.width ?? 0) / 2,
  };
}

const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

export function linesHeight(lines: readonly TextLine[]): number {
  let height = 0;
  for (const line of lines) height += line.ascent + line.descent;
  return height;
}

export interface PlacedLine {
  line: TextLine;
  x: number;
  baseline: number;
  /** Points that each space takes beside its own width, in justified lines. */
  wordSpacing: number;
}

/** Where the lines of a text are in its box, which is not rotated. */
export function placeLines(box: Box & { lines: readonly TextLine[] }): PlacedLine[] {
  const { style, lines } = box;
  const insets = insetsOf(style, box.open);
  const width = box.width - insets.left - insets.right;
  const room = box.height - insets.top - insets.bottom - linesHeight(lines);
  let y = box.y + insets.top + verticalOffset(style.verticalAlign, room);
  return lines.map((line) => {
    const free = width - line.width;
    const align = style.align ?? (line.rtl ? 'right' : 'left');
    const justified = align === 'justify' && !line.last;
    const placed = {
      line,
      x: box.x + insets.left + horizontalOffset(align, line.rtl, free),
      baseline: y + line.ascent,
      wordSpacing: justified ? free / Math.max(1, countSpaces(line)) : 0,
    };
    y += line.ascent + line.descent;
    return placed;
  });
}

function verticalOffset(align: ResolvedStyle['verticalAlign'], room: number): number {
  if (align === 'middle') return room / 2;
  // A text that is higher than its element starts at the top.
  return align === 'bottom' ? Math.max(0, room) : 0;
}

function horizontalOffset(align: string, rtl: boolean, free: number): number {
  if (align === 'right') return free;
  if (align === 'center') return free / 2;
  return align === 'justify' && rtl ? free : 0;
}

function countSpaces(line: TextLine): number {
  let spaces = 0;
  for (const { text } of line.runs) spaces += text.split(' ').length - 1;
  return spaces;
}
