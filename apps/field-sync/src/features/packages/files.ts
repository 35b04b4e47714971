import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { BytesToSend, DerivedFiles, Storage } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { noSuchImage, noThumbnail } from './errors.ts';
import type { PackageService } from './service.ts';
import { findCurrentFile } from './snapshot-repo.ts';
import { writeThumbnail } from './thumbnail.ts';

export type ProjectFiles = ReturnType<typeof createProjectFiles>;

interface ProjectFilesDeps {
  db: Db;
  storage: Storage;
  derivedFiles: DerivedFiles;
  packages: Pick<PackageService, 'get'>;
}

const IMAGE = /\.(jpe?g|png|webp|gif|tiff?|bmp|avif|hei[cf])$/i;
const THUMBNAIL = 'thumbnail.webp';

/** Files of projects, as people download them. */
export function createProjectFiles({ db, storage, derivedFiles, packages }: ProjectFilesDeps) {
  return {
    /** @throws {AppError} not_found */
    async package(projectId: number, name: string): Promise<BytesToSend> {
      const { key, size, sha256, createdAt } = await packages.get(projectId, name);
      return { size, sha256, modified: createdAt, fileName: name, open: (range) => storage.open(key, range) };
    },

    /** An image of the version that the tables hold, by its exact path. @throws {AppError} not_found */
    async image(projectId: number, path: string): Promise<BytesToSend> {
      const { key, size, sha256, createdAt } = await find(projectId, path);
      const fileName = posix.basename(path);
      return { size, sha256, modified: createdAt, fileName, open: (range) => storage.open(key, range) };
    },

    /** A small picture of an image. @throws {AppError} not_found, also for an image that cannot be decoded */
    async thumbnail(projectId: number, path: string): Promise<BytesToSend> {
      const { key, sha256, createdAt } = await find(projectId, path);
      const file = await derivedFiles.ensure(sha256, THUMBNAIL, async (target) => {
        if (!(await writeThumbnail(storage.path(key), target))) throw noThumbnail();
      });
      const { size } = await stat(file);
      const fileName = `${posix.parse(path).name}-thumbnail.webp`;
      const open: BytesToSend['open'] = (range) => createReadStream(file, { ...range });
      // Not of the thumbnail's own bytes, but they follow from the image's.
      return { size, sha256: `${sha256}-thumbnail`, modified: createdAt, fileName, open };
    },
  };

  async function find(projectId: number, path: string) {
    const file = IMAGE.test(path) ? await findCurrentFile(db, projectId, path) : undefined;
    if (!file) throw noSuchImage();
    return file;
  }
}
