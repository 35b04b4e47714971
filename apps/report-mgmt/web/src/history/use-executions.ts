import { useApi } from '@cairn/ui';
import { reportMgmt, type Execution } from '../client.ts';
import { executionsKey } from '../query-keys.ts';
import { toQuery, type RunFilters } from './filters.ts';

const PAGE_SIZE = 50;
const WATCH_MS = 2_000;

/** Runs, newest first; they are read again while one of them is under way. */
export function useExecutions(filters: RunFilters) {
  return useApi(
    [...executionsKey, 'page', JSON.stringify(filters)],
    (signal) =>
      reportMgmt.GET('/api/v1/executions', {
        signal,
        params: { query: { limit: PAGE_SIZE, ...toQuery(filters) } },
      }),
    {
      keepPrevious: true,
      refetchInterval: (data) => (data?.executions.some(isUnderWay) ? WATCH_MS : false),
    },
  );
}

/** A run with its mails; read again while it or one of its mails is under way. */
export function useExecution(id: string) {
  return useApi(
    [...executionsKey, id],
    (signal) => reportMgmt.GET('/api/v1/executions/{id}', { signal, params: { path: { id } } }),
    {
      enabled: id !== '',
      refetchInterval: (run) =>
        run && (isUnderWay(run) || run.deliveries?.some(({ status }) => isSending(status)))
          ? WATCH_MS
          : false,
    },
  );
}

export function isUnderWay({ status }: Pick<Execution, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

function isSending(status: string): boolean {
  return status === 'queued' || status === 'sending';
}
