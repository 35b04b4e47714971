import { createHash } from 'node:crypto';
import type { Bytes } from './hostile.ts';

const SIDE = 8;
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const SIZES: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/** A GeoTIFF of 8 × 8 pixels near Lausanne whose pixels no other note gives: the quickest file to upload that there is. */
export function tinyTiff(note: string): Bytes {
  const pixels = Buffer.concat([1, 2].map((turn) => createHash('sha256').update(`${turn} ${note}`).digest()));
  const tags: [tag: number, type: number, values: number[]][] = [
    [256, SHORT, [SIDE]],
    [257, SHORT, [SIDE]],
    [258, SHORT, [8]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [277, SHORT, [1]],
    [278, SHORT, [SIDE]],
    [279, LONG, [pixels.length]],
    // Its position: degrees a pixel, the north-western corner, WGS84.
    [33550, DOUBLE, [0.01, 0.01, 0]],
    [33922, DOUBLE, [0, 0, 0, 6.6, 46.6, 0]],
    [34735, SHORT, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]],
  ];
  const directoryAt = 8 + pixels.length;
  const file = Buffer.alloc(1_000);
  file.write('II');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(directoryAt, 4);
  pixels.copy(file, 8);
  file.writeUInt16LE(tags.length, directoryAt);
  let end = directoryAt + 2 + tags.length * 12 + 4;
  for (const [index, [tag, type, values]] of tags.entries()) {
    const entry = directoryAt + 2 + index * 12;
    file.writeUInt16LE(tag, entry);
    file.writeUInt16LE(type, entry + 2);
    file.writeUInt32LE(values.length, entry + 4);
    const bytes = values.length * (SIZES[type] ?? 0);
    let at = entry + 8;
    if (bytes > 4) {
      file.writeUInt32LE(end, entry + 8);
      at = end;
      end += bytes;
    }
    for (const value of values) {
      if (type === DOUBLE) file.writeDoubleLE(value, at);
      else if (type === SHORT) file.writeUInt16LE(value, at);
      else file.writeUInt32LE(value, at);
      at += SIZES[type] ?? 0;
    }
  }
  return new Uint8Array(file.subarray(0, end));
}
