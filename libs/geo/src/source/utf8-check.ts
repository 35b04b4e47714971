import { isUtf8 } from 'node:buffer';

/** Checks UTF-8 that arrives in pieces, which may cut characters. */
export function createUtf8Check() {
  /** The beginning of a character whose end is in the next piece. */
  let cutOff: Buffer = Buffer.alloc(0);
  return {
    /** Where the first malformed character of a piece begins, below 0 when that is in an earlier piece; else null. */
    feed(piece: Buffer): number | null {
      const bytes = cutOff.length > 0 ? Buffer.concat([cutOff, piece]) : piece;
      const whole = bytes.subarray(0, bytes.length - lengthOfCutOff(bytes));
      if (!isUtf8(whole)) return firstBadByte(whole) - cutOff.length;
      // Copied, since callers reuse the buffer of a piece.
      cutOff = Buffer.from(bytes.subarray(whole.length));
      return null;
    },
    isComplete: () => cutOff.length === 0,
  };
}

/** Bytes at the end that begin a character (RFC 3629) and do not end it. */
function lengthOfCutOff(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** Where the first malformed character begins. */
function firstBadByte(bytes: Buffer): number {
  const whole = (end: number) => end - lengthOfCutOff(bytes.subarray(0, end));
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8(bytes.subarray(0, whole(middle)))) good = middle;
    else bad = middle;
  }
  return whole(good);
}
