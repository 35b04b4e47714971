import { open } from 'node:fs/promises';
import { createFileDigest } from '../file-writer.ts';
import type { FileDigest } from '../file-writer.ts';
import type { Part } from './part-files.ts';

/** What a file must be, as far as it is known. Hashes in lower-case hex. */
export interface ExpectedFile {
  size: number | null;
  sha256?: string | null;
  sha1?: string | null;
}

/** What a file is. */
export interface FileIdentity {
  /** At least this, when the hashes are null. */
  size: number;
  /** Null when the size alone shows that it is another file. */
  sha256: string | null;
  /** Null unless a SHA-1 is expected or wanted. */
  sha1: string | null;
}

const READ_BYTES = 1024 * 1024;

/**
 * The size and the hashes of a complete part. Bytes that one process fetched were hashed as they came, over any number of
 * connections. Where a process before it wrote the first ones, the whole file is read once here: reading the beginning at each start
 * instead would read it as often as processes end.
 */
export async function identifyPart(
  part: Part,
  { sha1, signal }: { sha1: boolean; signal: AbortSignal },
): Promise<FileIdentity & { sha256: string }> {
  const digest = part.digest ?? createFileDigest({ sha1 });
  if (part.digest === null) await readThrough(part.path, digest, signal);
  // A digest can be read once.
  part.digest = null;
  return { size: part.size, ...digest.hex() };
}

export function isExpected(actual: FileIdentity, { size, sha256, sha1 }: ExpectedFile): boolean {
  const isSame = (wanted: string | number | null | undefined, found: string | number | null) =>
    wanted === null || wanted === undefined || wanted === found;
  return isSame(size, actual.size) && isSame(sha256, actual.sha256) && isSame(sha1, actual.sha1);
}

async function readThrough(path: string, digest: FileDigest, signal: AbortSignal): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return;
      digest.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
