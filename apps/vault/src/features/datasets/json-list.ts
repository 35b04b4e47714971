/** Large enough that a list has few of them, small enough to be had again at once. */
const CHUNK = 1024 * 1024;
const COMMA = 0x2c;

export interface JsonList {
  /** An item whose JSON consists of two pieces. */
  add(beginning: Uint8Array, end: Uint8Array): void;
  /** The list in UTF-8, in pieces. */
  finish(): Buffer[];
}

/** A JSON array put together from bytes: no text of the whole is ever made. */
export function createJsonList(): JsonList {
  const chunks: Buffer[] = [];
  let chunk = Buffer.allocUnsafe(CHUNK);
  let at = chunk.write('[');
  let isFirst = true;

  function makeRoom(bytes: number): void {
    if (at + bytes <= chunk.length) return;
    chunks.push(chunk.subarray(0, at));
    chunk = Buffer.allocUnsafe(Math.max(CHUNK, bytes));
    at = 0;
  }

  return {
    add(beginning, end) {
      makeRoom(beginning.length + end.length + 1);
      if (isFirst) isFirst = false;
      else chunk[at++] = COMMA;
      chunk.set(beginning, at);
      at += beginning.length;
      chunk.set(end, at);
      at += end.length;
    },
    finish() {
      makeRoom(1);
      at += chunk.write(']', at);
      // A copy, since who keeps a short list should not keep the room for a long one.
      return [...chunks, Buffer.from(chunk.subarray(0, at))];
    },
  };
}
