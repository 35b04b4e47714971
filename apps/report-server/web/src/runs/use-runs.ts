import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { basePath, notifyDone, notifyError, requestJson, t, type ApiError } from '@cairn/ui';
import type { Run } from './types.ts';

const runsKey = ['runs'];
/** Runs of one page of the list. */
export const PAGE_SIZE = 100;
const WATCH_MS = 2_000;

export interface RunFilters {
  report: string;
  status: string;
  /** Only runs that were requested before this moment. */
  before: string;
}

/** Runs, newest first; they are read again while one of them is under way. */
export function useRuns(filters: RunFilters) {
  const search = new URLSearchParams({ limit: String(PAGE_SIZE) });
  for (const [name, value] of Object.entries(filters)) if (value !== '') search.set(name, value);
  return useQuery<Run[], ApiError>({
    queryKey: [...runsKey, String(search)],
    queryFn: async ({ signal }) =>
      (await requestJson<{ executions: Run[] }>(`${basePath()}/api/v1/executions?${search}`, { signal }))
        .executions,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WATCH_MS : false),
  });
}

export function isUnderWay({ status }: Pick<Run, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function useCancelRun() {
  const queries = useQueryClient();
  return async ({ id }: Run): Promise<void> => {
    try {
      await requestJson(`${basePath()}/api/v1/executions/${id}`, { method: 'DELETE' });
      notifyDone(t('runs.cancelled'));
    } catch (error) {
      notifyError(error);
    } finally {
      await queries.invalidateQueries({ queryKey: runsKey });
    }
  };
}

/** Time in the database and in the writer; null before the run has ended. */
export function workTime({ db_ms: database, render_ms: render }: Run): number | null {
  return database === null && render === null ? null : (database ?? 0) + (render ?? 0);
}

/** Address of the viewer with the parameters of a run. */
export function runAgainRoute({ report, parameters }: Run): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters))
    for (const value of values) search.append(name, value);
  return `/library/${encodeURIComponent(report)}${search.size > 0 ? `?${search}` : ''}`;
}
