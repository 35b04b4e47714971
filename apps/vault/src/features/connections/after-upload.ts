import type { VaultSchemas } from '@cairn/contracts';
import type { Jobs } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { PostgisRequest } from './request.ts';
import type { PostgisService } from './service.ts';

export interface AfterUploadDeps {
  db: Db;
  jobs: Jobs;
  postgis: PostgisService;
}

/** Has a worker load an uploaded version into PostGIS and waits for it; a client that leaves does not end the work. */
export async function loadAfterUpload(
  { db, jobs, postgis }: AfterUploadDeps,
  {
    actor,
    version,
    request,
    signal,
  }: {
    actor: Actor;
    version: { id: number; dataset: string };
    request: PostgisRequest;
    signal: AbortSignal;
  },
): Promise<VaultSchemas['SpatialDbResult']> {
  try {
    const job = await db.transaction().execute(async (trx) => {
      const loadId = await postgis.ask(trx, { versionId: version.id, request });
      return jobs.enqueue(trx, {
        kind: 'postgis.load',
        payload: { version_id: version.id, load_id: loadId, title: version.dataset },
        requestedBy: actor.id,
      });
    });
    void jobs.dispatch();
    const ended = await jobs.finished(job.id, { signal });
    const result =
      ended?.status === 'succeeded'
        ? (ended.result as VaultSchemas['SpatialDbResult'])
        : { success: false, error: ended?.errors.at(-1)?.message ?? 'Loading into PostGIS was cancelled.' };
    return { ...result, job_id: String(job.id) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return { success: false, error: error.message };
  }
}
