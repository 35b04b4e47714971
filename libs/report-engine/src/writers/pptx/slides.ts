import type { Fill, FilledBand, FilledText, ResolvedStyle } from '../../fill/types.ts';
import type { TextLayout } from '../../text/text-layout.ts';
import { linesOfBand } from '../band-lines.ts';
import type { BandLine } from '../band-lines.ts';
import { createGrid } from '../grid.ts';
import type { Grid } from '../grid.ts';
import { isPicture } from '../pictures.ts';
import type { PictureElement } from '../pictures.ts';

export interface SlideCell {
  span: number;
  text: string;
  style: ResolvedStyle;
}

export interface SlideRow {
  kind: 'header' | 'group' | 'detail' | 'total';
  cells: SlideCell[];
  /** Points. */
  height: number;
}

export type Slide =
  | { kind: 'title'; title: string; lines: string[] }
  /** `widths` are points. */
  | { kind: 'table'; subtitle: string; widths: number[]; rows: SlideRow[] }
  | { kind: 'picture'; element: PictureElement }
  | { kind: 'text'; lines: { text: string; style: ResolvedStyle }[] };

/** Room for tables, in points, on a slide of 960 × 540. */
export const TABLE_WIDTH = 888;
const TABLE_HEIGHT = 424;
const MAX_ROWS = 20;
export const FONT_SIZE = 11;
export const CELL_INSET = 4;
const LEAST_ROW = 20;

/** The report as slides: a title, tables of at most 20 rows that fit on their slide, pictures, and closing texts. */
export async function* slidesOf(fill: Fill, text: TextLayout, countRow: () => void): AsyncGenerator<Slide> {
  const grid = createGrid(fill.template);
  const total = grid.columns.reduce((sum, { width }) => sum + width, 0);
  const widths = grid.columns.map(({ width }) => (width / total) * TABLE_WIDTH);
  const measure = createMeasure(text, widths);
  let header: SlideRow[] | null = null;
  let rows: SlideRow[] = [];
  let used = 0;
  let subtitle = '';
  /** The group in which the slide begins. */
  let firstSubtitle = '';
  let isTitled = false;

  function takeTable(): Slide[] {
    const slide: Slide = {
      kind: 'table',
      subtitle: firstSubtitle,
      widths,
      rows: [...(header ?? []), ...rows],
    };
    const isEmpty = rows.length === 0;
    rows = [];
    used = 0;
    return isEmpty ? [] : [slide];
  }

  function* addRow(row: SlideRow): Generator<Slide> {
    const headerHeight = (header ?? []).reduce((sum, { height }) => sum + height, 0);
    // A group that begins in the last row would be alone on its slide.
    const needed = row.kind === 'group' ? row.height + LEAST_ROW : row.height;
    const isFull = rows.length + (row.kind === 'group' ? 2 : 1) > MAX_ROWS;
    if (rows.length > 0 && (isFull || headerHeight + used + needed > TABLE_HEIGHT)) yield* takeTable();
    if (rows.length === 0) firstSubtitle = subtitle;
    rows.push(row);
    used += row.height;
  }

  for await (const event of fill.events()) {
    if (event.type === 'row') countRow();
    if (event.type !== 'band') continue;
    const { band, state } = event;
    const lines = linesOfBand(band);
    if (band.kind === 'title') {
      yield titleSlide(fill, lines);
      isTitled = true;
      yield* picturesOf(lines);
      continue;
    }
    if (!isTitled) yield titleSlide(fill, []);
    isTitled = true;
    header ??= headerRows(
      fill.pageBand('columnHeader', state, { pageNumber: 1, columnNumber: 1, pageCount: 1 }),
    );
    const isTable = band.kind !== 'noData' && (band.kind !== 'summary' || lines.some(hasSeveralTexts));
    if (isTable) {
      for (const line of lines) {
        const cells = cellsOf(line, grid);
        if (cells.length === 0) continue;
        if (band.kind === 'groupHeader')
          subtitle = cells
            .map((cell) => cell.text)
            .join(' ')
            .trim();
        yield* addRow(measure({ kind: rowKind(band), cells, height: 0 }));
      }
    } else if (lines.length > 0) {
      yield* takeTable();
      subtitle = '';
      const texts = lines.flatMap(textsOf).filter((each) => each.text !== '');
      if (texts.length > 0) yield { kind: 'text', lines: texts };
    }
    for (const slide of extras(lines, measure)) {
      yield* takeTable();
      yield slide;
    }
  }
  yield* takeTable();
  if (!isTitled) yield titleSlide(fill, []);

  function headerRows(band: FilledBand | null): SlideRow[] {
    if (!band) return [];
    return linesOfBand(band)
      .map((line) => measure({ kind: 'header', cells: cellsOf(line, grid), height: 0 }))
      .filter(({ cells }) => cells.length > 0);
  }
}

