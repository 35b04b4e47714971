import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A feature in a file of GDAL's GeoJSON driver, which writes one per line. Bytes, without the comma. */
export interface Line {
  start: number;
  size: number;
}

const NEWLINE = 0x0a;
const BRACE = 0x7b;
const COMMA = 0x2c;

/**
 * The positions of the features in a GeoJSON file of GDAL. Reads the file through a window, so that memory does not grow with it:
 * one feature may have more bytes than the longest string.
 */
export async function findLines(path: string): Promise<Line[]> {
  const lines: Line[] = [];
  let at = 0;
  let start = 0;
  let first = 0;
  let last = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    while (from < chunk.length) {
      const found = chunk.indexOf(NEWLINE, from);
      const end = found < 0 ? chunk.length : found;
      if (at + from === start) first = chunk[from] as number;
      if (end > from) last = chunk[end - 1] as number;
      if (found < 0) break;
      const size = at + found - start - (last === COMMA ? 1 : 0);
      // The collection itself opens with a brace alone.
      if (first === BRACE && size > 1) lines.push({ start, size });
      start = at + found + 1;
      from = found + 1;
    }
    at += chunk.length;
  }
  return lines;
}

/** Bytes of an answer with these features. */
export function sizeOf(lines: Line[]): number {
  return lines.reduce((sum, { size }) => sum + size + 2, 0);
}

/** An even choice of features that fits, so that no region goes missing; single giants are left out last. */
export function withinBytes(lines: Line[], maxBytes: number): Line[] {
  const size = sizeOf(lines);
  if (size <= maxBytes) return lines;
  const share = maxBytes / size;
  const kept = lines.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share));
  let bytes = 0;
  return (kept.length > 0 ? kept : lines).filter((line) => {
    if (bytes + line.size + 2 > maxBytes) return false;
    bytes += line.size + 2;
    return true;
  });
}

export async function readLines(path: string, lines: Line[]): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const texts: string[] = [];
    for (const { start, size } of lines) {
      const { buffer } = await file.read(Buffer.alloc(size), 0, size, start);
      texts.push(buffer.toString('utf8'));
    }
    return texts;
  } finally {
    await file.close();
  }
}
