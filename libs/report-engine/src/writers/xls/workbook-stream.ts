import { createRecords, textOf } from './records.ts';
import type { Records } from './records.ts';
import { createSharedTexts } from './shared-texts.ts';

const [GLOBALS, SHEET] = [0x0005, 0x0010];
const [BOF, END_OF_FILE] = [0x0809, 0x000a];
const [NUMBER, LABEL_SST, BOOL_ERR] = [0x0203, 0x00fd, 0x0205];
const FONT_POINTS = 10;
const PIXELS_A_CHARACTER = 7;
const MOST_LEVELS = 7;
/** Before the formats of cells there are those of the sixteen built-in styles. */
const FIRST_CELL_FORMAT = 16;
const DEFAULT_FORMAT = 15;
/** Number formats have names of their own from here on. */
const FIRST_OWN_NUMBER_FORMAT = 164;
const BUILT_IN: Record<string, number> = { General: 0, '@': 49 };

export interface SheetOptions {
  name: string;
  /** Widths of the columns in points. */
  widths: number[];
  /** Whether the rows that sum up a group are above it. */
  summaryAbove: boolean;
}

export type WorkbookStream = ReturnType<typeof createWorkbookStream>;

/** The stream of an Excel workbook of one sheet ([MS-XLS], BIFF8). Cells are added row by row, and the rest when it is taken. */
export function createWorkbookStream({ name, widths, summaryAbove }: SheetOptions) {
  const cells = createRecords();
  const texts = createSharedTexts();
  /** By number format. */
  const formats = new Map<string, number>();
  let [rows, columns, deepest] = [0, 0, 0];
  formatOf('General');

  function formatOf(numberFormat: string): number {
    let format = formats.get(numberFormat);
    if (format === undefined) {
      format = FIRST_CELL_FORMAT + formats.size;
      formats.set(numberFormat, format);
    }
    return format;
  }

  function begin(type: number, length: number, [row, column, format]: [number, number, number]): void {
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
    cells.begin(type, length);
    cells.uint16(row, column, format);
  }

  return {
    /** Groups around a row; before its cells. */
    setLevel(row: number, groups: number): void {
      const level = Math.min(groups, MOST_LEVELS);
      if (level === 0) return;
      deepest = Math.max(deepest, level);
      // Of the height of its font, and with its level.
      cells.numbers(0x0208, row, 0, 0, 0xff, 0, 0, 0x0100 | level, DEFAULT_FORMAT);
    },
    addNumber(row: number, column: number, value: number, numberFormat: string): void {
      begin(NUMBER, 14, [row, column, formatOf(numberFormat)]);
      cells.double(value);
    },
    addText(row: number, column: number, text: string): void {
      begin(LABEL_SST, 10, [row, column, FIRST_CELL_FORMAT]);
      const number = texts.numberOf(text);
      cells.uint16(number & 0xffff, number >>> 16);
    },
    addBoolean(row: number, column: number, value: boolean): void {
      begin(BOOL_ERR, 8, [row, column, FIRST_CELL_FORMAT]);
      cells.uint16(Number(value));
    },
    /** The pieces of the stream. */
    take(): Buffer[] {
      const before = createRecords();
      addBegin(before, SHEET);
      // Levels of rows and columns, counted from one where there are any.
      before.numbers(0x0080, 0, 0, deepest > 0 ? deepest + 1 : 0, 0);
      before.numbers(0x0081, summaryAbove ? 0x0481 : 0x04c1);
      for (const [i, width] of widths.entries()) addColumn(before, i, width);
      const size = Buffer.alloc(14);
      size.writeUInt32LE(rows, 4);
      size.writeUInt16LE(columns, 10);
      before.add(0x0200, size);
      const after = createRecords();
      // Window: with grid lines, headings and zeros.
      after.numbers(0x023e, 0x06b6, 0, 0, 64, 0, 0, 0, 0, 0);
      after.numbers(END_OF_FILE);
      const globals = globalRecords([...formats.keys()]);
      const shared = createRecords();
      texts.writeTo(shared);
      shared.numbers(END_OF_FILE);
      const sheet = sheetEntry(name, globals.length() + shared.length());
      return [globals, sheet, shared, before, cells, after].flatMap((records) => records.chunks());
    },
  };
}

function addBegin(records: Records, kind: number): void {
  // Version 0x0600, as Excel 97 and later write it.
  records.numbers(BOF, 0x0600, kind, 0x0dbb, 0x07cc, 0x00c1, 0, 0x0006, 0);
}

function addColumn(records: Records, index: number, points: number): void {
  const width = Math.round(((points * 96) / 72 / PIXELS_A_CHARACTER) * 256);
  records.numbers(0x007d, index, index, Math.min(width, 255 * 256), DEFAULT_FORMAT, 0, 0);
}

/** What holds for the whole workbook, up to its list of sheets. */
function globalRecords(numberFormats: string[]): Records {
  const records = createRecords();
  addBegin(records, GLOBALS);
  // Texts are UTF-16.
  records.numbers(0x0042, 1200);
  // Window of the workbook, with tabs and scroll bars.
  records.numbers(0x003d, 0, 0, 0x7260, 0x44c0, 0x38, 0, 0, 1, 600);
  // Days are counted from 1900.
  records.numbers(0x0022, 0);
  const font = Buffer.alloc(14);
  for (const [i, number] of [FONT_POINTS * 20, 0, 0x7fff, 400].entries()) font.writeUInt16LE(number, i * 2);
  // Excel has no font of number 4, and expects those before.
  for (let i = 0; i < 4; i += 1) records.add(0x0031, Buffer.concat([font, textOf('Arial', 1)]));
  const own = numberFormats.filter((format) => BUILT_IN[format] === undefined);
  for (const [i, format] of own.entries()) {
    const number = Buffer.alloc(2);
    number.writeUInt16LE(FIRST_OWN_NUMBER_FORMAT + i);
    records.add(0x041e, Buffer.concat([number, textOf(format, 2)]));
  }
  for (let i = 0; i < DEFAULT_FORMAT; i += 1) addFormat(records, { numberFormat: 0, isStyle: true });
  addFormat(records, { numberFormat: 0, isStyle: false });
  for (const format of numberFormats)
    addFormat(records, {
      numberFormat: BUILT_IN[format] ?? FIRST_OWN_NUMBER_FORMAT + own.indexOf(format),
      isStyle: false,
    });
  // The built-in style "Normal".
  records.add(0x0293, Buffer.of(0, 0x80, 0, 0xff));
  return records;
}

function addFormat(
  records: Records,
  { numberFormat, isStyle }: { numberFormat: number; isStyle: boolean },
): void {
  const [parent, used] = isStyle ? [0xfff5, 0xf400] : [0x0001, 0x0400];
  // Font, number format, parent; text at the bottom; which of them count; no borders; the colours of no pattern.
  records.numbers(0x00e0, 0, numberFormat, parent, 0x0020, used, 0, 0, 0, 0, 0x20c0);
}

/** The only sheet; its address is that of its first record. */
function sheetEntry(name: string, before: number): Records {
  const records = createRecords();
  const title = textOf(name, 1);
  const place = Buffer.alloc(6);
  // With the head of this record.
  place.writeUInt32LE(before + 4 + place.length + title.length);
  records.add(0x0085, Buffer.concat([place, title]));
  return records;
}
