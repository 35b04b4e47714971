/** The last bytes that a terminal has shown. */
export interface Replay {
  add(bytes: Buffer): void;
  /** What is left of it; from the beginning of a line when something before it is gone. */
  bytes(): Buffer;
}

const NEWLINE = 10;

/** Keeps at most about `most` bytes, in the pieces in which they came. */
export function createReplay(most: number): Replay {
  const pieces: Buffer[] = [];
  let first = 0;
  let kept = 0;
  let cut = false;

  return {
    add(bytes) {
      pieces.push(bytes);
      kept += bytes.length;
      while (kept > most) {
        kept -= pieces[first]!.length;
        pieces[first] = EMPTY;
        first += 1;
        cut = true;
      }
      // Moving the rest to the front each time would cost more than the bytes themselves.
      if (first > 1024) first = pieces.splice(0, first).length - first;
    },
    bytes() {
      const all = Buffer.concat(pieces.slice(first));
      return cut ? all.subarray(all.indexOf(NEWLINE) + 1) : all;
    },
  };
}

const EMPTY = Buffer.alloc(0);
