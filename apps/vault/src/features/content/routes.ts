import type { Response } from 'express';
import type { VaultOperations } from '@cairn/contracts';
import { sendBytes as sendObject } from '@cairn/files';
import type { Extent } from '@cairn/geo';
import { badRequest, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Version } from '../versions/types.ts';
import { withDatasetId } from '../access/dataset-guard.ts';
import { contentKey } from './content-key.ts';
import { cacheControl, respondNotModified, sendBytes, sendFile } from './http-cache.ts';
import { toTechnicalBody } from './mapper.ts';
import type { Previews } from './previews.ts';
import type { Profiles } from './profiles.ts';
import type { ContentService } from './service.ts';
import { DEFAULT_LIMIT, DEFAULT_WIDTH } from './types.ts';
import { isTable } from './service.ts';
import type { VectorView } from './types.ts';

export interface ContentRoutesDeps {
  contents: ContentService;
  previews: Previews;
  profiles: Profiles;
}

type Operation = 'downloadVersion' | 'getTechnicalMetadata' | 'preview' | 'datasetThumbnail';

export function contentRoutes({
  contents,
  previews,
  profiles,
}: ContentRoutesDeps): Handlers<VaultOperations, Operation> {
  async function sendVector(
    res: Response,
    version: Version,
    { view, gzip }: { view: VectorView; gzip: boolean },
  ): Promise<void> {
    res.vary('Accept-Encoding');
    res.type('application/geo+json');
    if (!previews.isStored(version, view)) {
      const aborted = new AbortController();
      res.once('close', () => aborted.abort());
      sendBytes(res, Buffer.from(await previews.readGeoJson(version, view, aborted.signal)));
      return;
    }
    const path = await previews.layerFile(version, view, { gzip });
    if (gzip) res.setHeader('Content-Encoding', 'gzip');
    await sendFile(res, path);
  }

  return {
    downloadVersion: streaming(async ({ req, res, input, actor }) => {
      const { version, size, open } = await contents.requireObject(Number(input.path.id));
      const { sha256, fileName, createdAt: modified } = version;
      await sendObject(req, res, { size, sha256, modified, fileName, cache: cacheControl(actor), open });
    }),

    async getTechnicalMetadata({ query: { dataset: name, version: number } }, _actor, call) {
      const version = await contents.requireVersion(withDatasetId({ name, version: number }, call));
      await contents.prepared(version, call.signal);
      const facts = await contents.facts(version, call.signal);
      return toTechnicalBody(version, facts, await profiles.ofOrWarning(version, call.signal));
    },

    preview: streaming(async ({ req, res, input: { query }, actor, call }) => {
      const { dataset: name, version: number } = query;
      const version = await contents.requireVersion(withDatasetId({ name, version: number }, call));
      const view = {
        limit: query.limit ?? DEFAULT_LIMIT,
        width: query.width ?? DEFAULT_WIDTH,
        ...(query.layer === undefined ? {} : { layer: query.layer }),
        ...(query.bbox === undefined ? {} : { bbox: parseBox(query.bbox) }),
      };
      const exchange = { req, res, actor };
      if (!isTable(version) && respondNotModified(exchange, contentKey(version) + JSON.stringify(view)))
        return;
      await contents.prepared(version, call.signal);
      if (version.type === 'vector') {
        const gzip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
        await sendVector(res, version, { view, gzip });
        return;
      }
      const picture = await previews.picture(version, view.width);
      if (picture.bounds) res.setHeader('X-Bounds', picture.bounds.join(','));
      res.type(picture.type);
      sendBytes(res, picture.data);
    }),

    datasetThumbnail: streaming(async ({ req, res, input, actor, call }) => {
      const version = await contents.requireLatestVersion(withDatasetId(input.path, call));
      const name = await previews.thumbnailName(version);
      if (respondNotModified({ req, res, actor }, `thumbnail ${version.sha256} ${name}`)) return;
      await contents.prepared(version, call.signal);
      const path = await previews.thumbnail(version, name);
      res.type('image/webp');
      await sendFile(res, path);
    }),
  };
}

function parseBox(text: string): Extent {
  const values = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west, south, east, north] = values as Extent;
  const isInWorld =
    values.length === 4 &&
    values.every(Number.isFinite) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 180 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90;
  if (!isInWorld || west >= east || south >= north) {
    throw badRequest('vault.bad_bbox', 'bbox must be west,south,east,north in degrees, such as 5,45,15,55.');
  }
  return [west, south, east, north];
}
