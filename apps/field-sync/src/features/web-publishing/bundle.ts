import type { Readable } from 'node:stream';
import type { Storage } from '@cairn/files';
import yazl from 'yazl';
import { badBundlePath } from './errors.ts';
import type { Bundle, BundleFile, PublishedProject } from './types.ts';

/**
 * Opens the files of a snapshot as a ZIP. They are stored as they are, so that its size is known: photos are compressed already.
 * @throws {AppError} unprocessable for a name that cannot be in an archive
 */
export async function openBundle(
  storage: Pick<Storage, 'path'>,
  { uuid, name, geopackage, seq }: PublishedProject,
  { version, createdAt, files }: { version: string; createdAt: Date; files: BundleFile[] },
): Promise<Bundle> {
  const zip = new yazl.ZipFile();
  for (const { path, key } of files) {
    try {
      zip.addFile(storage.path(key), path, { compress: false, mtime: createdAt, mode: 0o100644 });
    } catch {
      throw badBundlePath(path);
    }
  }
  const stream = zip.outputStream as Readable;
  const size = await new Promise<number>((resolve, reject) => {
    zip.once('error', (error) => {
      stream.destroy(error as Error);
      reject(error);
    });
    // The types of this package leave out the argument of the callback.
    zip.end(undefined, resolve as () => void);
  });
  const listed = files.map(({ path, size: bytes, sha256 }) => ({ path, size: bytes, sha256 }));
  return {
    ...{ projectUuid: uuid, seq, zip: { stream, size } },
    manifest: { project: uuid, name, seq, version, geopackage, files: listed },
  };
}
