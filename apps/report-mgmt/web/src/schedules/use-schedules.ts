import { useApi } from '@cairn/ui';
import { reportMgmt, type ScheduleSummary } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';

const LIMIT = 500;
const WATCH_MS = 2_000;

/** Schedules, newest first; they are read again while one of their runs is under way. */
export function useSchedules(report = '') {
  return useApi(
    [...schedulesKey, report],
    (signal) =>
      reportMgmt.GET('/api/v1/schedules', {
        signal,
        params: { query: { limit: LIMIT, ...(report === '' ? {} : { report }) } },
      }),
    { refetchInterval: (data) => (data?.schedules.some(isRunning) ? WATCH_MS : 30_000) },
  );
}

/** A schedule with the fields of its form. */
export function useSchedule(id: number) {
  return useApi([...schedulesKey, id], (signal) =>
    reportMgmt.GET('/api/v1/schedules/{id}', { signal, params: { path: { id } } }),
  );
}

export function isRunning({ last_run: run }: Pick<ScheduleSummary, 'last_run'>): boolean {
  return run?.status === 'queued' || run?.status === 'running';
}
