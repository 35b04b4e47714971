import type { Processor } from '@cairn/jobs';
import type { Db } from '../../../db/handle.ts';
import { findVersionById } from '../../versions/repo.ts';
import type { TileService } from './service.ts';

interface Payload {
  version_id: number;
  /** Position among the layers of the file. */
  layer: number;
}

/** Writes the tile file of a large layer before a user has to wait for it. */
export function writeTileFile({ db, tiles }: { db: Db; tiles: TileService }): Processor {
  return async (payload: Payload, { progress }) => {
    const version = await findVersionById(db, payload.version_id);
    if (!version) return { skipped: 'the version was deleted' };
    progress(10, 'Creating the map tiles');
    await tiles.prepare(version, payload.layer);
    return { layer: payload.layer };
  };
}
