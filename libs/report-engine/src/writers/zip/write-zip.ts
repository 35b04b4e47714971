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
/** Entries of fewer characters are stored: there may be a thousand of them, and compressing saves less than it takes. */
const SMALL = 512;

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
      const isBuffer = isWhole(content) && (stored || content.length < SMALL);
      const options = { mtime: modified, compressionLevel: isBuffer ? 0 : level, forceDosTimestamp: true };
      if (isBuffer) {
        zip.addBuffer(toBuffer(content), name, options);
      } else {
        current = openContent(content, signal);
        const read = ended(current);
        // As a stream also where it is whole: yazl would compress all buffers at once, each with a state of 256 KiB, and keep what
        // it is given until the end of the file. So it is given a function that has forgotten the content then.
        zip.addReadStreamLazy(name, options, (take) => take(null, current!));
        await Promise.race([read, failed, written]);
        current = null;
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

function isWhole(content: ZipEntry['content']): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array;
}

function openContent(content: ZipEntry['content'], signal: AbortSignal | undefined): Readable {
  if (isWhole(content)) return Readable.from([toBuffer(content)], { objectMode: false });
  return Readable.from(joinTexts(content, signal), { objectMode: false });
}

function ended(texts: Readable): Promise<unknown> {
  return new Promise((resolve, reject) => texts.once('end', resolve).once('error', reject));
}

function toBuffer(content: string | Uint8Array): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}
