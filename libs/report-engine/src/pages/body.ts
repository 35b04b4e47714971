import { unprocessable } from '@cairn/service/errors';
import type { FillState } from '../fill/types.ts';
import type { FlowOptions, Unit } from './flow-types.ts';
import { splitBand } from './split.ts';
import type { MeasuredBand } from './types.ts';

const TINY = 0.01;

/** A band up to this part of a column moves as a whole instead of leaving a line or two behind. */
const SHORT = 0.25;

interface PageBreak {
  restartNumbers?: boolean;
  /** Whether rows come on the new page, which need the header of the columns. */
  forRows?: boolean;
}

/** Puts bands below one another into columns and pages; a band that does not fit is moved or split. */
export interface Body {
  /** Groups whose header is on a page and may be printed again. */
  readonly printed: Set<number>;
  /** Height that is left in the column. */
  room(): number;
  /** Height of an empty column. */
  fullRoom(): number;
  ensurePage(state: FillState): void;
  breakPage(state: FillState, options?: PageBreak): void;
  breakColumn(state: FillState): void;
  placeTitle(unit: Unit): void;
  place(unit: Unit): void;
  finish(state: FillState): void;
}

export function placeBody({ fill, geometry, sheet, emit }: FlowOptions): Body {
  const { template } = fill;
  let hasTitle = false;
  let isDone = false;
  /** Lowest end of a column on the page. */
  let lowest = 0;
  /** For columns that are filled across: the column that is next, and the row of bands. */
  let across = { column: 0, top: 0, bottom: 0 };
  let lastState: FillState | null = null;

  // Below a title the first page has less room than others, so that what does not fit there may fit on the next.
  const isAtTop = () => sheet.y <= sheet.top + TINY && !hasTitle;

  function breakPage(state: FillState, { restartNumbers = false, forRows = true }: PageBreak = {}): void {
    endRow();
    emit(sheet.end());
    if (restartNumbers) sheet.restartNumbers();
    beginPage(state, forRows);
  }

  function beginPage(state: FillState, forRows = true): void {
    sheet.begin(state, { withColumnHeader: forRows });
    hasTitle = false;
    lowest = 0;
    for (const group of [...body.printed].toSorted((a, b) => a - b)) {
      if (fill.groups[group]?.reprintHeader) sheet.putPageBand('groupHeader', state, group);
    }
  }

  function endRow(): void {
    if (across.column === 0) return;
    sheet.y = across.bottom;
    across = { column: 0, top: 0, bottom: 0 };
    if (lastState) sheet.moveToColumn(0, lastState);
  }

  function flowBand(band: MeasuredBand, state: FillState, wide: boolean): void {
    let rest = band;
    for (;;) {
      if (rest.height <= body.room() + TINY) {
        sheet.put(rest, state, wide);
        return;
      }
      const atTop = isAtTop();
      const isShort = rest.height <= body.fullRoom() * SHORT;
      const keeps =
        rest.split === 'prevent' || (rest.split === 'stretch' && (isShort || rest.declared > body.room()));
      const parts = keeps && !(atTop && rest.split === 'stretch') ? null : splitBand(rest, body.room());
      if (!parts && atTop) throw tooHigh(rest);
      if (parts) {
        sheet.put(parts.first, state, wide);
        rest = parts.rest;
      }
      if (wide) breakPage(state, { forRows: false });
      else body.breakColumn(state);
    }
  }

  /** Parts of a band that an element cuts by asking for a new page or column. */
  function placeWithBreaks({ band, state }: Unit, wide: boolean): void {
    let rest = band;
    for (const cut of band.breaks) {
      const offset = cut.y - (band.height - rest.height);
      const parts = offset > TINY ? splitBand(rest, offset) : null;
      if (parts) {
        flowBand(parts.first, state, wide);
        rest = parts.rest;
      }
      if (cut.what === 'page' || wide) breakPage(state, { forRows: !wide });
      else body.breakColumn(state);
    }
    flowBand(rest, state, wide);
  }

  function placeAcross({ band, state }: Unit): void {
    if (across.column > 0 && across.top + band.height > sheet.bottom + TINY) endRow();
    if (across.column === 0) {
      if (band.height > body.room() + TINY && !isAtTop()) breakPage(state);
      if (band.height > body.room() + TINY) throw tooHigh(band);
      across = { column: 0, top: sheet.y, bottom: sheet.y };
    }
    sheet.moveToColumn(across.column, state);
    sheet.y = across.top;
    sheet.put(band, state);
    across.bottom = Math.max(across.bottom, sheet.y);
    sheet.y = across.top;
    across.column++;
    lastState = state;
    if (across.column === geometry.columns) endRow();
  }

  const body: Body = {
    printed: new Set(),
    room: () => sheet.bottom - sheet.y,
    fullRoom: () => sheet.bottom - sheet.top,
    ensurePage(state) {
      if (!sheet.isOpen) beginPage(state);
    },
    breakPage,
    breakColumn(state) {
      if (isAtTop() && sheet.isOpen) return;
      if (geometry.horizontal || sheet.columnsLeft === 0) breakPage(state);
      else {
        lowest = Math.max(lowest, sheet.y);
        sheet.nextColumn(state);
      }
    },
    placeTitle({ band, state }) {
      sheet.begin(state, { withHeader: false });
      let rest = band;
      while (rest.height > body.room() + TINY) {
        const parts = rest.split === 'prevent' ? null : splitBand(rest, body.room());
        if (!parts) throw tooHigh(rest);
        sheet.put(parts.first, state, true);
        emit(sheet.end({ withFooter: false }));
        sheet.begin(state, { withHeader: false });
        rest = parts.rest;
      }
      sheet.put(rest, state, true);
      isDone = true;
      if (template.titleOnNewPage) emit(sheet.end({ withFooter: false }));
      else if (
        sheet.bottom - sheet.y <
        heightOf(template.bands.pageHeader) + heightOf(template.bands.columnHeader) + TINY
      ) {
        emit(sheet.end());
      } else {
        sheet.printHeaders(state);
        hasTitle = true;
      }
    },
    place(unit) {
      isDone = true;
      const { kind } = unit.band;
      if (geometry.horizontal && kind === 'detail') {
        placeAcross(unit);
        return;
      }
      endRow();
      const wide = kind === 'summary' || kind === 'noData';
      if (wide && geometry.columns > 1) sheet.y = Math.max(sheet.y, lowest);
      placeWithBreaks(unit, wide);
      lastState = unit.state;
    },
    finish(state) {
      endRow();
      if (!sheet.isOpen) {
        if (isDone) return;
        beginPage(state);
      }
      const last = template.bands.lastPageFooter;
      const room = geometry.bottom - geometry.columnFooterHeight - heightOf(last);
      if (last && Math.max(sheet.y, lowest) > room + TINY) breakPage(lastState ?? state, { forRows: false });
      emit(sheet.end({ last: true }));
    },
  };
  return body;
}

function heightOf(band: { height: number } | undefined): number {
  return band?.height ?? 0;
}

function tooHigh(band: MeasuredBand) {
  const height = Math.ceil(band.height);
  return unprocessable(
    'report.band_too_high',
    `The band "${band.kind}" is ${height} pt high, needs more room than an empty page has, and cannot be split. Lower it, or let it split.`,
    { band: band.kind, height },
  );
}
