import { pipeline } from 'node:stream/promises';
import type { ReportServerOperations, ReportServerSchemas } from '@cairn/contracts';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { receiveSmallFile } from '../upload.ts';
import type { Asset } from './repo.ts';
import { MAX_ASSET_BYTES } from './service.ts';
import type { AssetService } from './service.ts';

type Operation = 'listReportAssets' | 'uploadReportAsset' | 'getReportAsset' | 'deleteReportAsset';

export function assetRoutes({
  assets,
}: {
  assets: AssetService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    listReportAssets: async ({ path }) => ({ assets: (await assets.list(path.key)).map(toAssetBody) }),

    uploadReportAsset: streaming(async ({ req, res, input, actor, call }) => {
      const { bytes, fileName, fields } = await receiveSmallFile(req, res, MAX_ASSET_BYTES);
      const picture = { bytes, name: fields['name'] || fileName };
      const asset = await assets.put(input.path.key, picture, auditContext(actor, call));
      res.status(201).json(toAssetBody(asset));
    }),

    getReportAsset: streaming(async ({ res, input }) => {
      const { asset, bytes } = await assets.open(input.path.key, input.path.name);
      res.setHeader('Content-Type', asset.mime);
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      res.setHeader('Cache-Control', 'private, no-cache');
      await pipeline(bytes, res);
    }),

    async deleteReportAsset({ path }, actor, call) {
      await assets.remove(path.key, path.name, auditContext(actor, call));
      return respond(204);
    },
  };
}

function toAssetBody({ object: _object, createdAt, ...facts }: Asset): ReportServerSchemas['ReportAsset'] {
  return { ...facts, created_at: createdAt.toISOString() };
}
