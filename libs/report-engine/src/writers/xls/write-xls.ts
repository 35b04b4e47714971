import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unprocessable } from '@cairn/service/errors';
import type { Fill, Writer } from '../../fill/types.ts';
import { createGrid } from '../grid.ts';
import { numberFormatOf } from '../sheet/number-format.ts';
import { cellText } from '../sheet/sheet-limits.ts';
import { sheetName } from '../sheet/sheet-names.ts';
import { sheetRows } from '../sheet/sheet-rows.ts';
import { serialNumber, sheetValueOf } from '../sheet/sheet-value.ts';
import type { SheetCell } from '../sheet/types.ts';
import { compoundFile } from './compound-file.ts';
import { createWorkbookStream } from './workbook-stream.ts';
import type { WorkbookStream } from './workbook-stream.ts';

/** Limits of the file format. */
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
  const name = sheetName(fill.template.title, 1);
  const workbook = createWorkbookStream({
    name,
    widths: grid.columns.map(({ width }) => width),
    summaryAbove: fill.template.groups.some(({ header }) => header),
  });
  let index = 0;
  for await (const row of sheetRows(fill, grid, () => (result.rows += 1))) {
    signal?.throwIfAborted();
    if (index === MOST_ROWS)
      throw tooLarge('too_many_rows', 'more than 65,536 rows, which is all that an xls file holds');
    workbook.setLevel(index, row.level);
    for (const cell of row.cells) if (cell.column < MOST_COLUMNS) addCell(workbook, { cell, index, fill });
    index += 1;
  }
  await pipeline(Readable.from(compoundFile('Workbook', workbook.take())), stream);
  return result;
};

function addCell(
  workbook: WorkbookStream,
  { cell, index, fill }: { cell: SheetCell; index: number; fill: Fill },
): void {
  const { locale, timeZone } = fill.settings;
  const { column } = cell;
  const value = sheetValueOf(cell, timeZone);
  switch (value.type) {
    case 'empty':
      return;
    case 'text':
      return workbook.addText(index, column, cellText(value.text, fill));
    case 'boolean':
      return workbook.addBoolean(index, column, value.value);
    default: {
      const number = value.type === 'number' ? Number(value.digits) : serialNumber(value.type, value.local);
      workbook.addNumber(index, column, number, numberFormatOf(value, cell.style.pattern, locale));
    }
  }
}

function tooLarge(code: string, what: string): Error {
  return unprocessable(
    `report-server.${code}`,
    `This report has ${what}; choose xlsx, or filter the report.`,
  );
}
