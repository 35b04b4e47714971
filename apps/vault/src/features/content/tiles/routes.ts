import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { VaultOperations } from '@cairn/contracts';
import { notFound, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { withDatasetId } from '../../access/dataset-guard.ts';
import { contentKey } from '../content-key.ts';
import { respondNotModified, sendBytes } from '../http-cache.ts';
import type { ContentService } from '../service.ts';
import { toTileJson } from './mapper.ts';
import { LAYOUT, readFields } from './service.ts';
import type { TileService } from './service.ts';

export interface TileRoutesDeps {
  contents: ContentService;
  tiles: TileService;
}

/** Compressing smaller responses saves nothing. */
const MIN_COMPRESSED_BYTES = 1_000;
const compress = promisify(gzip);

export function tileRoutes({
  contents,
  tiles,
}: TileRoutesDeps): Handlers<VaultOperations, 'tileJson' | 'tile'> {
  return {
    async tileJson({ path, query }, _actor, call) {
      const version = await contents.requireVersion(withDatasetId(path, call));
      const described = await tiles.describe(version, query.layer, call.signal);
      return toTileJson(version, described, call.basePath);
    },

    tile: streaming(async ({ req, res, input: { path, query }, actor, call }) => {
      const { z, x, y } = path;
      const version = await contents.requireVersion(withDatasetId(path, call));
      if (x >= 2 ** z || y >= 2 ** z) {
        throw notFound(
          'vault.no_such_tile',
          `There is no tile ${z}/${x}/${y}. Zoom level ${z} has ${2 ** z} by ${2 ** z} tiles.`,
        );
      }
      const tileQuery = {
        ...{ z, x, y, fields: readFields(query.fields) },
        ...(query.layer === undefined ? {} : { layer: query.layer }),
      };
      res.vary('Accept-Encoding');
      const content = `tile ${LAYOUT} ${contentKey(version)}${JSON.stringify(tileQuery)}`;
      if (respondNotModified({ req, res, actor }, content)) return;
      const tile = await tiles.tile(version, tileQuery, call.signal);
      if (tile === null) {
        res.statusCode = 204;
        res.end();
        return;
      }
      res.type('application/vnd.mapbox-vector-tile');
      if (tile.length < MIN_COMPRESSED_BYTES || !/\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) {
        sendBytes(res, tile);
        return;
      }
      res.setHeader('Content-Encoding', 'gzip');
      sendBytes(res, await compress(tile, { level: 3 }));
    }),
  };
}
