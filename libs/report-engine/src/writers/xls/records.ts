/** Data of one record at most; longer ones go on in records of their own. */
export const RECORD_BYTES = 8_224;
const CONTINUE = 0x003c;
const HEAD = 4;
const CHUNK = 256 * 1024;

export type Records = ReturnType<typeof createRecords>;

/** Records of BIFF8 ([MS-XLS] 2.1.4): each has its type, the length of its data, and its data, all little-endian. */
export function createRecords() {
  const full: Buffer[] = [];
  let chunk = Buffer.allocUnsafe(CHUNK);
  let at = 0;
  let written = 0;

  /** Writes the head of a record, whose data of `length` bytes must follow. */
  function begin(type: number, length: number): void {
    if (at + HEAD + length > CHUNK) {
      full.push(chunk.subarray(0, at));
      chunk = Buffer.allocUnsafe(CHUNK);
      at = 0;
    }
    chunk.writeUInt16LE(type, at);
    chunk.writeUInt16LE(length, at + 2);
    at += HEAD;
    written += HEAD + length;
  }

  function uint16(...values: number[]): void {
    for (const value of values) at = chunk.writeUInt16LE(value, at);
  }

  return {
    begin,
    uint16,
    double(value: number): void {
      at = chunk.writeDoubleLE(value, at);
    },
    /** A record of these data. */
    add(type: number, data: Uint8Array): void {
      begin(type, data.length);
      chunk.set(data, at);
      at += data.length;
    },
    /** A record of 16-bit numbers. */
    numbers(type: number, ...values: number[]): void {
      begin(type, values.length * 2);
      uint16(...values);
    },
    /** A record whose data are in pieces, each of which stays whole, with all that do not fit in further records. */
    pieces(type: number, pieces: Iterable<Uint8Array>): void {
      let data: Uint8Array[] = [];
      let size = 0;
      let current = type;
      for (const piece of pieces) {
        if (size + piece.length > RECORD_BYTES) {
          this.add(current, Buffer.concat(data));
          [data, size, current] = [[], 0, CONTINUE];
        }
        data.push(piece);
        size += piece.length;
      }
      this.add(current, Buffer.concat(data));
    },
    length: () => written,
    chunks: (): Buffer[] => [...full, chunk.subarray(0, at)],
  };
}

/** Length and characters of a text, the length in one or two bytes. */
export function textOf(text: string, lengthBytes: 1 | 2): Buffer {
  const data = Buffer.alloc(lengthBytes + 1 + text.length * 2);
  data.writeUIntLE(text.length, 0, lengthBytes);
  data[lengthBytes] = 1;
  data.write(text, lengthBytes + 1, 'utf16le');
  return data;
}
