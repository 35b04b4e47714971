import type { Storage } from '@cairn/files';
import { openGdal, profileFile } from '@cairn/geo';
import type { DataProfile } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import type { Version } from '../versions/types.ts';
import { findProfile, saveProfile } from './repo.ts';
import type { ContentService } from './service.ts';
import { contentKey } from './content-key.ts';
import { withNumbers, withPlaces } from './survey-rows.ts';
import { createSingleFlight } from './single-flight.ts';
import { createFairQueue } from './fair-queue.ts';
import { awaitActiveJob } from './await-job.ts';

export interface ProfileDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  jobs: Jobs;
}

/** The kind of the job that examines a new version; its idempotency key is the version's id. */
export const INSPECT_JOB = 'version.inspect';

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * What a look through all features of a file found: ranges of fields, problems of geometries. Made once for the bytes and
 * kept; it takes a minute for a million features, so that nothing waits for it that can do without.
 */
export function createProfiles({ db, storage, contents, jobs }: ProfileDeps) {
  const singly = createSingleFlight<DataProfile>();
  const inTurn = createFairQueue();

  async function make(version: Version, signal?: AbortSignal): Promise<DataProfile> {
    // Its row holds the survey.
    await contents.facts(version);
    const { path } = await contents.readable(version);
    const isOurs = version.format !== 'GPKG';
    const original = { path: storage.path(version.objectKey as string), format: version.format };
    const scratch = await storage.scratch();
    try {
      const info = await profileFile(await openGdal('page'), path, {
        cwd: scratch.path,
        ...(isOurs ? { original } : {}),
        ...(signal ? { signal } : {}),
      });
      await saveProfile(db, version.sha256, await withPlaces(db, version, info));
      return info;
    } finally {
      await scratch.remove();
    }
  }

  async function find(version: Version): Promise<DataProfile | null> {
    const survey = await findProfile(db, version.sha256);
    return survey && withNumbers(db, version, survey);
  }

  /** Rasters, and what lies elsewhere, are not looked through. */
  function isSurveyed(version: Version): boolean {
    return version.type === 'vector' && version.objectKey !== null;
  }

  return {
    /** For whoever wants to know; a worker that is about to find out is waited for. */
    async of(version: Version): Promise<DataProfile | null> {
      if (!isSurveyed(version)) return null;
      const known = await find(version);
      if (known) return known;
      return singly(contentKey(version), async () => {
        await awaitActiveJob(jobs, { kind: INSPECT_JOB, key: String(version.id) });
        return (await find(version)) ?? inTurn(() => make(version));
      });
    },

    /** For the worker itself. */
    async take(version: Version, signal: AbortSignal): Promise<void> {
      if (isSurveyed(version) && !(await findProfile(db, version.sha256))) await make(version, signal);
    },
  };
}
