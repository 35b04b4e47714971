import type { Processor } from '@cairn/jobs';
import type { Db } from '../../../db/handle.ts';
import type { TileService } from './service.ts';
import { findVersionById } from '../../versions/repo.ts';

interface Payload {
  version_id: number;
  /** Position among the layers of the file. */
  layer: number;
}

/** Makes the file out of which the tiles of a large layer are drawn, before somebody has to wait for it. */
export function makeTileFile({ db, tiles }: { db: Db; tiles: TileService }): Processor {
  return async (payload: Payload, { progress }) => {
    const version = await findVersionById(db, payload.version_id);
    if (!version || version.objectKey === null) return { skipped: 'the version was removed' };
    progress(10, 'Making the map tiles');
    await tiles.prepare(version, payload.layer);
    return { layer: payload.layer };
  };
}
