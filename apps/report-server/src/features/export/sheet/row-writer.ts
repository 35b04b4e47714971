import { cutCellText, inlineString, serialOfPostgresText } from '@cairn/report-engine';
import { STYLES } from './cell-kind.ts';
import type { CellKind } from './cell-kind.ts';

const [TAB, LF, BACKSLASH, MINUS, SPACE, POINT, ZERO] = [0x09, 0x0a, 0x5c, 0x2d, 0x20, 0x2e, 0x30];
const [LETTER_N, LETTER_I, LETTER_T] = [0x4e, 0x49, 0x74];
const UNESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** More bytes of UTF-8 may be more characters than a cell takes. */
const LONG_TEXT = 32_767;
const MAX_DIGITS = 15;
/** Room for what is written around one value, at most. */
const AROUND = 128;

/** Bytes of a text that cannot be written as they are. */
const SPECIAL = new Uint8Array(256);
for (let byte = 0; byte < 0x20; byte += 1) SPECIAL[byte] = 1;
for (const letter of '&<>\\_') SPECIAL[letter.charCodeAt(0)] = 1;
// The first bytes of U+FFFE and U+FFFF.
SPECIAL[0xef] = 1;

const EMPTY = Buffer.from('<c/>');
const NUMBER = [Buffer.from('<c><v>'), Buffer.from('</v></c>')] as const;
const TEXT = [Buffer.from('<c t="inlineStr"><is><t>'), Buffer.from('</t></is></c>')] as const;
const TRUE = Buffer.from('<c t="b"><v>1</v></c>');
const FALSE = Buffer.from('<c t="b"><v>0</v></c>');
const ROW_END = Buffer.from('</row>');

export type RowWriter = ReturnType<typeof createRowWriter>;

/** Turns rows of PostgreSQL's COPY text into rows of a sheet, from bytes to bytes: a text for each cell would take most of the time. */
export function createRowWriter(kinds: CellKind[]) {
  let out = Buffer.allocUnsafe(256 * 1024);
  let used = 0;
  const cut = { texts: 0 };

  function reserve(bytes: number): void {
    if (used + bytes <= out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(out.length * 2, used + bytes));
    out.copy(larger, 0, 0, used);
    out = larger;
  }

  function put(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i += 1) out[used++] = bytes[i]!;
  }

  function putString(text: string): void {
    reserve(text.length * 3 + AROUND);
    used += out.write(text, used);
  }

  function putPart(bytes: Buffer, start: number, end: number): void {
    for (let i = start; i < end; i += 1) out[used++] = bytes[i]!;
  }

  function putAnyText(text: string): void {
    const shown = cutCellText(text);
    if (shown !== text) cut.texts += 1;
    putString(`<c t="inlineStr">${inlineString(shown)}</c>`);
  }

  function putText(bytes: Buffer, start: number, end: number): void {
    let isSpecial =
      end - start > LONG_TEXT || (end > start && (bytes[start] === SPACE || bytes[end - 1] === SPACE));
    for (let i = start; i < end && !isSpecial; i += 1) isSpecial = SPECIAL[bytes[i]!] === 1;
    if (isSpecial) {
      putAnyText(unescapeCopy(bytes.toString('utf8', start, end)));
      return;
    }
    put(TEXT[0]);
    putPart(bytes, start, end);
    put(TEXT[1]);
  }

  function putNumber(bytes: Buffer, start: number, end: number): void {
    put(NUMBER[0]);
    putPart(bytes, start, end);
    put(NUMBER[1]);
  }

  function putSerial(kind: 'date' | 'moment' | 'time', text: string): void {
    const serial = serialOfPostgresText(text, kind);
    if (serial === null) putAnyText(text);
    else putString(`<c s="${STYLES[kind]}"><v>${serial}</v></c>`);
  }

  function putCell(kind: CellKind, bytes: Buffer, [start, end]: [number, number]): void {
    const first = bytes[start]!;
    // The driver writes NULL as \N.
    if (end - start === 2 && first === BACKSLASH && bytes[start + 1] === LETTER_N) return put(EMPTY);
    switch (kind) {
      case 'text':
        return putText(bytes, start, end);
      case 'boolean':
        return put(first === LETTER_T ? TRUE : FALSE);
      case 'date':
      case 'moment':
      case 'time':
        return putSerial(kind, bytes.toString('latin1', start, end));
      default: {
        const digit = first === MINUS ? bytes[start + 1]! : first;
        if (digit === LETTER_N || digit === LETTER_I) return put(EMPTY);
        const isExact =
          kind === 'float' || end - start <= MAX_DIGITS || countDigits(bytes, start, end) <= MAX_DIGITS;
        return isExact ? putNumber(bytes, start, end) : putText(bytes, start, end);
      }
    }
  }

  return {
    /** Texts that were longer than a cell takes. */
    cut,
    /**
     * Writes the row that begins at `start` as the row `number` of a sheet.
     * @returns where the next one begins
     */
    writeRow(bytes: Buffer, start: number, number: number): number {
      putString(`<row r="${number}">`);
      let at = start;
      for (let column = 0; column < kinds.length; column += 1) {
        let end = at;
        while (bytes[end] !== TAB && bytes[end] !== LF) end += 1;
        reserve((end - at) * 2 + AROUND);
        putCell(kinds[column]!, bytes, [at, end]);
        at = end + 1;
      }
      reserve(AROUND);
      put(ROW_END);
      return at;
    },
    /** What was written since the last call. */
    take(): Buffer {
      const taken = out.subarray(0, used);
      out = Buffer.allocUnsafe(out.length);
      used = 0;
      return taken;
    },
    used: () => used,
  };
}

/** A value of PostgreSQL's COPY text as it was. */
function unescapeCopy(text: string): string {
  return text.replace(/\\(.)/g, (_all, letter: string) => UNESCAPED[letter] ?? letter);
}

/** Digits that matter: without zeros at the front, and at the end behind a point. */
function countDigits(bytes: Buffer, start: number, end: number): number {
  let [from, to] = [start, end];
  if (bytes.subarray(start, end).includes(POINT)) while (bytes[to - 1] === ZERO) to -= 1;
  while (from < to && (bytes[from] === ZERO || bytes[from] === MINUS || bytes[from] === POINT)) from += 1;
  let digits = 0;
  for (let i = from; i < to; i += 1) if (bytes[i] !== POINT) digits += 1;
  return digits;
}
