import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipEntry } from '@cairn/files';
import type { ReportFiles } from './types.ts';

const LIMITS = { maxEntries: 500, maxBytes: 64 * 1024 * 1024 };
/** Other files of a zip, such as compiled reports, are not needed. */
const WANTED = /(?:\.(?:jrxml|jrtx|properties|png|jpe?g|gif|webp)|(?:^|\/)template\.json)$/i;

/**
 * Reads the files of a zipped report. `folder` is an empty folder of the caller, who deletes it afterwards.
 * @throws {AppError} 422 for zips that are broken, larger than 64 MiB unpacked, or could write outside the folder.
 */
export async function readReportZip(
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ReportFiles> {
  const names = new Map<string, string>();
  function place({ name }: ZipEntry): string | null {
    if (!WANTED.test(name) || name.startsWith('__MACOSX/')) return null;
    const plain = names.get(name) ?? `file-${names.size + 1}`;
    names.set(name, plain);
    return plain;
  }
  // Only an import of a report needs it, and a render thread is to start quickly.
  const { extractZip } = await import('@cairn/files');
  await extractZip(path, folder, { place, limits: LIMITS, ...(signal ? { signal } : {}) });
  const files: Record<string, Uint8Array> = {};
  for (const [name, plain] of names) files[name] = await readFile(join(folder, plain));
  return files;
}
