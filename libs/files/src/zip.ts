import { createWriteStream } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError, unprocessable } from '@cairn/service';
import { diskFullError, toStorageError } from './storage-errors.ts';

export interface ZipEntry {
  name: string;
  /** Unpacked size in bytes, as declared; extraction fails beyond it. */
  size: number;
}

export interface ZipLimits {
  /** Default 2,000. */
  maxEntries?: number;
  /** Sum of all unpacked sizes; default 16 GiB. */
  maxBytes?: number;
  /** Unpacked bytes for each packed one over the whole archive, once that is more than 64 MiB; default 200. */
  maxRatio?: number;
}

const GIB = 1024 ** 3;
const HARMLESS_BYTES = 64 * 1024 * 1024;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads a zip's directory and refuses archives that could write outside a folder or fill the disk: `..`, absolute names, drive
 * letters, links, encrypted entries, two entries of one name, too many entries, too many bytes.
 * Returns the files (folders left out). AppError `unprocessable` says what was refused.
 */
export async function inspectZip(path: string, limits: ZipLimits = {}): Promise<ZipEntry[]> {
  const { maxEntries = 2_000, maxBytes = 16 * GIB, maxRatio = 200 } = limits;
  const { size: packed } = await stat(path);
  const found: ZipEntry[] = [];
  const names = new Set<string>();
  let total = 0;
  await eachEntry(path, async (entry, zip) => {
    if (zip.entryCount > maxEntries)
      throw refuse(`contains ${zip.entryCount} entries; the limit is ${maxEntries}`);
    checkName(entry.fileName);
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw refuse('contains a link');
    if (entry.isEncrypted()) throw refuse('is protected by a password; send it without one');
    const name = entry.fileName.toLowerCase();
    if (names.has(name)) throw refuse('contains two entries with the same name');
    names.add(name);
    total += entry.uncompressedSize;
    if (total > maxBytes) throw refuse('unpacks to more than the server accepts');
    if (total > HARMLESS_BYTES && total / Math.max(packed, 1) > maxRatio) {
      throw refuse('has a suspicious compression ratio');
    }
    if (!entry.fileName.endsWith('/')) found.push({ name: entry.fileName, size: entry.uncompressedSize });
  });
  return found;
}

/** The share of the free disk space that one archive may use. */
const SHARE_OF_FREE_SPACE = 0.5;

/**
 * Writes the entries that `place` names into `folder`; `place` returns a plain file name, or null to leave one out.
 * The archive is inspected first, with the same limits. An entry with more bytes than it declared is refused, and so is an
 * archive that would take more than half of the free space, before anything is written.
 */
export async function extractZip(
  path: string,
  folder: string,
  options: { place: (entry: ZipEntry) => string | null; limits?: ZipLimits; signal?: AbortSignal },
): Promise<void> {
  const entries = await inspectZip(path, options.limits);
  const wanted = entries.filter((entry) => options.place(entry) !== null);
  await requireSpace(
    folder,
    wanted.reduce((sum, { size }) => sum + size, 0),
  );
  await eachEntry(path, async (entry, zip) => {
    const name = options.place({ name: entry.fileName, size: entry.uncompressedSize });
    if (name === null || entry.fileName.endsWith('/')) return;
    if (!/^[^/\\\0]+$/.test(name) || name === '.' || name === '..')
      throw new Error('place must return a file name');
    const source = await zip.openReadStreamPromise(entry);
    const target = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 });
    await pipeline(source, atMost(entry.uncompressedSize), target, { signal: options.signal }).catch(
      (error: unknown) => {
        throw explain(error);
      },
    );
  });
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize * SHARE_OF_FREE_SPACE)
    throw diskFullError(new Error(`the zip unpacks to ${bytes} bytes, ${bavail * bsize} are free`));
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(refuse('contains more bytes than it declares'));
      else done(null, chunk);
    },
  });
}

async function eachEntry(path: string, visit: (entry: Entry, zip: ZipFile) => Promise<void>): Promise<void> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  } catch (error) {
    throw explain(error);
  }
  try {
    for await (const entry of zip.eachEntry()) await visit(entry, zip);
  } catch (error) {
    throw explain(error);
  } finally {
    zip.close();
  }
}

function checkName(name: string): void {
  const parts = name.split(/[/\\]/);
  if (name.startsWith('/') || name.startsWith('\\') || /^[A-Za-z]:/.test(name))
    throw refuse('contains an absolute path');
  if (parts.includes('..')) throw refuse('contains a path that leads out of it');
  if (name.includes('\0')) throw refuse('contains an invalid name');
  if (name.length > 500) throw refuse('contains a name that is too long');
}

function refuse(what: string): AppError {
  return unprocessable('files.unsafe_zip', `The zip ${what}. Nothing was stored.`);
}

function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const known = (error as NodeJS.ErrnoException).code;
  if (known === 'ABORT_ERR' || known === 'ENOENT') return error;
  const failure = toStorageError(error);
  if (failure !== error) return failure;
  const message = error instanceof Error ? error.message : '';
  if (/relative path|absolute path/.test(message)) return refuse('contains a path that leads out of it');
  return new AppError({
    kind: 'unprocessable',
    code: 'files.broken_zip',
    message: 'The zip is broken or incomplete. Create it again and upload it once more.',
    cause: error,
  });
}
