import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { useApi } from '@cairn/ui';
import { dbadmin, type Job } from '../client.ts';
import { jobListKey } from '../query-keys.ts';

/** Jobs on one page of the list. */
export const PAGE_SIZE = 40;
const ACTIVE_INTERVAL_MS = 1_500;
const IDLE_INTERVAL_MS = 10_000;

export interface JobFilters {
  status?: string;
  kind?: string;
  connection_id?: string;
  mine?: string;
  /** Only jobs older than this one. */
  before?: string;
}

/** One page of jobs, newest first; polled, and more often while one of them is active. */
export function useJobList(filters: JobFilters) {
  return useApi(
    [...jobListKey, filters],
    (signal) =>
      dbadmin.GET('/api/jobs', { params: { query: { ...filters, limit: String(PAGE_SIZE) } }, signal }),
    {
      keepPrevious: true,
      refetchInterval: (jobs) => (jobs?.some(isActive) ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS),
    },
  );
}

/** One job, polled while it is active; none for an empty id. */
export function useJob(id: string) {
  return useApi(
    [...jobListKey, 'one', id],
    (signal) => dbadmin.GET('/api/jobs/{id}', { params: { path: { id } }, signal }),
    { enabled: id !== '', refetchInterval: (job) => (job && isActive(job) ? ACTIVE_INTERVAL_MS : false) },
  );
}

export function isActive({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

const followedJobKey = (databaseId: number) => ['followed-job', databaseId] as const;

/** Id of the job that the page of a database shows: the one started last. Empty when there is no such job. */
export function useFollowedJob(databaseId: number): string {
  return useQuery<string>({ queryKey: followedJobKey(databaseId), queryFn: skipToken }).data ?? '';
}

/** Shows this job on the page of the database; an empty id shows no job. */
export function followJob(queries: QueryClient, databaseId: number, jobId: string): void {
  queries.setQueryData(followedJobKey(databaseId), jobId);
}
