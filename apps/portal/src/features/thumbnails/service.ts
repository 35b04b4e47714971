import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { badRequest } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { encodeThumbnail } from './encode.ts';

/** Names that this service gives: 128 random bits and the format's extension. */
export const THUMBNAIL_NAME = /^[0-9a-f]{32}\.(jpg|png|webp|gif)$/;

export interface ThumbnailService {
  /** Stores a picture and answers its file name. */
  store(upload: Buffer): Promise<string>;
}

export function createThumbnailService({ root, logger }: { root: string; logger: Logger }): ThumbnailService {
  return {
    async store(upload) {
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
      return name;
    },
  };
}

/** A reader never meets half a file: it appears under its name when all of it is on disk. */
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
