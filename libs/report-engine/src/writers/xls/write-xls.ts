import { utils, write, type CellObject, type WorkSheet } from 'xlsx/xlsx.mjs';
import { unprocessable } from '@cairn/service/errors';
import type { Fill, Writer } from '../../fill/types.ts';
import { createGrid } from '../grid.ts';
import { numberFormatOf } from '../sheet/number-format.ts';
import { cellText } from '../sheet/sheet-limits.ts';
import { sheetName } from '../sheet/sheet-names.ts';
import { sheetRows } from '../sheet/sheet-rows.ts';
import { serialNumber, sheetValueOf } from '../sheet/sheet-value.ts';
import type { SheetCell } from '../sheet/types.ts';

/** Limits of the file format. SheetJS drops what is beyond them and says nothing. */
const MOST_ROWS = 65_536;
const MOST_COLUMNS = 256;

/**
 * One sheet of Excel 97 to 2003, without fonts, colours and pictures.
 * @throws AppError 422 above 65,536 rows or 256 columns.
 */
export const writeXls: Writer = async (fill, { stream }, signal) => {
  const result = { rows: 0 };
  const grid = createGrid(fill.template);
  if (grid.columns.length > MOST_COLUMNS)
    throw tooLarge(
      'too_many_columns',
      `${grid.columns.length.toLocaleString('en')} columns, and an xls file holds 256`,
    );
  const cells: CellObject[][] = [];
  const levels: { level: number }[] = [];
  for await (const row of sheetRows(fill, grid, () => (result.rows += 1))) {
    signal?.throwIfAborted();
    if (cells.length === MOST_ROWS)
      throw tooLarge('too_many_rows', 'more than 65,536 rows, which is all that an xls file holds');
    const line: CellObject[] = [];
    for (const cell of row.cells) {
      const object = cellOf(cell, fill);
      if (object && cell.column < MOST_COLUMNS) line[cell.column] = object;
    }
    cells.push(line);
    levels.push({ level: row.level });
  }
  // Rows as arrays need a third of the memory of cells by their reference.
  const sheet: WorkSheet = Object.assign(cells as unknown as WorkSheet, {
    '!ref': utils.encode_range({
      s: { r: 0, c: 0 },
      e: { r: Math.max(0, cells.length - 1), c: widest(cells) },
    }),
    '!cols': grid.columns.map(({ width }) => ({ wpx: Math.round((width * 96) / 72) })),
    '!rows': levels,
  });
  const name = sheetName(fill.template.title, 1);
  const bytes: Buffer = write(
    { SheetNames: [name], Sheets: { [name]: sheet } },
    { type: 'buffer', bookType: 'biff8' },
  );
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject).end(bytes, () => resolve());
  });
  return result;
};

function widest(cells: CellObject[][]): number {
  return cells.reduce((most, { length }) => Math.max(most, length - 1), 0);
}

function cellOf(cell: SheetCell, fill: Fill): CellObject | null {
  const { locale, timeZone } = fill.settings;
  const value = sheetValueOf(cell, timeZone);
  switch (value.type) {
    case 'empty':
      return null;
    case 'text':
      return { t: 's', v: cellText(value.text, fill) };
    case 'boolean':
      return { t: 'b', v: value.value };
    case 'number':
      return { t: 'n', v: Number(value.digits), z: numberFormatOf(value, cell.style.pattern, locale) };
    default:
      return {
        t: 'n',
        v: serialNumber(value.type, value.local),
        z: numberFormatOf(value, cell.style.pattern, locale),
      };
  }
}

function tooLarge(code: string, what: string): Error {
  return unprocessable(
    `report-server.${code}`,
    `This report has ${what}; choose xlsx, or filter the report.`,
  );
}
