import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { joinTexts } from '../write-texts.ts';

export interface ZipEntry {
  name: string;
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Not compressed: pictures, and the first entry of OpenDocument files. */
  stored?: boolean;
}

export interface ZipOptions {
  /** Time of all entries. */
  modified: Date;
  signal?: AbortSignal;
  /** 1 to 9; default 3. */
  level?: number;
  /** Whether the stream ends with the zip, which is the default. */
  end?: boolean;
}

/** Higher levels make office files 5 to 10 % smaller and take twice the time. */
const LEVEL = 3;

/**
 * Writes a zip file, with zip64 where sizes need it. The entries are asked for one after the other, each when
 * the one before has been written, so that a later entry (styles, relations) may be made from what earlier ones have seen.
 */
export async function writeZip(
  entries: AsyncIterable<ZipEntry>,
  stream: Writable,
  { modified, signal, level = LEVEL, end = true }: ZipOptions,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  const written = pipeline(zip.outputStream, stream, { signal, end });
  // Both are awaited below; an earlier rejection must not count as unhandled.
  failed.catch(() => undefined);
  written.catch(() => undefined);
  let current: Readable | null = null;
  try {
    for await (const { name, content, stored } of entries) {
      const options = { mtime: modified, compressionLevel: stored ? 0 : level, forceDosTimestamp: true };
      if (typeof content === 'string' || content instanceof Uint8Array) {
        zip.addBuffer(
          typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
          name,
          options,
        );
      } else {
        const texts = (current = Readable.from(joinTexts(content, signal), { objectMode: false }));
        const read = new Promise((resolve, reject) => texts.once('end', resolve).once('error', reject));
        zip.addReadStream(texts, name, options);
        await Promise.race([read, failed, written]);
      }
    }
    zip.end();
    await Promise.race([written, failed]);
  } catch (error) {
    // What it reads from, such as a file, is closed with it.
    current?.destroy();
    stream.destroy(error as Error);
    throw error;
  }
}
