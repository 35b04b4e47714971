import { useApi } from '@cairn/ui';
import { dbadmin, type Job } from '../client.ts';
import { jobListKey } from '../query-keys.ts';

/** Jobs on one page. More are behind a link, so that the page never holds more than these. */
export const PAGE_SIZE = 40;
const RUNNING_EVERY_MS = 1_500;
const IDLE_EVERY_MS = 10_000;

export interface JobFilters {
  status: string;
  kind: string;
  connection_id: string;
  mine: string;
  /** Only jobs older than this one. */
  before: string;
}

/** One page of jobs, newest first; asked for again while it is looked at, often while one of them runs. */
export function useJobList(filters: JobFilters) {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  return useApi(
    [...jobListKey, set],
    (signal) => dbadmin.GET('/api/jobs', { params: { query: { ...set, limit: String(PAGE_SIZE) } }, signal }),
    {
      keepPrevious: true,
      refetchInterval: (jobs) => (jobs?.some(isActive) ? RUNNING_EVERY_MS : IDLE_EVERY_MS),
    },
  );
}

export function isActive({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
