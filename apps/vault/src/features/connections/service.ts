import type { VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Actor, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { LOAD_PURPOSE } from './load-job.ts';
import { insertLoad } from './repo.ts';
import type { LoadRequest } from './types.ts';

export interface PostgisDeps {
  db: Db;
  jobs: Jobs;
  secretBox: SecretBox;
}

interface LoadAfterUpload {
  actor: Actor;
  version: { id: number; dataset: string };
  request: LoadRequest;
  signal: AbortSignal;
}

export type PostgisService = ReturnType<typeof createPostgisService>;

/** Requests loads of versions into PostGIS; `runLoad` runs them. */
export function createPostgisService({ db, jobs, secretBox }: PostgisDeps) {
  /** Saves the request with its password sealed. @throws {AppError} unavailable without an encryption key. */
  function requestLoad(
    trx: Db,
    { versionId, request }: { versionId: number; request: LoadRequest },
  ): Promise<number> {
    return insertLoad(trx, {
      versionId,
      sealedRequest: secretBox.seal(JSON.stringify(request), LOAD_PURPOSE),
    });
  }

  async function queue({ actor, version, request }: LoadAfterUpload): Promise<number> {
    const job = await db.transaction().execute(async (trx) => {
      const loadId = await requestLoad(trx, { versionId: version.id, request });
      return jobs.enqueue(trx, {
        kind: 'postgis.load',
        payload: { version_id: version.id, load_id: loadId, title: version.dataset },
        requestedBy: actor.id,
      });
    });
    void jobs.dispatch();
    return job.id;
  }

  return {
    requestLoad,

    /** Queues a load of an uploaded version and waits for it. The load continues when the client disconnects. */
    async loadAndWait(load: LoadAfterUpload): Promise<VaultSchemas['SpatialDbResult']> {
      try {
        const jobId = await queue(load);
        const job = await jobs.finished(jobId, { signal: load.signal });
        const result =
          job?.status === 'succeeded'
            ? (job.result as VaultSchemas['SpatialDbResult'])
            : { success: false, error: job?.errors.at(-1)?.message ?? 'Loading into PostGIS was cancelled.' };
        return { ...result, job_id: String(jobId) };
      } catch (error) {
        load.signal.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        return { success: false, error: error.message };
      }
    },
  };
}
