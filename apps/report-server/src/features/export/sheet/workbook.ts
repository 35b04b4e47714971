import { inlineString, SHEET_ROWS, sheetName, workbookParts } from '@cairn/report-engine';
import type { ZipEntry } from '@cairn/report-engine';
import type { OutputColumn } from '../../query/types.ts';
import type { RowCount } from '../row-count.ts';
import { STYLES, cellKindOf } from './cell-kind.ts';
import { createRowWriter } from './row-writer.ts';
import type { RowWriter } from './row-writer.ts';
import { wholeRows } from './whole-rows.ts';
import { SHEET_END, sheetStart, STYLES_PART } from './sheet-parts.ts';

const PIECE = 128 * 1024;

export interface WorkbookOptions {
  name: string;
  columns: Pick<OutputColumn, 'name' | 'type'>[];
  limit: number;
  count: RowCount;
  /** Rows of a sheet, after which the next begins. */
  sheetRows?: number;
}

/** Rows of a COPY in text format as the parts of a workbook: as many sheets as they need, and one of notes where something is left out. */
export async function* workbookEntries(
  rows: AsyncIterable<Buffer>,
  options: WorkbookOptions,
): AsyncGenerator<ZipEntry> {
  const source = createSource(rows, options);
  const writer = createRowWriter(options.columns.map(({ type }) => cellKindOf(type)));
  const names: string[] = [];
  const part = () => `xl/worksheets/sheet${names.length}.xml`;
  do {
    names.push(sheetName(options.name, names.length + 1));
    yield { name: part(), content: writeSheet(source, { ...options, writer }) };
  } while (await source.hasMore());
  const notes = notesOf(options, writer);
  if (notes.length > 0) {
    // Excel repairs a file with two sheets of one name.
    names.push(names.some((name) => name.toLowerCase() === 'notes') ? 'About this file' : 'Notes');
    yield {
      name: part(),
      content: `${sheetStart([100])}${notes.map((note) => headRow([note])).join('')}${SHEET_END}`,
    };
  }
  yield { name: 'xl/styles.xml', content: STYLES_PART };
  const sheets = names.map((name) => ({ name, frozen: 1 }));
  yield* workbookParts(sheets, { template: { title: options.name }, settings: { now: new Date() } });
}

type Source = ReturnType<typeof createSource>;

/** Rows one after the other, over the borders of sheets. */
function createSource(rows: AsyncIterable<Buffer>, { limit, count }: WorkbookOptions) {
  const blocks = wholeRows(rows);
  let block: Buffer = Buffer.alloc(0);
  let at = 0;
  return {
    /** Whether there is one more row that the file may have. */
    async hasMore(): Promise<boolean> {
      while (at >= block.length) {
        const next = await blocks.next();
        if (next.done) return false;
        [block, at] = [next.value, 0];
      }
      if (count.rows < limit) return true;
      count.truncated = true;
      // The rest is read to its end, so that the session can be used again.
      at = block.length;
      return this.hasMore();
    },
    /** Writes the rows that are here, at most `most` of them, as rows from `number` on. */
    write(writer: RowWriter, number: number, most: number): number {
      let written = 0;
      while (at < block.length && written < most && count.rows < limit && writer.used() < PIECE) {
        at = writer.writeRow(block, at, number + written);
        written += 1;
        count.rows += 1;
      }
      return written;
    },
  };
}

async function* writeSheet(
  source: Source,
  { columns, writer, sheetRows = SHEET_ROWS }: WorkbookOptions & { writer: RowWriter },
): AsyncGenerator<string | Uint8Array> {
  yield sheetStart(columns.map(({ name, type }) => widthOf(name, type)));
  yield headRow(columns.map(({ name }) => name));
  let number = 2;
  while (number <= sheetRows && (await source.hasMore())) {
    number += source.write(writer, number, sheetRows - number + 1);
    yield writer.take();
  }
  yield SHEET_END;
}

function headRow(texts: string[]): string {
  const cells = texts.map((text) => `<c s="${STYLES.head}" t="inlineStr">${inlineString(text)}</c>`);
  return `<row>${cells.join('')}</row>`;
}

function widthOf(name: string, type: string): number {
  const values = type === 'text' ? 24 : type.startsWith('timestamp') ? 20 : 12;
  return Math.min(60, Math.max(values, name.length + 2));
}

function notesOf({ count, limit }: WorkbookOptions, { cut }: RowWriter): string[] {
  return [
    ...(count.truncated ? [`There are more rows. This file has the first ${limit}.`] : []),
    ...(cut.texts > 0 ? [`Texts of more than 32,767 characters were cut: ${cut.texts}.`] : []),
  ];
}
