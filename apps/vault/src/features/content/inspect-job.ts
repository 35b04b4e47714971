import type { LayerInfo } from '@cairn/geo';
import type { JobContext, Jobs, Processor } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import type { Previews } from './previews.ts';
import type { Profiles } from './profiles.ts';
import type { ContentService } from './service.ts';
import { tileJobKey } from './tiles/service.ts';
import { DEFAULT_LIMIT, TILES_JOB } from './types.ts';

interface InspectDeps {
  db: Db;
  contents: ContentService;
  previews: Previews;
  profiles: Profiles;
  jobs: Jobs;
}

/**
 * Derives the facts, the preview, the thumbnail and the profile of a new version, so that its page opens at once. Each is created
 * only when it is missing, so the job may run any number of times, also beside a reader.
 */
export function inspectVersion({ db, contents, previews, profiles, jobs }: InspectDeps): Processor {
  return async (payload: { version_id: number }, context) => {
    const { progress, signal } = context;
    const version = await findVersionById(db, payload.version_id);
    if (!version) return { skipped: 'the version was deleted' };
    progress(5, 'Reading the file');
    const { info } = await contents.facts(version);
    signal.throwIfAborted();
    progress(30, 'Creating the preview');
    // A file that has no preview, for example without a CRS, is still a valid version.
    const drawn: string[] = [];
    await previews.warm(version).then(
      () => drawn.push('preview'),
      () => undefined,
    );
    signal.throwIfAborted();
    progress(45, 'Creating the thumbnail');
    await previews.thumbnail(version).then(
      () => drawn.push('thumbnail'),
      () => undefined,
    );
    if (version.objectKey !== null) await requestTiles(jobs, context, { version, layers: info.layers ?? [] });
    progress(60, 'Checking the fields and geometries');
    await profiles.ensure(version, signal).catch((error: unknown) => {
      // A file that cannot be profiled may still be viewed.
      if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
    });
    return { drawn, layers: info.layers?.length ?? 0 };
  };
}

/** Queues tile jobs for layers that are too large for a plain preview. */
async function requestTiles(
  jobs: Jobs,
  { job, commit }: JobContext,
  { version, layers }: { version: Version; layers: LayerInfo[] },
): Promise<void> {
  const requests = layers.flatMap((layer, position) =>
    layer.featureCount > DEFAULT_LIMIT && layer.extentWgs84
      ? [
          {
            kind: TILES_JOB,
            payload: { version_id: version.id, layer: position },
            idempotencyKey: tileJobKey(version, position),
            requestedBy: job.requestedBy,
          },
        ]
      : [],
  );
  if (requests.length === 0) return;
  await commit(async (trx) => {
    await jobs.enqueueMany(trx, requests);
  }, 'tiles');
  void jobs.dispatch();
}
