import type { FilledBand, FilledText } from '../../fill/types.ts';
import { linesOfBand, type BandLine } from '../band-lines.ts';
import type { Grid } from '../grid.ts';
import { isPicture } from '../pictures.ts';
import type { FlowBlock, FlowCell, FlowRow } from './types.ts';

type BandBlock = Exclude<FlowBlock, { type: 'tableStart' | 'tableEnd' }>;

const ROWS = new Set(['columnHeader', 'groupHeader', 'groupFooter', 'detail', 'columnFooter']);

/**
 * The lines of a band: rows of the report's table for headers, groups and details, and for totals at the end; paragraphs for all
 * else.
 */
export function blocksOfBand(band: FilledBand, grid: Grid): BandBlock[] {
  return linesOfBand(band).flatMap((line) => {
    const texts = line.items.filter((item) => item.kind === 'text');
    const inTable = ROWS.has(band.kind) || (band.kind === 'summary' && texts.length > 1);
    return inTable ? rowBlocks(line, band, grid) : paragraphBlocks(line, texts);
  });
}

function paragraphBlocks({ items }: BandLine, texts: FilledText[]): BandBlock[] {
  const others = items.flatMap(
    (item): BandBlock[] => otherBlock(item) ?? (isPicture(item) ? [{ type: 'picture', element: item }] : []),
  );
  const shown = texts.filter(({ text, late }) => late || text !== '');
  return shown.length > 0 ? [...others, { type: 'paragraph', texts: shown }] : others;
}

function rowBlocks({ items }: BandLine, { kind }: FilledBand, grid: Grid): BandBlock[] {
  const row = rowOfItems(items, kind, grid);
  const others = items.flatMap((item) => otherBlock(item) ?? []);
  return row ? [row, ...others] : others;
}

function otherBlock(item: BandLine['items'][number]): BandBlock[] | null {
  if (item.kind === 'table') return [{ type: 'subtable', table: item }];
  if (item.kind === 'break') return item.what === 'page' ? [{ type: 'pageBreak' }] : [];
  return null;
}

function rowOfItems(items: BandLine['items'], kind: FilledBand['kind'], grid: Grid): FlowRow | null {
  const cells: FlowCell[] = [];
  let next = 0;
  for (const item of items) {
    if (item.kind !== 'text' && !isPicture(item)) continue;
    const column = grid.columnAt(item.x);
    let cell = cells.at(-1);
    if (!cell || column >= next) {
      if (column > next) cells.push({ span: column - next, texts: [], pictures: [] });
      cell = { span: grid.spanOf(item.x, item.width), texts: [], pictures: [] };
      cells.push(cell);
      next = column + cell.span;
    } else if (column > next - cell.span) {
      // It begins where the one before still goes on: that one ends here.
      cell.span -= next - column;
      cell = { span: Math.max(next - column, grid.spanOf(item.x, item.width)), texts: [], pictures: [] };
      cells.push(cell);
      next = column + cell.span;
    }
    if (item.kind === 'text') cell.texts.push(item);
    else cell.pictures.push(item);
  }
  if (cells.length === 0) return null;
  if (next < grid.columns.length) cells.push({ span: grid.columns.length - next, texts: [], pictures: [] });
  return { type: 'row', kind, cells };
}
