import type { Storage } from '@cairn/files';
import { numberRows, openGdal, profileFile } from '@cairn/geo';
import type { DataProfile } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { AppError, withDeadline } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findRemovedRows, layerKey } from '../versions/row-numbers-repo.ts';
import type { Version } from '../versions/types.ts';
import { awaitActiveJob, createFairQueue, createSingleFlight } from './shared-work.ts';
import { contentKey } from './content-key.ts';
import { inPreparation } from './errors.ts';
import { findProfile, saveProfile } from './repo.ts';
import type { ContentService } from './service.ts';
import { INSPECT_JOB } from './types.ts';

export interface ProfileDeps {
  db: Db;
  storage: Storage;
  contents: ContentService;
  jobs: Jobs;
}

/** How long a response waits for a profile. */
const WAIT_MS = 3_000;

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * Profiles of vector files: ranges of fields and problems of geometries. A profile reads all features, a minute for a million of
 * them, so it is created once for the bytes and stored.
 */
export function createProfiles({ db, storage, contents, jobs }: ProfileDeps) {
  const once = createSingleFlight<DataProfile>();
  const queued = createFairQueue();

  async function create(version: Version, signal?: AbortSignal): Promise<DataProfile> {
    // The profile is saved in the row of the facts.
    await contents.facts(version);
    const { path } = await contents.readable(version);
    const isWorkingCopy = version.format !== 'GPKG';
    const original = { path: storage.path(version.objectKey as string), format: version.format };
    const scratch = await storage.scratch();
    try {
      const profile = await profileFile(await openGdal('page'), path, {
        cwd: scratch.path,
        ...(isWorkingCopy ? { original } : {}),
        ...(signal ? { signal } : {}),
      });
      const byPosition = await translateFeatures(db, version, profile, 'positions');
      await saveProfile(db, version.sha256, byPosition);
      return profile;
    } finally {
      await scratch.remove();
    }
  }

  async function find(version: Version): Promise<DataProfile | null> {
    const profile = await findProfile(db, version.sha256);
    return profile && translateFeatures(db, version, profile, 'numbers');
  }

  /** The profile of a version; waits for a worker that is about to create it. Null for rasters and data stored elsewhere. */
  async function profileOf(version: Version): Promise<DataProfile | null> {
    if (!hasProfile(version)) return null;
    const stored = await find(version);
    if (stored) return stored;
    return once(contentKey(version), async () => {
      await awaitActiveJob(jobs, { kind: INSPECT_JOB, key: String(version.id) });
      return (await find(version)) ?? queued(() => create(version));
    });
  }

  return {
    of: profileOf,

    /** The profile of a version; an empty one with a warning when it cannot be created, or takes long. */
    async ofOrWarning(version: Version, signal: AbortSignal): Promise<DataProfile | null> {
      const onTimeout = () =>
        inPreparation(
          'Fields and geometries are still being checked. Try again in a minute to see the results.',
        );
      return withDeadline(profileOf(version), { ms: WAIT_MS, signal, onTimeout }).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.kind === 'internal') throw error;
        return { layers: [], problems: [], problemCount: 0, warnings: [error.message] };
      });
    },

    /** Creates a missing profile, for the worker. */
    async ensure(version: Version, signal: AbortSignal): Promise<void> {
      if (hasProfile(version) && !(await findProfile(db, version.sha256))) await create(version, signal);
    },
  };
}

function hasProfile(version: Version): boolean {
  return version.type === 'vector' && version.objectKey !== null;
}

/**
 * A profile is stored for the bytes and names features by position; each version numbers its rows in its own way. Translates the
 * features of problems into positions or into row numbers.
 */
async function translateFeatures(
  db: Db,
  version: Version,
  profile: DataProfile,
  to: 'positions' | 'numbers',
): Promise<DataProfile> {
  if (version.removedRowsHash === null || profile.problems.every(({ feature }) => feature === undefined))
    return profile;
  const removed = await findRemovedRows(db, version);
  const layers = new Map([...removed].map(([layer, rows]) => [layer, numberRows(rows)]));
  const problems = profile.problems.map((problem) => {
    const { feature, layer = '' } = problem;
    const rows = layers.get(layerKey(version.format, layer));
    if (!rows || typeof feature !== 'number') return problem;
    return {
      ...problem,
      feature: (to === 'positions' ? rows.placeOf(feature) : rows.numberAt(feature)) ?? feature,
    };
  });
  return { ...profile, problems };
}
