import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Bytes of a file, the end not included. */
export interface Span {
  start: number;
  end: number;
}

/** Bytes that give way to a text. */
export interface Patch extends Span {
  text: string;
}

const PIECE = 1024 * 1024;

/** Hands a whole file over, piece by piece and in one buffer, with the place of each piece. */
export function eachPiece(file: number, visit: (piece: Buffer, at: number) => void): void {
  const buffer = Buffer.allocUnsafeSlow(PIECE);
  for (let at = 0; ;) {
    const read = readSync(file, buffer, 0, PIECE, at);
    if (read === 0) return;
    visit(buffer.subarray(0, read), at);
    at += read;
  }
}

export function readText(file: number, { start, end }: Span): string {
  const buffer = Buffer.alloc(end - start);
  for (let read = 0; read < buffer.length;) {
    const more = readSync(file, buffer, read, buffer.length - read, start + read);
    if (more === 0) throw new Error('the file ended');
    read += more;
  }
  return buffer.toString('utf8');
}

/** Copies a file with parts of it replaced; all other bytes stay as they are. Patches do not overlap and are in order. */
export function splice(input: number, output: string, patches: Patch[]): void {
  const target = openSync(output, 'wx');
  try {
    let from = 0;
    for (const { start, end, text } of patches) {
      copy(input, target, { start: from, end: start });
      writeAll(target, Buffer.from(text));
      from = end;
    }
    copy(input, target, { start: from, end: Infinity });
  } finally {
    closeSync(target);
  }
}

function copy(input: number, target: number, { start, end }: Span): void {
  const buffer = Buffer.allocUnsafe(PIECE);
  for (let at = start; at < end;) {
    const read = readSync(input, buffer, 0, Math.min(PIECE, end - at), at);
    if (read === 0) return;
    writeAll(target, buffer.subarray(0, read));
    at += read;
  }
}

function writeAll(target: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(target, bytes, written);
}
