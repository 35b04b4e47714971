import { useApi } from '@cairn/ui';
import { reportMgmt, type ScheduleSummary } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';

const PAGE_SIZE = 50;
const WATCH_MS = 2_000;

/** What the list is asked for; empty text is no filter. */
export interface ScheduleFilters {
  report: string;
  state: string;
  q: string;
  cursor: string;
}

/** A page of schedules, newest first; they are read again while one of their runs is under way. */
export function useSchedules(filters: ScheduleFilters) {
  const { state, ...texts } = filters;
  const query = {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(isState(state) ? { state } : {}),
  };
  return useApi(
    [...schedulesKey, 'page', JSON.stringify(query)],
    (signal) =>
      reportMgmt.GET('/api/v1/schedules', { signal, params: { query: { limit: PAGE_SIZE, ...query } } }),
    {
      keepPrevious: true,
      refetchInterval: (data) => (data?.schedules.some(isRunning) ? WATCH_MS : 30_000),
    },
  );
}

export const STATES = ['enabled', 'paused', 'failing'] as const;

function isState(text: string): text is (typeof STATES)[number] {
  return (STATES as readonly string[]).includes(text);
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
