import { SHEET_ROWS } from './sheet-limits.ts';
import type { SheetRow } from './types.ts';

/** Rows of a report, spread over as many sheets as they need. */
export interface RowSource {
  /** Rows at the top of the first sheet: all up to the column header. */
  head: SheetRow[];
  /** The rows of the next sheet: its head, and as many as fit. */
  nextSheet(): AsyncGenerator<SheetRow>;
  /** How many rows at the top of the sheet stay in sight and are printed on each page. */
  frozenRows(sheet: number): number;
  isDone(): boolean;
}

/** More rows above the details than this would hide them on a small screen: they are not frozen. */
const MOST_FROZEN = 12;
const HEAD = new Set(['title', 'pageHeader', 'columnHeader']);

/** Reads the head of the rows. Sheets after the first have the column header again. */
export async function openRowSource(
  rows: AsyncGenerator<SheetRow>,
  rowsOfSheet = SHEET_ROWS,
): Promise<RowSource> {
  const head: SheetRow[] = [];
  let next = await rows.next();
  while (!next.done && HEAD.has(next.value.kind)) {
    head.push(next.value);
    next = await rows.next();
  }
  const header = head.filter(({ kind }) => kind === 'columnHeader');
  let isFirst = true;

  return {
    head,
    isDone: () => next.done === true,
    frozenRows: (sheet) => {
      const above = sheet === 1 ? head : header;
      return header.length > 0 && above.length <= MOST_FROZEN ? above.length : 0;
    },
    async *nextSheet() {
      const above = isFirst ? head : header;
      isFirst = false;
      yield* above;
      for (let count = above.length; !next.done && count < rowsOfSheet; count += 1) {
        yield next.value;
        next = await rows.next();
      }
    },
  };
}