function titleSlide({ template }: Fill, lines: BandLine[]): Slide {
  const texts = lines.flatMap(textsOf).map((each) => each.text.trim());
  const [first, ...others] = texts.filter((each) => each !== '');
  return {
    kind: 'title',
    title: first ?? template.title,
    lines: others.length > 0 ? others.slice(0, 8) : template.description ? [template.description] : [],
  };
}

function* picturesOf(lines: BandLine[]): Generator<Slide> {
  for (const { items } of lines) {
    for (const element of items) if (isPicture(element)) yield { kind: 'picture', element };
  }
}

/** Pictures and tables inside bands: each has slides of its own. */
function* extras(
  lines: BandLine[],
  measure: (row: SlideRow, widths?: number[]) => SlideRow,
): Generator<Slide> {
  for (const { items } of lines) {
    for (const element of items) {
      // A logo or a small sign beside texts says nothing on a slide of its own.
      if (isPicture(element) && (element.kind !== 'image' || element.height > 60))
        yield { kind: 'picture', element };
      if (element.kind !== 'table') continue;
      const total = element.columns.reduce((sum, { width }) => sum + width, 0);
      const widths = element.columns.map(({ width }) => (width / total) * TABLE_WIDTH);
      const toRow = (kind: SlideRow['kind'], texts: string[], styles: ResolvedStyle[]) =>
        measure(
          { kind, height: 0, cells: texts.map((text, at) => ({ span: 1, text, style: styles[at] ?? {} })) },
          widths,
        );
      const styles = element.columns.map(({ style }) => style);
      const header = toRow(
        'header',
        element.columns.map((column) => column.header),
        element.columns.map(({ headerStyle }) => headerStyle),
      );
      const rows = element.rows.map((row) =>
        toRow(
          'detail',
          row.map(({ text }) => text),
          styles,
        ),
      );
      if (element.totals)
        rows.push(
          toRow(
            'total',
            element.totals.map(({ text }) => text),
            styles,
          ),
        );
      for (let from = 0; from < rows.length;) {
        let height = header.height;
        let to = from;
        while (
          to < rows.length &&
          to - from < MAX_ROWS &&
          (to === from || height + (rows[to]?.height ?? 0) <= TABLE_HEIGHT)
        ) {
          height += rows[to]?.height ?? 0;
          to++;
        }
        yield { kind: 'table', subtitle: '', widths, rows: [header, ...rows.slice(from, to)] };
        from = to;
      }
    }
  }
}

function rowKind({ kind }: FilledBand): SlideRow['kind'] {
  if (kind === 'groupHeader') return 'group';
  return kind === 'detail' ? 'detail' : 'total';
}

function hasSeveralTexts(line: BandLine): boolean {
  return textsOf(line).length > 1;
}

function textsOf({ items }: BandLine): { text: string; style: ResolvedStyle }[] {
  return items.flatMap((item) =>
    item.kind === 'text' ? [{ text: item.text ?? '', style: item.style }] : [],
  );
}

/** One cell for each text, where the grid has its column; texts of one column are joined. */
function cellsOf({ items }: BandLine, grid: Grid): SlideCell[] {
  const texts = items.filter((item): item is FilledText => item.kind === 'text');
  if (texts.length === 0) return [];
  const cells: SlideCell[] = [];
  let next = 0;
  for (const { x, width, text, style } of texts) {
    const column = grid.columnAt(x);
    const last = cells.at(-1);
    if (last && column < next) {
      last.text = `${last.text} ${text ?? ''}`.trim();
      continue;
    }
    if (column > next) cells.push({ span: column - next, text: '', style: {} });
    const span = Math.min(grid.spanOf(x, width), grid.columns.length - column);
    cells.push({ span, text: text ?? '', style });
    next = column + span;
  }
  if (next < grid.columns.length) cells.push({ span: grid.columns.length - next, text: '', style: {} });
  return cells;
}

/** Sets the height of rows as presentation programs will, so that no table runs over the foot of its slide. */
function createMeasure(text: TextLayout, gridWidths: number[]) {
  const formats = [false, true].map((bold) => text.format({ size: FONT_SIZE, bold }));
  return (row: SlideRow, widths: number[] = gridWidths): SlideRow => {
    let height = LEAST_ROW;
    let column = 0;
    for (const { span, text: content, style } of row.cells) {
      const width = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0);
      column += span;
      const format = formats[row.kind !== 'detail' || style.bold ? 1 : 0];
      // Their fonts may be wider than ours.
      const room = Math.max(10, width - 2 * CELL_INSET) * 0.94;
      if (!format || isSurelyOneLine(content, room)) continue;
      const lines = text.lines(content, format, room).length;
      height = Math.max(height, lines * FONT_SIZE * 1.25 + 6);
    }
    return { ...row, height };
  };
}

/** Characters are at most as wide as their size, but for a few ligatures. Shaping most texts of slides takes longer than all else. */
function isSurelyOneLine(text: string, room: number): boolean {
  return text.length * FONT_SIZE <= room && !/[\n\r\v\f\u0085\u2028\u2029]/.test(text);
}
