import type { VaultOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { withDatasetId } from '../../access/dataset-guard.ts';
import { respondNotModified } from '../http-cache.ts';
import type { ContentService } from '../service.ts';
import { tilesUrl, toTileJson } from './mapper.ts';
import { readFields, tileContent } from './service.ts';
import type { TileService } from './service.ts';
import { hashOf, requireTileAddress, sendTile } from './send-tile.ts';

export interface TileRoutesDeps {
  contents: ContentService;
  tiles: TileService;
}

export function tileRoutes({
  contents,
  tiles,
}: TileRoutesDeps): Handlers<VaultOperations, 'tileJson' | 'tile'> {
  return {
    async tileJson({ path, query }, _actor, call) {
      const version = await contents.requireVersion(withDatasetId(path, call));
      const described = await tiles.describe(version, { layer: query.layer }, call.signal);
      return toTileJson(described, tilesUrl(version, described, call.basePath));
    },

    tile: streaming(async ({ req, res, input: { path, query }, actor, call }) => {
      const { z, x, y } = path;
      const version = await contents.requireVersion(withDatasetId(path, call));
      requireTileAddress({ z, x, y });
      const tileQuery = {
        ...{ z, x, y, fields: readFields(query.fields) },
        ...(query.layer === undefined ? {} : { layer: query.layer }),
      };
      res.vary('Accept-Encoding');
      const content = tileContent(version, tileQuery);
      if (content !== null && respondNotModified({ req, res, actor }, content)) return;
      const tile = await tiles.tile(version, tileQuery, call.signal);
      if (content === null && respondNotModified({ req, res, actor }, hashOf(tile))) return;
      await sendTile({ req, res }, tile);
    }),
  };
}
