import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileVersion } from '../types.ts';

/** Why a file is not read, for the page. */
export type Refusal = 'link' | 'not_a_file' | 'too_large' | 'unreadable';

export type ReadFile =
  | { state: 'missing' }
  | { state: 'refused'; why: Refusal }
  | { state: 'unchanged' }
  | { state: 'read'; bytes: Buffer; version: FileVersion; updatedAt: Date };

/**
 * Reads a file below a folder without following symbolic links, neither the file nor a folder on the way.
 * @param known with which the file is not read again
 * @throws errors of the file system other than a missing file
 */
export async function readFileBelow(
  root: string,
  path: string,
  { maxBytes, known }: { maxBytes: number; known?: FileVersion | undefined },
): Promise<ReadFile> {
  if (await hasLinkedFolder(root, path)) return { state: 'refused', why: 'link' };
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(root, path), flags).catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof file === 'string' || file === undefined) return withoutFile(file);
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) return { state: 'refused', why: 'not_a_file' };
    if (known && isSameVersion(stats, known)) return { state: 'unchanged' };
    if (stats.size > maxBytes) return { state: 'refused', why: 'too_large' };
    // A file that grows in between is not read without end.
    const bytes = Buffer.alloc(Number(stats.size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return {
      ...{ state: 'read', bytes: bytes.subarray(0, bytesRead), version: versionOf(stats) },
      updatedAt: stats.mtime,
    };
  } finally {
    await file.close();
  }
}

/** State of a file without reading it; null for a folder, a link and anything else that is not a regular file. */
export async function findFileVersion(path: string): Promise<FileVersion | null> {
  const stats = await lstat(path, { bigint: true }).catch(() => null);
  return stats?.isFile() ? versionOf(stats) : null;
}

function withoutFile(code: string | undefined): ReadFile {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'missing' };
  if (code === 'ELOOP' || code === 'EMLINK') return { state: 'refused', why: 'link' };
  if (code === 'EISDIR' || code === 'ENXIO') return { state: 'refused', why: 'not_a_file' };
  if (code === 'EACCES' || code === 'EPERM') return { state: 'refused', why: 'unreadable' };
  throw new Error(`A report definition cannot be read: ${code}`);
}

async function hasLinkedFolder(root: string, path: string): Promise<boolean> {
  const folders = path.split('/').slice(0, -1);
  for (let count = 1; count <= folders.length; count += 1) {
    const stats = await lstat(join(root, ...folders.slice(0, count))).catch(() => null);
    if (stats?.isSymbolicLink()) return true;
  }
  return false;
}

export function versionOf({ size, mtimeNs, ino }: BigIntStats): FileVersion {
  return { size, mtimeNs, ino };
}

export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  return one.size === other.size && one.mtimeNs === other.mtimeNs && one.ino === other.ino;
}

export function versionText({ size, mtimeNs, ino }: FileVersion): string {
  return `${size}-${mtimeNs}-${ino}`;
}
