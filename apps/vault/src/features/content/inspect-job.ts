import type { LayerInfo } from '@cairn/geo';
import type { JobContext, Jobs, Processor } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import { DEFAULT_LIMIT } from './service.ts';
import type { ContentService } from './service.ts';
import type { Profiles } from './profiles.ts';
import { jobKey, TILES_JOB } from './tiles/service.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import type { Db } from '../../db/handle.ts';

interface Parts {
  db: Db;
  contents: ContentService;
  profiles: Profiles;
  jobs: Jobs;
}

interface Payload {
  version_id: number;
}

/**
 * Reads and draws a new version, so that its page opens at once. Everything it makes is kept under the hash of the
 * bytes and made only when it is missing: running it again, or beside a reader who came first, changes nothing.
 */
export function inspectVersion({ db, contents, profiles, jobs }: Parts): Processor {
  return async (payload: Payload, context) => {
    const { progress, signal } = context;
    const version = await findVersionById(db, payload.version_id);
    if (!version) return { skipped: 'the version was removed' };
    progress(5, 'Reading the file');
    const { info } = await contents.facts(version);
    signal.throwIfAborted();
    progress(30, 'Drawing the preview');
    // A file that cannot be drawn, for want of a CRS for example, is none the less a good version.
    const drawn: string[] = [];
    await contents.warm(version).then(
      () => drawn.push('preview'),
      () => undefined,
    );
    signal.throwIfAborted();
    progress(45, 'Drawing the thumbnail');
    await contents.thumbnail(version).then(
      () => drawn.push('thumbnail'),
      () => undefined,
    );
    if (version.objectKey !== null) await orderTiles(jobs, context, { version, layers: info.layers ?? [] });
    progress(60, 'Looking through the fields and geometries');
    await profiles.take(version, signal).catch((error: unknown) => {
      // What defeats the survey may still be looked at.
      if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
    });
    return { drawn, layers: info.layers?.length ?? 0 };
  };
}

/** Layers of which a plain preview shows only a part get tiles before somebody asks for them. */
async function orderTiles(
  jobs: Jobs,
  { job, commit }: JobContext,
  { version, layers }: { version: Version; layers: LayerInfo[] },
): Promise<void> {
  const wanted = layers.flatMap((layer, position) =>
    layer.featureCount > DEFAULT_LIMIT && layer.extentWgs84
      ? [
          {
            kind: TILES_JOB,
            payload: { version_id: version.id, layer: position },
            idempotencyKey: jobKey(version, position),
            requestedBy: job.requestedBy,
          },
        ]
      : [],
  );
  if (wanted.length === 0) return;
  await commit(async (trx) => {
    await jobs.enqueueMany(trx, wanted);
  }, 'tiles');
  void jobs.dispatch();
}
