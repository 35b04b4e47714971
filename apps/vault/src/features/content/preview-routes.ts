import { stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { VaultOperations } from '@cairn/contracts';
import type { Extent } from '@cairn/geo';
import { badRequest, notFound, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { respondNotModified, sendBytes } from './http-cache.ts';
import { contentKey } from './content-key.ts';
import type { Preparation } from './preparation.ts';
import { DEFAULT_LIMIT, DEFAULT_WIDTH } from './service.ts';
import type { ContentService, VectorView } from './service.ts';
import { noSuchVersion } from '../versions/errors.ts';
import { findLatestVersion, findVersion } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';

export interface PreviewRoutes {
  db: Db;
  contents: ContentService;
  preparation: Preparation;
}

export function previewRoutes({
  db,
  contents,
  preparation,
}: PreviewRoutes): Handlers<VaultOperations, 'preview' | 'datasetThumbnail'> {
  async function sendVector(exchange: { req: Request; res: Response }, version: Version, view: VectorView) {
    const { req, res } = exchange;
    res.vary('Accept-Encoding');
    res.type('application/geo+json');
    if (!contents.isKept(version, view)) {
      const leaving = new AbortController();
      res.once('close', () => leaving.abort());
      sendBytes(res, Buffer.from(await contents.view(version, view, leaving.signal)));
      return;
    }
    const gzip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
    const file = await contents.wholeLayer(version, view, { gzip });
    if (file.gzip) res.setHeader('Content-Encoding', 'gzip');
    await sendFile(res, file.path);
  }

  return {
    preview: streaming(async ({ req, res, input, actor, call }) => {
      const { query } = input;
      const version = await findVersion(db, query.dataset, query.version);
      if (!version) throw noSuchVersion(query);
      const view = {
        limit: query.limit ?? DEFAULT_LIMIT,
        width: query.width ?? DEFAULT_WIDTH,
        ...(query.layer === undefined ? {} : { layer: query.layer }),
        ...(query.bbox === undefined ? {} : { bbox: parseBox(query.bbox) }),
      };
      const lasts = version.datasourceType !== 'spatialdb';
      if (lasts && respondNotModified({ req, res, actor }, contentKey(version) + JSON.stringify(view)))
        return;
      await preparation.prepared(version, call.signal);
      if (version.type === 'vector') {
        await sendVector({ req, res }, version, view);
        return;
      }
      const picture = await contents.picture(version, view.width);
      if (picture.bounds) res.setHeader('X-Bounds', picture.bounds.join(','));
      res.type(picture.type);
      sendBytes(res, picture.data);
    }),

    datasetThumbnail: streaming(async ({ req, res, input, actor, call }) => {
      const version = await findLatestVersion(db, input.path.name);
      if (!version) throw notFound('vault.no_such_dataset', `There is no dataset "${input.path.name}".`);
      if (respondNotModified({ req, res, actor }, `thumbnail ${version.sha256}`)) return;
      await preparation.prepared(version, call.signal);
      const path = await contents.thumbnail(version);
      res.type('image/webp');
      await sendFile(res, path);
    }),
  };
}

async function sendFile(res: Response, path: string): Promise<void> {
  res.setHeader('Content-Length', (await stat(path)).size);
  await pipeline(createReadStream(path), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function parseBox(text: string): Extent {
  const values = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west, south, east, north] = values as Extent;
  const fits =
    values.length === 4 &&
    values.every(Number.isFinite) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 180 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90;
  if (!fits || west >= east || south >= north) {
    throw badRequest('vault.bad_bbox', 'bbox must be west,south,east,north in degrees, such as 5,45,15,55.');
  }
  return [west, south, east, north];
}
