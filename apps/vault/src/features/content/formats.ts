import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RasterPreview } from '@cairn/geo';

export type Picture = RasterPreview;

/** A picture and what belongs to it in one file, so that both appear together: one line of JSON, then the bytes. */
export function pictureToFile({ data, type, bounds }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ type, bounds })}\n`), data]);
}

export function pictureFromFile(content: Buffer): Picture {
  const end = content.indexOf(10);
  const head = JSON.parse(content.toString('utf8', 0, end)) as Pick<Picture, 'type' | 'bounds'>;
  return { ...head, data: content.subarray(end + 1) };
}

export async function compress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createGzip({ level: 6 }), createWriteStream(to));
}
