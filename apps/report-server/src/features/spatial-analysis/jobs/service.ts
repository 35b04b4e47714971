import type { Storage } from '@cairn/files';
import type { Job, Jobs } from '@cairn/jobs';
import { parseId } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { MAX_UNFINISHED } from '../limits.ts';
import type { LayerRequest } from '../open-layer.ts';
import type { AnalysisRequest, AnalysisService } from '../service.ts';
import { noResult, noSuchJob, tooManyJobs } from './errors.ts';
import { countUnfinished, findRuns, forgetResult, insertRun, JOB_KIND } from './repo.ts';
import { geojsonRange } from './stage-result.ts';
import type { AnalysisJob, AnalysisPayload, AnalysisRun } from './types.ts';

export interface AnalysisJobsDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueue' | 'dispatch' | 'get' | 'list' | 'cancel'>;
  storage: Pick<Storage, 'open' | 'size' | 'delete'>;
  analyses: Pick<AnalysisService, 'check'>;
}

export type AnalysisJobs = ReturnType<typeof createAnalysisJobs>;

const NOTHING_KNOWN: AnalysisRun = { stage: null, counts: null, result: null };

/** Analyses that run as jobs. Everybody sees and cancels only their own. */
export function createAnalysisJobs({ db, jobs, storage, analyses }: AnalysisJobsDeps) {
  /** @throws {AppError} not_found, also for the job of another person */
  async function find(actor: Actor, id: string): Promise<AnalysisJob> {
    const number = parseId(id);
    const job = number === null ? undefined : await jobs.get(number);
    if (job?.kind !== JOB_KIND || job.requestedBy !== String(actor.id)) throw noSuchJob(id);
    return (await withRuns([job]))[0]!;
  }

  async function withRuns(found: Job[]): Promise<AnalysisJob[]> {
    const runs = await findRuns(
      db,
      found.map(({ id }) => id),
    );
    return found.map((job) => ({ job, run: runs.get(job.id) ?? NOTHING_KNOWN }));
  }

  return {
    find,

    /** Queues an analysis. What is wrong with the request is reported at once. @throws {AppError} unavailable beyond the person's limit */
    async queue(actor: Actor, request: AnalysisRequest): Promise<Job> {
      await analyses.check(actor, request);
      const payload: AnalysisPayload = { request: toStoredRequest(request) };
      const userId = Number(actor.id);
      const job = await db.transaction().execute(async (trx) => {
        if ((await countUnfinished(trx, userId)) >= MAX_UNFINISHED) throw tooManyJobs(MAX_UNFINISHED);
        const queued = await jobs.enqueue(trx, {
          ...{ kind: JOB_KIND, payload, requestedBy: userId, maxAttempts: 2 },
        });
        await insertRun(trx, queued.id);
        return queued;
      });
      await jobs.dispatch();
      return job;
    },

    /** Newest first. */
    async list(actor: Actor, limit: number): Promise<AnalysisJob[]> {
      return withRuns(await jobs.list({ kind: JOB_KIND, requestedBy: Number(actor.id), limit }));
    },

    /** Cancels a job, and removes the result of one that has ended. */
    async cancel(actor: Actor, id: string): Promise<void> {
      const { job } = await find(actor, id);
      await jobs.cancel(job.id);
      // Read again: it may have succeeded in the meantime.
      const { run } = await find(actor, id);
      if (!run.result) return;
      await forgetResult(db, job.id);
      await storage.delete(run.result.object);
    },

    /** The stored result, or its FeatureCollection alone. @throws {AppError} not_found without one */
    async result(actor: Actor, id: string, format: 'json' | 'geojson') {
      const { job, run } = await find(actor, id);
      const size = run.result && (await storage.size(run.result.object));
      if (!run.result || size === null) throw noResult(id);
      const range = format === 'geojson' ? geojsonRange(run.result) : { start: 0, end: size - 1 };
      const { request } = job.payload as AnalysisPayload;
      return {
        bytes: storage.open(run.result.object, range),
        size: range.end - range.start + 1,
        fileName: `${request.input.table} ${request.analysis}.geojson`,
      };
    },
  };
}

/** The fields that are read, and no others that a caller may have sent. */
function toStoredRequest({ analysis, input, overlay, parameters = {} }: AnalysisRequest): AnalysisRequest {
  return {
    analysis,
    input: toStoredLayer(input),
    ...(overlay ? { overlay: toStoredLayer(overlay) } : {}),
    parameters,
  };
}

function toStoredLayer({ datasource, schema, table, geometry, filter, columns }: LayerRequest): LayerRequest {
  return { datasource, schema, table, geometry, filter, columns };
}
