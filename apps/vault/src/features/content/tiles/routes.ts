import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { VaultOperations } from '@cairn/contracts';
import { notFound, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { VaultConfig } from '../../../config.ts';
import type { Db } from '../../../db/handle.ts';
import { respondNotModified, sendBytes } from '../http-cache.ts';
import { contentKey } from '../content-key.ts';
import { withDeadline } from '../with-deadline.ts';
import { noSuchVersion } from '../../versions/errors.ts';
import { findVersion } from '../../versions/repo.ts';
import type { Version } from '../../versions/types.ts';
import { toTileJson } from './mapper.ts';
import { LAYOUT, readFields } from './service.ts';
import type { TileService } from './service.ts';

export interface TileRoutes {
  db: Db;
  config: Pick<VaultConfig, 'preparationSeconds'>;
  tiles: TileService;
}

/** Smaller answers gain nothing. */
const WORTH_COMPRESSING = 1_000;
const PREPARING = 'The tiles of this layer are being made; ask again in a few seconds.';
const compress = promisify(gzip);

export function tileRoutes({
  db,
  config,
  tiles,
}: TileRoutes): Handlers<VaultOperations, 'tileJson' | 'tile'> {
  const preparing = { seconds: config.preparationSeconds, sentence: PREPARING };

  async function versionOf(path: { name: string; version: number }): Promise<Version> {
    const version = await findVersion(db, path.name, path.version);
    if (!version) throw noSuchVersion({ dataset: path.name, version: path.version });
    return version;
  }

  return {
    async tileJson({ path, query }, _actor, call) {
      const version = await versionOf(path);
      const described = await withDeadline(tiles.describe(version, query.layer), {
        ...preparing,
        signal: call.signal,
      });
      return toTileJson(version, described, call.basePath);
    },

    tile: streaming(async ({ req, res, input, actor, call }) => {
      const { path, query } = input;
      const { z, x, y } = path;
      const version = await versionOf(path);
      if (x >= 2 ** z || y >= 2 ** z) {
        throw notFound(
          'vault.no_such_tile',
          `There is no tile ${z}/${x}/${y}: zoom level ${z} has ${2 ** z} a side.`,
        );
      }
      const question = {
        ...{ z, x, y, fields: readFields(query.fields) },
        ...(query.layer === undefined ? {} : { layer: query.layer }),
      };
      res.vary('Accept-Encoding');
      const content = `tile ${LAYOUT} ${contentKey(version)}${JSON.stringify(question)}`;
      if (respondNotModified({ req, res, actor }, content)) return;
      const place = await withDeadline(tiles.ready(version, question), { ...preparing, signal: call.signal });
      const tile = await tiles.draw(place, question, call.signal);
      if (tile === null) {
        res.statusCode = 204;
        res.end();
        return;
      }
      res.type('application/vnd.mapbox-vector-tile');
      if (tile.length < WORTH_COMPRESSING || !/\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) {
        sendBytes(res, tile);
        return;
      }
      res.setHeader('Content-Encoding', 'gzip');
      sendBytes(res, await compress(tile, { level: 3 }));
    }),
  };
}
