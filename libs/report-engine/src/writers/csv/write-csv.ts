import type { Fill, Writer, WriterOutput, WriteResult } from '../../fill/types.ts';
import type { Value } from '../../values/types.ts';
import { writeDataValue } from '../data-value.ts';
import { writeTexts } from '../write-texts.ts';
import { csvTextCell } from './csv-cell.ts';

export interface CsvOptions {
  /** A byte order mark, by which Excel knows UTF-8. */
  bom?: boolean;
  /** No `'` before texts that look like formulas. */
  raw?: boolean;
}

/** The rows of the main dataset: UTF-8, commas, CRLF, the names of the columns first. */
export function createCsvWriter(options: CsvOptions = {}): Writer {
  return async (fill: Fill, { stream }: WriterOutput, signal?: AbortSignal): Promise<WriteResult> => {
    const result = { rows: 0 };
    await writeTexts(writeLines(fill, options, result), stream, signal);
    return result;
  };
}

async function* writeLines(
  fill: Fill,
  { bom, raw }: CsvOptions,
  result: WriteResult,
): AsyncGenerator<string> {
  const names = fill.columns.map(({ name }) => name);
  const { timeZone } = fill.settings;
  const cell = (value: Value): string => {
    if (value === null) return '';
    if (typeof value === 'string') return csvTextCell(value, raw);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    const text = writeDataValue(value, timeZone, ' ');
    return isNumberLike(value) ? text : csvTextCell(text, raw);
  };
  yield `${bom ? '\uFEFF' : ''}${names.map((name) => csvTextCell(name, raw)).join(',')}\r\n`;
  for await (const event of fill.events({ bands: false })) {
    if (event.type !== 'row') continue;
    result.rows += 1;
    let line = '';
    for (const [index, name] of names.entries()) {
      line += index === 0 ? cell(event.row[name] ?? null) : `,${cell(event.row[name] ?? null)}`;
    }
    yield `${line}\r\n`;
  }
}

/** Decimals, and dates before the year 0, begin with a sign and are no formulas. */
function isNumberLike(value: object): boolean {
  return 'type' in value && value.type !== 'geometry';
}
