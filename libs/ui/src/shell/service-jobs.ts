import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { requestJson } from '../api/request.ts';
import { useMe } from '../api/use-me.ts';
import { portalPath } from '../boot/base-path.ts';
import type { TrackedJob } from './jobs-store.ts';
import { useServices } from './use-services.ts';

/** A job as `GET /api/jobs` of a service tells it. */
export interface ServiceJob {
  id: string;
  kind: string;
  /** What it is about, for people; the service's own errands have none. */
  title?: string;
  status: TrackedJob['status'];
  progress: number;
  stage?: string;
  error?: string;
  errors?: string[];
  result?: Record<string, unknown>;
  may_cancel?: boolean;
  dataset?: string;
  created_at: string;
  finished_at?: string;
}

/** Refresh this when a page has started a job: the tray and all who follow jobs show it at once. */
export const jobsKey = ['cairn', 'jobs'] as const;

/** Only the vault does long work for people yet. */
const SERVICE = 'vault';
const RUNNING_EVERY_MS = 1_500;
/** What waits for a worker changes rarely. */
const QUEUED_EVERY_MS = 4_000;

/** The caller's jobs, newest first. They are asked for again as long as one of them runs. */
export function useServiceJobs() {
  const { data: me } = useMe();
  const { data: services } = useServices();
  const isThere = services?.some((entry) => entry.service_key === SERVICE) === true;
  return useQuery({
    queryKey: jobsKey,
    queryFn: ({ signal }) => requestJson<ServiceJob[]>(`${jobsPath()}?limit=50`, { signal }),
    select: (jobs) => jobs.filter((job) => job.title !== undefined),
    enabled: isThere && me?.authenticated === true,
    refetchInterval: (query) => intervalFor(query.state.data ?? []),
    retry: false,
  });
}

/** Asks the service to stop a job; what becomes of it is seen by following it. */
export async function cancelServiceJob(id: string): Promise<void> {
  await requestJson(`${jobsPath()}/${id}/cancel`, { method: 'POST' });
}

export function isUnderWay({ status }: Pick<ServiceJob, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** Said once for each job that was seen under way and has ended since, with the queries that it may have made old. */
export type JobEnd = (job: ServiceJob, queries: QueryClient) => void;

/** Tells the app of jobs that end. Renders nothing. */
export function JobEnds({ onEnd }: { onEnd: JobEnd }) {
  const { data: jobs } = useServiceJobs();
  const queries = useQueryClient();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnderWay(job)) running.current.add(job.id);
      else if (running.current.delete(job.id)) onEnd(job, queries);
    }
  }, [jobs, onEnd, queries]);
  return null;
}

function intervalFor(jobs: ServiceJob[]): number | false {
  if (jobs.some(({ status }) => status === 'running')) return RUNNING_EVERY_MS;
  return jobs.some(isUnderWay) ? QUEUED_EVERY_MS : false;
}

function jobsPath(): string {
  return `${portalPath()}/${SERVICE}/api/jobs`;
}
