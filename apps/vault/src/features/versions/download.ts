import type { Request, Response } from 'express';
import { sendBytes } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { notFound } from '@cairn/service';
import type { Version } from './types.ts';

export interface DownloadDeps {
  storage: Storage;
}

/** Sends a version's bytes as they were uploaded, whole or the requested range. @throws {AppError} not_found without a file. */
export async function sendObject(
  { storage }: DownloadDeps,
  { req, res, version, cache }: { req: Request; res: Response; version: Version | null; cache: string },
): Promise<void> {
  const key = version?.objectKey ?? null;
  const size = key === null ? null : await storage.size(key);
  if (!version || key === null || size === null) {
    throw notFound('vault.no_file', 'This version has no file on this server.');
  }
  await sendBytes(req, res, {
    size,
    sha256: version.sha256,
    modified: version.createdAt,
    fileName: version.fileName,
    cache,
    open: (range) => storage.open(key, range),
  });
}
