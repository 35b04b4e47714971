import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { quietJob, unwrap, useApi, useChange, jobsKey, type ApiError } from '@cairn/ui';
import { reportServer, type AnalysisResult } from '../../client.ts';

/** Results that a browser can hold and draw; larger ones are downloaded. */
const MAX_DRAWN_BYTES = 64 * 1024 ** 2;
const POLL_MS = 1_000;

/** An analysis that runs as a job: its state, its result once there is one, and the way to cancel it. */
export function useAnalysisJob(id: string | null) {
  const params = { path: { id: id ?? '' } };
  const key = ['analysis', 'job', id];
  const job = useApi(
    key,
    (signal) => reportServer.GET('/api/v1/explorer/spatial-analysis/jobs/{id}', { params, signal }),
    {
      enabled: id !== null,
      refetchInterval: (data) => (data === undefined || isUnfinished(data.status) ? POLL_MS : false),
    },
  );
  const { bytes = null, result: address = null } = job.data ?? {};
  const isTooLarge = bytes !== null && bytes > MAX_DRAWN_BYTES;
  const result = useQuery<AnalysisResult, ApiError>({
    queryKey: ['analysis', 'result', id],
    queryFn: async ({ signal }) =>
      (await unwrap(
        reportServer.GET('/api/v1/explorer/spatial-analysis/jobs/{id}/result', { params, signal }),
      )) as AnalysisResult,
    enabled: id !== null && address !== null && !isTooLarge,
    staleTime: Infinity,
  });
  const cancel = useChange(
    () => reportServer.DELETE('/api/v1/explorer/spatial-analysis/jobs/{id}', { params }),
    { refresh: [key, [...jobsKey]] },
  );
  // This panel says how it ended.
  useEffect(() => (id === null ? undefined : quiet(id)), [id]);
  return { job, result, isTooLarge, cancel };
}

export function isUnfinished(status: string): boolean {
  return status === 'queued' || status === 'running';
}

function quiet(id: string): () => void {
  const restore = quietJob({ service: 'report-server', id });
  return () => void restore();
}
