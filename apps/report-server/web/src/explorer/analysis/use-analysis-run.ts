import { useCallback, useEffect, useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { jobsKey, unwrap, useChange, type ApiError } from '@cairn/ui';
import { reportServer, type AnalysisRequest, type AnalysisResult } from '../../client.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { isUnfinished, useAnalysisJob } from './use-analysis-job.ts';

const PATH = '/api/v1/explorer/spatial-analysis';
const PREFER_JOB = { Prefer: 'respond-async' };

export type AnalysisRun = ReturnType<typeof useAnalysisRun>;

/** The analysis that the panel runs: while one waits for the answer, or as a job, which the address names. */
export function useAnalysisRun() {
  const { state, change } = useExplorer();
  const jobId = /^\d+$/.test(state.analysis) ? state.analysis : null;
  const job = useAnalysisJob(jobId);
  const abort = useRef<AbortController | null>(null);
  const direct = useMutation<AnalysisResult, ApiError, AnalysisRequest>({
    mutationFn: async (body) => {
      const { signal } = (abort.current = new AbortController());
      return (await unwrap(reportServer.POST(PATH, { body, signal }))) as AnalysisResult;
    },
  });
  const queue = useChange((body: AnalysisRequest) => reportServer.POST(PATH, { body, headers: PREFER_JOB }), {
    quiet: true,
    refresh: [[...jobsKey]],
    onDone: (answer) => change({ analysis: (answer as { job_id: string }).job_id }),
  });
  const { reset: forgetDirect, mutate: runDirect } = direct;
  const { reset: forgetQueue, mutate: queueJob } = queue;

  /** Closing the panel ends an analysis that nobody waits for any more; a job goes on. */
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(
    (request: AnalysisRequest, { asJob = false } = {}) => {
      abort.current?.abort();
      forgetDirect();
      forgetQueue();
      change({ analysis: 'open' });
      if (asJob) queueJob(request);
      else runDirect(request);
    },
    [change, forgetDirect, forgetQueue, queueJob, runDirect],
  );
  const stop = useCallback(() => {
    abort.current?.abort();
    forgetDirect();
  }, [forgetDirect]);

  return {
    start,
    stop,
    jobId,
    job,
    /** Whether the answer of a direct run or the number of a new job is on its way. */
    isWaiting: direct.isPending || queue.isPending,
    isBusy: direct.isPending || queue.isPending || (job.job.data ? isUnfinished(job.job.data.status) : false),
    error: jobId === null ? (queue.error ?? direct.error) : null,
    /** What was sent last, to run it as a job. */
    request: direct.variables ?? null,
    result: (jobId === null ? direct.data : job.result.data) ?? null,
    /** The filter that the result was made with. */
    filter: jobId === null ? direct.variables?.input.filter : job.job.data?.input.filter,
  };
}
