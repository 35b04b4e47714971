import { DEFAULT_FONT_SIZE } from '../document-fonts.ts';
import type { Grid } from '../grid.ts';
import type { SheetCell, SheetRow } from '../sheet/types.ts';

/** Widths of characters and the height of a line in font sizes, rather too large than too small. */
const NARROW = 0.55;
const WIDE = 1;
const LINE = 1.3;
const EAST_ASIAN = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/g;

/**
 * The height of a row whose texts take several lines, in points; undefined where one line is enough. LibreOffice does not find it
 * itself when it opens the file.
 */
export function wrappedHeight({ cells }: SheetRow, grid: Grid): number | undefined {
  let highest = 0;
  for (const cell of cells) {
    if (typeof cell.value !== 'string') continue;
    const lines = linesOf(cell, grid.columns[cell.column]?.width ?? 0);
    if (lines > 1) highest = Math.max(highest, lines * (cell.style.size ?? DEFAULT_FONT_SIZE) * LINE + 2);
  }
  return highest > 0 ? Math.ceil(highest) : undefined;
}

function linesOf({ text, wrap, style }: SheetCell, width: number): number {
  const size = style.size ?? DEFAULT_FONT_SIZE;
  const perLine = Math.max(1, (width - 4) / size);
  const isShort = !wrap || text.length * WIDE <= perLine;
  if (isShort && !text.includes('\n')) return 1;
  return text.split('\n').reduce((sum, line) => {
    const wide = line.match(EAST_ASIAN)?.length ?? 0;
    const length = wrap ? wide * WIDE + (line.length - wide) * NARROW : 0;
    return sum + Math.max(1, Math.ceil(length / perLine));
  }, 0);
}
