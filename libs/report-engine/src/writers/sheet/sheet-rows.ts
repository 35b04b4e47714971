import { isNumber } from '../../expression/arithmetic.ts';
import type {
  Fill,
  FilledBand,
  FilledTable,
  FilledText,
  FillState,
  ResolvedStyle,
} from '../../fill/types.ts';
import type { BandKind, Group } from '../../template/types.ts';
import { linesOfBand, type BandLine } from '../band-lines.ts';
import type { Grid } from '../grid.ts';
import { isPicture } from '../pictures.ts';
import { createStyleCache } from '../style-cache.ts';
import type { SheetCell, SheetRow } from './types.ts';

const ROW_HEIGHT = 15;
/** Pictures up to this height make their row higher, higher ones reach over empty rows: points. */
const HIGHEST_ROW = 80;

/**
 * The rows of a sheet: title, page header and column header once, then groups and details, at last the summary. `onRow` is called
 * for each row of the main dataset. Page footers are left out.
 */
export async function* sheetRows(fill: Fill, grid: Grid, onRow: () => void): AsyncGenerator<SheetRow> {
  const levels = outlineLevels(fill.groups);
  const counters = { pageNumber: 1, columnNumber: 1, pageCount: 1 };
  let last: FillState | undefined;
  let hasHeader = false;

  function* rowsOfPageBand(kind: BandKind, state: FillState): Generator<SheetRow> {
    const band = fill.pageBand(kind, state, counters);
    if (band) yield* rowsOfBand(band, grid, 0);
  }

  for await (const event of fill.events()) {
    if (event.type === 'row') onRow();
    if (event.type !== 'band') continue;
    const { band, state } = event;
    if (!last) fill.startPage(state);
    last = state;
    if (!hasHeader && band.kind !== 'title' && band.kind !== 'noData') {
      hasHeader = true;
      yield* rowsOfPageBand('pageHeader', state);
      yield* rowsOfPageBand('columnHeader', state);
    }
    yield* rowsOfBand(band, grid, levelOf(band, levels));
  }
  if (last && hasHeader) yield* rowsOfPageBand('columnFooter', last);
}

/**
 * The style of days, moments and booleans. Spreadsheets put them to the right, where they touch the text of the next column; at the
 * left they would touch the number before them.
 */
const centred = createStyleCache((style): ResolvedStyle => ({ align: 'center', ...style }));

/** For each group how many groups outside it have a header or footer; one more for the details. */
function outlineLevels(groups: readonly Group[]): number[] {
  let level = 0;
  const levels = groups.map(({ header, footer }) => (header || footer ? level++ : level));
  return [...levels, level];
}

function levelOf({ kind, group }: FilledBand, levels: number[]): number {
  if (kind === 'detail') return levels.at(-1) ?? 0;
  return group === undefined ? 0 : (levels[group] ?? 0);
}

function* rowsOfBand(band: FilledBand, grid: Grid, level: number): Generator<SheetRow> {
  const place = { kind: band.kind, level };
  /** Rows that pictures above reach over, and where the lowest of these pictures ends. */
  let covered = 0;
  let bottom = 0;
  function* emptyRows(): Generator<SheetRow> {
    for (; covered > 0; covered -= 1) yield { ...place, cells: [], height: ROW_HEIGHT };
  }
  for (const line of linesOfBand(band)) {
    if (line.items.some(({ y }) => y >= bottom)) yield* emptyRows();
    const row = rowOfLine(line, grid, place);
    if (row.pictures) {
      const highest = Math.max(...row.pictures.map(({ element }) => element.height));
      bottom = Math.max(bottom, ...row.pictures.map(({ element }) => element.y + element.height));
      if (highest > HIGHEST_ROW) covered = Math.max(covered, Math.ceil(highest / ROW_HEIGHT));
      if (highest <= HIGHEST_ROW) row.height = highest;
      else if (row.cells.length === 0) row.height = ROW_HEIGHT;
    }
    if (row.cells.length > 0 || row.pictures) {
      yield row;
      covered -= 1;
    }
    for (const item of line.items) {
      if (item.kind !== 'table') continue;
      for (const cells of tableRows(item, grid)) {
        yield { ...place, cells };
        covered -= 1;
      }
    }
  }
  yield* emptyRows();
}

function rowOfLine({ items }: BandLine, grid: Grid, place: Pick<SheetRow, 'kind' | 'level'>): SheetRow {
  const row: SheetRow = { kind: place.kind, level: place.level, cells: [] };
  for (const item of items) {
    if (item.kind === 'text') addText(row.cells, item, grid);
    else if (isPicture(item)) (row.pictures ??= []).push({ column: grid.columnAt(item.x), element: item });
  }
  row.cells = row.cells.flatMap((cell, index) => [
    cell,
    ...boxBehind(cell, Math.min(cell.column + (cell.span ?? 1), row.cells[index + 1]?.column ?? Infinity)),
  ]);
  return row;
}

const boxOf = createStyleCache(({ background, border }): ResolvedStyle => {
  const { top, bottom } = border ?? {};
  const lines = { ...(top && { top }), ...(bottom && { bottom }) };
  return { ...(background !== undefined && { background }), border: lines };
});

/** Background and lines of a text go on over all columns of its element; sheets without merged cells can be sorted and filtered. */
function boxBehind({ column, style }: SheetCell, end: number): SheetCell[] {
  if (style.background === undefined && style.border === undefined) return [];
  return Array.from({ length: Math.max(0, end - column - 1) }, (_, index) => ({
    column: column + 1 + index,
    value: null,
    text: '',
    style: boxOf(style),
  }));
}

/** Texts that begin in one column are joined: a label and its value stay together. */
function addText(cells: SheetCell[], item: FilledText, grid: Grid): void {
  const { value, text, link, x, width, grow } = item;
  const style = isNumber(value) || typeof value === 'string' ? item.style : centred(item.style);
  const shown = text ?? '';
  if (value === null && shown === '' && !style.background && !style.border) return;
  const column = grid.columnAt(x);
  const before = cells.at(-1);
  if (before?.column === column) {
    if (shown === '') return;
    before.text = before.text === '' ? shown : `${before.text} ${shown}`;
    before.value = before.text;
    return;
  }
  const cell: SheetCell = { column, value, text: shown, style };
  if (link !== undefined) cell.link = link;
  const span = grid.spanOf(x, width);
  if (span > 1) cell.span = span;
  else if (grow) cell.wrap = true;
  cells.push(cell);
}

function* tableRows({ x, columns, rows, totals }: FilledTable, grid: Grid): Generator<SheetCell[]> {
  const first = grid.columnAt(x);
  if (columns.some(({ header }) => header !== ''))
    yield columns.map(({ header, headerStyle }, index) => ({
      column: first + index,
      value: header,
      text: header,
      style: headerStyle,
    }));
  for (const row of totals ? [...rows, totals] : rows)
    yield row.map(({ value, text }, index) => ({
      column: first + index,
      value,
      text,
      style: columns[index]?.style ?? {},
      wrap: true,
    }));
}
