import { unprocessable } from '@cairn/service/errors';
import type { Fill, FillState, PageCounters } from '../fill/types.ts';
import type { BandKind } from '../template/types.ts';
import type { PageGeometry } from './geometry.ts';
import { measureBand } from './measure.ts';
import type { MeasureContext } from './measure.ts';
import { placeBand } from './place.ts';
import type { OpenTexts } from './place.ts';
import type { MeasuredBand, Page } from './types.ts';

export interface SheetOptions {
  fill: Fill;
  geometry: PageGeometry;
  context: MeasureContext;
  maxPages: number;
}

/**
 * The page that is being filled: its bands at top and bottom, its columns, and where the next band goes. `state` is that of the
 * last band on it, with which the footers are evaluated.
 */
export interface Sheet {
  y: number;
  /** Where the current column began; a band that does not fit there fits nowhere. */
  top: number;
  readonly bottom: number;
  readonly isOpen: boolean;
  /** Whether something of the body is on it. */
  readonly isUsed: boolean;
  readonly columnsLeft: number;
  begin(state: FillState, options?: { withHeader?: boolean; withColumnHeader?: boolean }): void;
  /** Page and column header, below a title. */
  printHeaders(state: FillState, options?: { withColumnHeader?: boolean }): void;
  nextColumn(state: FillState): void;
  moveToColumn(column: number, state: FillState): void;
  put(band: MeasuredBand, state: FillState, wide?: boolean): void;
  putPageBand(kind: BandKind, state: FillState, group: number): void;
  end(options?: { withFooter?: boolean; last?: boolean }): Page;
  restartNumbers(): void;
  counters(): PageCounters;
}

export function createSheet({ fill, geometry, context, maxPages }: SheetOptions): Sheet {
  let page: Page | null = null;
  let openTexts: OpenTexts = { column: [], page: [] };
  let lastState: FillState | null = null;
  let index = 0;
  let pageNumber = 0;
  let column = 0;
  let row = 0;
  let headerBottom = 0;
  let used = false;
  let printedColumns: number[] = [];
  const { template } = fill;

  const counters = (): PageCounters => ({ pageNumber, columnNumber: column + 1 });
  const columnX = (at: number) => geometry.left + at * (geometry.columnWidth + geometry.columnSpacing);

  function place(band: MeasuredBand, at: { x: number; y: number }, state: FillState): void {
    if (!page) throw new Error('No page has begun.');
    placeBand(band, at, { page, openTexts, context, counters: counters(), state, nextRow: () => ++row });
  }

  function evaluate(kind: BandKind, state: FillState, group?: number): MeasuredBand | null {
    const band = fill.pageBand(kind, state, counters(), group);
    return band && measureBand(band, context);
  }

  function printColumnHeader(state: FillState): void {
    const header = evaluate('columnHeader', state);
    sheet.y = headerBottom;
    if (header) {
      place(header, { x: columnX(column), y: sheet.y }, state);
      sheet.y += header.height;
    }
    sheet.top = sheet.y;
    printedColumns.push(column);
  }

  function endColumn(state: FillState): void {
    for (const complete of openTexts.column.splice(0)) complete(state, counters());
  }

  /** What a footer may not do is grow: its place is at the foot, and the rows above it are printed already. */
  function putFooter(kind: BandKind, at: { x: number; bottom: number }, state: FillState): number {
    const band = evaluate(kind, state);
    if (!band) return 0;
    if (band.height > band.declared + 0.5) {
      context.warn(`The band "${kind}" grew beyond its height, and may cover what is above it.`);
    }
    place(band, { x: at.x, y: at.bottom - band.height }, state);
    return band.height;
  }

  const sheet: Sheet = {
    y: 0,
    top: 0,
    get bottom() {
      return geometry.bottom - geometry.footerHeight - geometry.columnFooterHeight;
    },
    get isOpen() {
      return page !== null;
    },
    get isUsed() {
      return used;
    },
    get columnsLeft() {
      return geometry.columns - column - 1;
    },
    begin(state, { withHeader = true, withColumnHeader = true } = {}) {
      index++;
      pageNumber++;
      if (index > maxPages) {
        throw unprocessable(
          'report.too_many_pages',
          `The report has more than ${maxPages} pages. Narrow its parameters, or choose a format without pages.`,
        );
      }
      fill.startPage(state);
      page = { index, pageNumber, width: geometry.width, height: geometry.height, items: [] };
      openTexts = { column: [], page: [] };
      column = 0;
      row = 0;
      used = false;
      printedColumns = [];
      lastState = state;
      const background = evaluate('background', state);
      if (background) place(background, { x: geometry.left, y: geometry.top }, state);
      sheet.y = geometry.top;
      sheet.top = geometry.top;
      if (withHeader) sheet.printHeaders(state, { withColumnHeader });
    },
    printHeaders(state, { withColumnHeader = true } = {}) {
      const header = evaluate('pageHeader', state);
      if (header) {
        place(header, { x: geometry.left, y: sheet.y }, state);
        sheet.y += header.height;
      }
      headerBottom = sheet.y;
      sheet.top = sheet.y;
      if (withColumnHeader) printColumnHeader(state);
      if (sheet.top >= sheet.bottom) {
        throw unprocessable(
          'report.no_room',
          'The headers and footers of the page leave no room for its rows. Make them lower.',
        );
      }
    },
    nextColumn(state) {
      endColumn(lastState ?? state);
      column++;
      fill.startColumn(state);
      printColumnHeader(state);
    },
    moveToColumn(next, state) {
      if (next === column) return;
      endColumn(lastState ?? state);
      column = next;
      fill.startColumn(state);
      if (!printedColumns.includes(next)) {
        const { y } = sheet;
        const { top } = sheet;
        printColumnHeader(state);
        sheet.y = y;
        sheet.top = top;
      }
    },
    put(band, state, wide = false) {
      place(band, { x: wide ? geometry.left : columnX(column), y: sheet.y }, state);
      sheet.y += band.height;
      lastState = state;
      used = true;
    },
    putPageBand(kind, state, group) {
      const band = evaluate(kind, state, group);
      if (!band) return;
      place(band, { x: columnX(column), y: sheet.y }, state);
      sheet.y += band.height;
      sheet.top = sheet.y;
    },
    end({ withFooter = true, last = false } = {}) {
      if (!page || !lastState) throw new Error('No page has begun.');
      const state = lastState;
      endColumn(state);
      if (withFooter) {
        const hasLast = last && template.bands.lastPageFooter;
        const footerHeight = hasLast ? (template.bands.lastPageFooter?.height ?? 0) : geometry.footerHeight;
        const footerTop = geometry.endless
          ? sheet.y + geometry.columnFooterHeight
          : geometry.bottom - footerHeight;
        if (template.bands.columnFooter) {
          const used = column;
          for (const at of printedColumns.toSorted((a, b) => a - b)) {
            column = at;
            putFooter('columnFooter', { x: columnX(at), bottom: footerTop }, state);
          }
          column = used;
        }
        const bottom = footerTop + footerHeight;
        putFooter(hasLast ? 'lastPageFooter' : 'pageFooter', { x: geometry.left, bottom }, state);
        if (geometry.endless) page.height = bottom + geometry.height - geometry.bottom;
      }
      for (const complete of openTexts.page.splice(0)) complete(state, counters());
      for (const complete of openTexts.column.splice(0)) complete(state, counters());
      const done = page;
      page = null;
      return done;
    },
    restartNumbers() {
      pageNumber = 0;
    },
    counters,
  };
  return sheet;
}
