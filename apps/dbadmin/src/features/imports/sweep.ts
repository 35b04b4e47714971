import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@cairn/files';
import type { Db } from '../../db/handle.ts';
import { uploadsFolder } from './receive-upload.ts';
import { findUploadIds, forgetOldUploads } from './repo.ts';

const UPLOAD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** An upload has its folder a moment before it has its row. */
const YOUNG_MS = 3_600_000;

/** Removes uploads of which nobody made anything for a day, and the folders to which no row belongs. */
export async function sweepImports({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const forgotten = new Set(await forgetOldUploads(db));
  const folder = uploadsFolder(storage.root);
  const folders = (await readdir(folder).catch(() => [])).filter((name) => UPLOAD.test(name));
  const known = new Set(await findUploadIds(db, folders));
  for (const name of folders) {
    const path = join(folder, name);
    if (known.has(name) || !(forgotten.has(name) || (await isOld(path)))) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > YOUNG_MS;
}
