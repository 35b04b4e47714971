import type { Auth } from '@cairn/auth';
import type { Storage } from '@cairn/files';
import type { JobContext } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { ReportServerDatabase } from '../../../db/schema.ts';
import { JOB_LIMIT, KEEP_RESULT_MS, MAX_RESULT_BYTES } from '../limits.ts';
import { readByCursor } from '../read-batches.ts';
import type { AnalysisService } from '../service.ts';
import type { AnalysisCounts } from '../types.ts';
import { accessLost, jobTooSlow, requesterGone } from './errors.ts';
import { saveResult, setStage } from './repo.ts';
import { stageResult } from './stage-result.ts';
import type { StagedResult } from './stage-result.ts';
import type { AnalysisPayload, AnalysisRun } from './types.ts';

export interface AnalysisJobDeps {
  auth: Pick<Auth, 'user' | 'allows'>;
  storage: Pick<Storage, 'stage'>;
  analyses: Pick<AnalysisService, 'stream'>;
  /** Longest time in the database, in milliseconds. */
  timeoutMs?: number;
}

type Context = JobContext<ReportServerDatabase>;
type Stage = NonNullable<AnalysisRun['stage']>;

const SENTENCES: Record<Stage, string> = {
  inspecting: 'Inspecting the layers',
  computing: 'Computing',
  writing: 'Writing the result',
};
const VIEW_SERVICE = { resourceType: 'service', resourceKey: 'report-server', permission: 'view' } as const;

/** Runs an analysis in a worker and stores its result. Rights and row policies are those of now. */
export function runAnalysisJob(deps: AnalysisJobDeps) {
  const { auth, storage, analyses, timeoutMs = JOB_LIMIT.timeoutMs } = deps;
  return async function run({ request }: AnalysisPayload, context: Context): Promise<{ output: number }> {
    const stored = await context.committed<{ output: number }>('result');
    if (stored) return stored;
    const actor = await requireRequester(auth, Number(context.job.requestedBy));
    await beginStage(context, 'inspecting');
    const started = performance.now();
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([context.signal, deadline]);
    const { staged, counts } = await analyses
      .stream(actor, request, {
        signal,
        limit: { ...JOB_LIMIT, timeoutMs },
        readBatches: readByCursor,
        onInspected: (inspected) => beginStage(context, 'computing', inspected),
        async use(features, facts) {
          const elapsedMs = () => Math.round(performance.now() - started);
          const options = { storage, facts, signal, maxBytes: MAX_RESULT_BYTES, elapsedMs };
          const written = afterFirst(features, () => beginStage(context, 'writing'));
          return { staged: await stageResult(written, options), counts: facts.counts };
        },
      })
      .catch((error: unknown) => {
        const isTooSlow = deadline.aborted || isSlowStatement(error);
        throw isTooSlow && !context.signal.aborted ? jobTooSlow(timeoutMs) : error;
      });
    return storeResult(context, staged, counts);
  };
}

/** @throws {AppError} forbidden when the user has lost the account or the explorer */
async function requireRequester(auth: AnalysisJobDeps['auth'], id: number): Promise<Actor> {
  const actor = await auth.user(id);
  if (!actor) throw requesterGone();
  if (!(await auth.allows(actor, VIEW_SERVICE))) throw accessLost();
  return actor;
}

/** Names the step by the claim, because a later attempt begins its stages again. */
async function beginStage(
  { job, commit, progress }: Context,
  stage: Stage,
  counts?: AnalysisCounts,
): Promise<void> {
  await commit(
    (trx) => setStage(trx, job.id, { stage, ...(counts ? { counts } : {}) }),
    `${stage} ${job.fence}`,
  );
  progress(0, SENTENCES[stage]);
}

async function* afterFirst<T>(batches: AsyncIterable<T>, onFirst: () => Promise<void>): AsyncGenerator<T> {
  let isFirst = true;
  for await (const batch of batches) {
    if (isFirst) await onFirst();
    isFirst = false;
    yield batch;
  }
}

async function storeResult(
  { job, commit }: Context,
  { file, geojsonEnd }: StagedResult,
  counts: AnalysisCounts,
): Promise<{ output: number }> {
  const kept = await file.keep();
  try {
    const result = await commit(async (trx) => {
      const expiresAt = new Date(Date.now() + KEEP_RESULT_MS);
      const stored = { object: kept.key, bytes: file.size, geojsonEnd, expiresAt };
      await saveResult(trx, job.id, { ...stored, counts });
      return { output: counts.output };
    }, 'result');
    await kept.confirm();
    return result;
  } catch (error) {
    await kept.deferToSweeper();
    throw error;
  }
}

function isSlowStatement(error: unknown): boolean {
  return error instanceof AppError && error.code === 'report-server.query_too_slow';
}
