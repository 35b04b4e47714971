import type { Request, Response } from 'express';
import { sendBytes } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { notFound } from '@cairn/service';
import type { Version } from './types.ts';

/** Sends a version's bytes as they were uploaded, whole or the range that was asked for. */
export async function sendObject(options: {
  req: Request;
  res: Response;
  storage: Storage;
  version: Version | null;
  /** Cache-Control of the answer. */
  cache: string;
}): Promise<void> {
  const { req, res, storage, version, cache } = options;
  const key = version?.objectKey ?? null;
  const size = key === null ? null : await storage.size(key);
  if (!version || key === null || size === null) {
    throw notFound('vault.no_file', 'There is no file of this version on this server.');
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
