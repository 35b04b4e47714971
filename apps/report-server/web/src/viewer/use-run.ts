import { ApiError, basePath, errorFromResponse, notifyError, quietJob, t, unwrap } from '@cairn/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reportServer } from '../client.ts';
import { gatewayFields } from './gateway-fields.ts';
import type { Execution, ParameterValues, ViewFormat } from './types.ts';

const POLL_MS = 500;

export type RunState =
  | { phase: 'idle' }
  | { phase: 'running'; progress: number; stage: string }
  | { phase: 'done'; execution: Execution }
  | { phase: 'cancelled' }
  | { phase: 'failed'; error: unknown };

interface Started {
  execution_id: string;
  job_id: string;
}

/** Runs a report as a job, with its progress; a new run cancels the one before. */
export function useRun(report: string) {
  const [state, setState] = useState<RunState>({ phase: 'idle' });
  const current = useRef<AbortController>(null);

  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);

  const run = useCallback(
    async (values: ParameterValues, format: ViewFormat) => {
      stop();
      const mine = new AbortController();
      current.current = mine;
      const { signal } = mine;
      const show = (next: RunState) => {
        if (!signal.aborted) setState(next);
      };
      show({ phase: 'running', progress: 0, stage: '' });
      try {
        const started = await start(gatewayFields(report, { values, format }));
        const execution = await followUntilEnd(started, signal, (progress, stage) =>
          show({ phase: 'running', progress, stage }),
        );
        show(execution.status === 'cancelled' ? { phase: 'cancelled' } : { phase: 'done', execution });
      } catch (error) {
        show({ phase: 'failed', error });
      }
    },
    [report, stop],
  );

  const cancel = useCallback(() => {
    stop();
    setState({ phase: 'cancelled' });
  }, [stop]);

  // A run without a waiting client is stopped.
  useEffect(() => stop, [stop]);
  return { state, run, cancel };
}

/** Not aborted by a cancel: only its answer says which run to cancel. */
async function start(fields: URLSearchParams): Promise<Started> {
  const response = await fetch(`${basePath()}/reports/execute`, {
    method: 'POST',
    headers: { Prefer: 'respond-async' },
    body: fields,
  });
  if (!response.ok) throw errorFromResponse(response, (await response.text()).trim());
  return (await response.json()) as Started;
}

/** Follows a run, and cancels it when the signal says so. */
async function followUntilEnd(
  { execution_id: id, job_id: job }: Started,
  signal: AbortSignal,
  onProgress: (progress: number, stage: string) => void,
): Promise<Execution> {
  // This page says how it ended.
  quietJob({ service: 'report-server', id: job });
  const cancel = () =>
    void unwrap(reportServer.DELETE('/api/v1/executions/{id}', { params: { path: { id } } })).catch(
      notifyError,
    );
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  try {
    await jobEnd(job, signal, onProgress);
    const execution = await unwrap(
      reportServer.GET('/api/v1/executions/{id}', { params: { path: { id } }, signal }),
    );
    if (execution.status === 'succeeded' || execution.status === 'cancelled') return execution;
    throw new ApiError({ status: 422, message: execution.error ?? t('viewer.noReason') });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function jobEnd(
  id: string,
  signal: AbortSignal,
  onProgress: (progress: number, stage: string) => void,
): Promise<void> {
  for (;;) {
    const { status, progress, stage } = await unwrap(
      reportServer.GET('/api/jobs/{id}', { params: { path: { id } }, signal }),
    );
    if (status !== 'queued' && status !== 'running') return;
    onProgress(progress, stage ?? '');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
