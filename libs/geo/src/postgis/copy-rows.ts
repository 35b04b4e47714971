const SIGNATURE = 11;
const END = -1;

/** Takes one field of a row: `length` bytes from `at`; -1 for null. */
export type TakeField = (field: number, bytes: Buffer, at: number, length: number) => void;

interface RowTaker {
  takeField: TakeField;
  endRow(): void;
}

export interface CopyParser {
  push(chunk: Buffer): void;
  /** @throws when the last row is not there */
  finish(): void;
}

/**
 * Reads PostgreSQL's binary COPY (PostgreSQL documentation, COPY, Binary Format) as it comes: each field of a row, then `endRow`.
 * @throws when the stream ends before its last row
 */
export async function readCopyRows(chunks: AsyncIterable<Buffer>, taker: RowTaker): Promise<void> {
  const parser = createCopyParser(taker);
  for await (const chunk of chunks) parser.push(chunk);
  parser.finish();
}

/** The same for chunks that are pushed. */
export function createCopyParser({ takeField, endRow }: RowTaker): CopyParser {
  let rest: Buffer = Buffer.alloc(0);
  let isHead = true;
  let isEnd = false;

  function push(chunk: Buffer): void {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    if (isHead) {
      if (bytes.length < SIGNATURE + 8) {
        rest = bytes;
        return;
      }
      at = SIGNATURE + 8 + bytes.readInt32BE(SIGNATURE + 4);
      isHead = false;
    }
    for (;;) {
      const end = endOfRow(bytes, at);
      if (end === null) break;
      const fields = bytes.readInt16BE(at);
      at += 2;
      if (fields === END) {
        isEnd = true;
        break;
      }
      for (let field = 0; field < fields; field += 1) {
        const length = bytes.readInt32BE(at);
        at += 4;
        takeField(field, bytes, at, length);
        if (length > 0) at += length;
      }
      endRow();
    }
    rest = bytes.subarray(at);
  }

  return {
    push,
    finish() {
      if (!isEnd) throw new Error('the rows end too early');
    },
  };
}

/** Null while the row is not complete. */
function endOfRow(bytes: Buffer, start: number): number | null {
  if (start + 2 > bytes.length) return null;
  const fields = bytes.readInt16BE(start);
  let at = start + 2;
  for (let field = 0; field < fields; field += 1) {
    if (at + 4 > bytes.length) return null;
    const length = bytes.readInt32BE(at);
    at += 4 + Math.max(0, length);
  }
  return at > bytes.length ? null : at;
}
