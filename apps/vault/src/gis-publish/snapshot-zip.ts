import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import yazl from 'yazl';

export interface SnapshotZip {
  stream: Readable;
  size: number;
}

/** The files of a version as a ZIP. They are stored as they are: GeoTIFFs are compressed already, and so the size is known. */
export async function zipVersion(folder: string, modified: Date): Promise<SnapshotZip> {
  const zip = new yazl.ZipFile();
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile())
      zip.addFile(path, name, { compress: false, mtime: modified, mode: 0o100644 });
  }
  const stream = zip.outputStream as Readable;
  zip.once('error', (error) => stream.destroy(error as Error));
  // The types of this package leave out the argument of the callback.
  const size = await new Promise<number>((resolve) => zip.end(undefined, resolve as () => void));
  return { stream, size };
}
