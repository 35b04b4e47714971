import type { Jobs } from '@cairn/jobs';
import type { VaultConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import type { Version } from '../versions/types.ts';
import { withDeadline } from './with-deadline.ts';
import { findFacts } from './repo.ts';
import type { ContentService } from './service.ts';
import { createSingleFlight } from './single-flight.ts';
import { INSPECT_JOB } from './profiles.ts';
import { awaitActiveJob } from './await-job.ts';

export interface PreparationDeps {
  db: Db;
  contents: ContentService;
  jobs: Jobs;
  config: Pick<VaultConfig, 'preparationSeconds'>;
}

/** Larger files take longer to read than a worker takes to come. */
const LARGE = 32 * 1024 * 1024;
const SENTENCE = 'The file is being read for the first time; ask again in a few seconds.';

export type Preparation = ReturnType<typeof createPreparation>;

/**
 * Waits, not too long, until a version can be looked at: facts are known, and what is no GeoPackage has its working copy.
 * AppError `unavailable` with the time after which to ask again.
 */
export function createPreparation({ db, contents, jobs, config }: PreparationDeps) {
  const singly = createSingleFlight<void>();
  const areFactsKnown = async (version: Version) => (await findFacts(db, version.sha256)) !== null;

  async function prepare(version: Version): Promise<void> {
    if (version.size > LARGE && version.objectKey !== null && !(await areFactsKnown(version))) {
      const isDone = () => areFactsKnown(version);
      await awaitActiveJob(jobs, { kind: INSPECT_JOB, key: String(version.id), isDone });
    }
    await contents.facts(version);
    if (version.objectKey !== null) await contents.readable(version);
  }

  return {
    /** Waits until a version can be drawn and described. A table is queried each time, so there is nothing to prepare. */
    async prepared(version: Version, signal: AbortSignal): Promise<void> {
      if (version.datasourceType === 'spatialdb') return;
      const work = singly(String(version.id), () => prepare(version));
      await withDeadline(work, { seconds: config.preparationSeconds, signal, sentence: SENTENCE });
    },
  };
}
