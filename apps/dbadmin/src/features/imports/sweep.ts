import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@cairn/files';
import type { Db } from '../../db/handle.ts';
import { uploadsFolder } from './receive-upload.ts';
import { findUploadIds, deleteOldUploads } from './repo.ts';

const UPLOAD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The folder of an upload is created before its row. */
const MIN_AGE_MS = 3_600_000;

/** Removes uploads that were not imported for a day, and folders without a row. */
export async function sweepImports({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const deleted = new Set(await deleteOldUploads(db));
  const folder = uploadsFolder(storage.root);
  const folders = (await readdir(folder).catch(() => [])).filter((name) => UPLOAD.test(name));
  const existing = new Set(await findUploadIds(db, folders));
  for (const name of folders) {
    const path = join(folder, name);
    if (existing.has(name) || !(deleted.has(name) || (await isOld(path)))) continue;
    await rm(path, { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > MIN_AGE_MS;
}
