import { RECORD_BYTES } from './records.ts';
import type { Records } from './records.ts';

const SST = 0x00fc;
/** Bytes of the numbers before the first text. */
const HEAD = 8;

/** The texts of all cells, each once: cells name them by their numbers ([MS-XLS] 2.4.265). */
export function createSharedTexts() {
  const numbers = new Map<string, number>();
  let uses = 0;
  return {
    numberOf(text: string): number {
      uses += 1;
      let number = numbers.get(text);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(text, number);
      }
      return number;
    },
    /** The number of cells before the number of texts. */
    writeTo(records: Records): void {
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(uses, 0);
      head.writeUInt32LE(numbers.size, 4);
      records.pieces(SST, piecesOf(head, numbers.keys()));
    },
  };
}

/** A text may go on in the next record, after a byte that says again how wide its characters are; its first three bytes may not be apart. */
function* piecesOf(head: Buffer, texts: Iterable<string>): Generator<Buffer> {
  let used = head.length;
  yield head;
  for (const text of texts) {
    // eslint-disable-next-line no-control-regex
    const isNarrow = /^[\u0000-\u00ff]*$/.test(text);
    const width = isNarrow ? 1 : 2;
    const encoding = isNarrow ? 'latin1' : 'utf16le';
    const first = Buffer.alloc(3);
    first.writeUInt16LE(text.length, 0);
    first[2] = width - 1;
    let lead = first;
    let from = 0;
    do {
      // A lead and its first character stay together, so that no record ends in a lead.
      if (used + lead.length + width > RECORD_BYTES) used = 0;
      const room = Math.floor((RECORD_BYTES - used - lead.length) / width);
      const part = Buffer.from(text.slice(from, from + room), encoding);
      yield Buffer.concat([lead, part]);
      used += lead.length + part.length;
      from += room;
      lead = Buffer.of(width - 1);
    } while (from < text.length);
  }
}
