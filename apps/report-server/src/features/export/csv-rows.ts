import { Transform } from 'node:stream';
import type { OutputColumn } from '../query/types.ts';
import type { RowCount } from './row-count.ts';

const [QUOTE, COMMA, CR, LF, TAB, APOSTROPHE] = [0x22, 0x2c, 0x0d, 0x0a, 0x09, 0x27];
/** What a spreadsheet takes for the beginning of a formula: = + - @, and white space that it skips. */
const FORMULA = new Uint8Array(256);
for (const byte of [0x3d, 0x2b, 0x2d, 0x40, TAB, CR]) FORMULA[byte] = 1;
/** Types whose values are never text: their signs are those of numbers. */
const NO_TEXT = new Set([
  ...['integer', 'decimal', 'float', 'boolean', 'date', 'time', 'timestamp', 'timestamptz', 'uuid'],
]);

export interface CsvOptions {
  /** Texts as they are, also those that a spreadsheet would run. */
  raw: boolean;
}

/**
 * The rows of PostgreSQL's CSV with CRLF, and an apostrophe before texts that a spreadsheet would take for a formula. `count.rows`
 * reports how many there are; rows beyond `limit` are left out.
 */
export function createCsvRows(
  columns: Pick<OutputColumn, 'type'>[],
  { raw, limit, count }: CsvOptions & { limit: number; count: RowCount },
): Transform {
  const guarded = Uint8Array.from(columns, ({ type }) => (raw || NO_TEXT.has(type) ? 0 : 1));
  let column = 0;
  let isQuoted = false;
  /** Whether the next byte is the first of a value. */
  let isFirst = true;

  function convert(chunk: Buffer): Buffer {
    // Each byte becomes at most two: a line end, or the first of a guarded text.
    const out = Buffer.allocUnsafe(chunk.length * 2);
    let at = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i]!;
      if (isFirst && byte !== QUOTE) {
        if (FORMULA[byte] === 1 && guarded[column] === 1) out[at++] = APOSTROPHE;
        // A separator right here is an empty value.
        isFirst = false;
      }
      if (byte === QUOTE) {
        // The second one ends an empty text, or stands for a quote, which is then the first of the text.
        if (isQuoted) isFirst = false;
        isQuoted = !isQuoted;
      } else if (!isQuoted) {
        if (byte === COMMA) {
          column += 1;
          isFirst = true;
        } else if (byte === LF) {
          count.rows += 1;
          column = 0;
          isFirst = true;
          out[at++] = CR;
          out[at++] = LF;
          if (count.rows < limit) continue;
          count.truncated = i + 1 < chunk.length;
          return out.subarray(0, at);
        }
      }
      out[at++] = byte;
    }
    return out.subarray(0, at);
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (count.rows < limit) done(null, convert(chunk));
      else {
        count.truncated ||= chunk.length > 0;
        done();
      }
    },
  });
}

/** The line with the names, which may be formulas as well. */
export function csvHeader(columns: Pick<OutputColumn, 'name'>[], { raw }: CsvOptions): string {
  const names = columns.map(({ name }) => {
    const text = !raw && FORMULA[name.charCodeAt(0)] === 1 ? `'${name}` : name;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${names.join(',')}\r\n`;
}
