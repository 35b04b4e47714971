import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { badRequest } from '@cairn/service';
import type { AuditContext, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { encodeThumbnail } from './encode.ts';

/** File names: 128 random bits and the extension of the format. */
export const THUMBNAIL_NAME = /^[0-9a-f]{32}\.(jpg|png|webp|gif)$/;

export interface ThumbnailService {
  /** Stores a picture, also when the database is unavailable, and returns its file name. */
  store(upload: Buffer, cause: AuditContext): Promise<string>;
}

interface ThumbnailDeps {
  db: Db;
  root: string;
  logger: Logger;
}

export function createThumbnailService({ db, root, logger }: ThumbnailDeps): ThumbnailService {
  return {
    async store(upload, cause) {
      const { bytes, extension } = await encodeThumbnail(upload);
      const name = `${randomBytes(16).toString('hex')}.${extension}`;
      try {
        await mkdir(root, { recursive: true });
        await writeWhole(join(root, name), bytes);
      } catch (err) {
        logger.error({ err }, 'could not write thumbnail');
        throw badRequest(
          'portal.thumbnail_not_written',
          'The picture could not be stored: the disk may be full. Contact the operator.',
        );
      }
      const subject = { type: 'thumbnail' as const, id: name, name };
      await recordAudit(db, { event: 'thumbnail.uploaded', cause, subject }).catch((err: unknown) =>
        logger.warn({ err, requestId: cause.requestId }, 'could not record upload'),
      );
      return name;
    },
  };
}

/** The file appears under its name when it is completely on disk. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
