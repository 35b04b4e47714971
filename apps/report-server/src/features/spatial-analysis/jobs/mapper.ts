import type { ReportServerSchemas } from '@cairn/contracts';
import { ANALYSIS_BY_ID } from '../analyses/index.ts';
import { toCountsBody } from '../mapper.ts';
import type { AnalysisJob, AnalysisPayload, AnalysisRun } from './types.ts';

type Body = ReportServerSchemas['AnalysisJob'];

export const JOBS_PATH = '/api/v1/explorer/spatial-analysis/jobs';

export function toAnalysisJobBody({ job, run }: AnalysisJob): Body {
  const { analysis, input, overlay, parameters = {} } = (job.payload as AnalysisPayload).request;
  const { status } = job;
  const error = status === 'failed' ? job.errors.at(-1) : undefined;
  return {
    id: String(job.id),
    status,
    stage: status === 'running' ? run.stage : null,
    analysis,
    title: ANALYSIS_BY_ID.get(analysis)?.title ?? analysis,
    input,
    overlay: overlay ?? null,
    parameters,
    counts: run.counts && { ...toCountsBody(run.counts), output: outputOf(job.status, run) },
    elapsed_ms: elapsedOf(job),
    error: error?.message ?? null,
    error_code: error?.code ?? null,
    bytes: run.result?.bytes ?? null,
    result: run.result ? `${JOBS_PATH}/${job.id}/result` : null,
    result_expires_at: run.result?.expiresAt.toISOString() ?? null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.finishedAt?.toISOString() ?? null,
  };
}

function outputOf(status: Body['status'], { counts }: AnalysisRun): number | null {
  return status === 'succeeded' ? (counts?.output ?? null) : null;
}

function elapsedOf({ startedAt, finishedAt }: AnalysisJob['job']): number | null {
  if (startedAt === null) return null;
  return Math.max(0, (finishedAt ?? new Date()).getTime() - startedAt.getTime());
}
