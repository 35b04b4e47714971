import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takeNews, type SeenJobs } from './job-news.ts';
import { useServiceJobs, type ServiceJob } from './service-jobs.ts';

/** Called once for each job that has ended since the page was opened, with the query client to invalidate what the job changed. */
export type JobEnd = (job: ServiceJob, queries: QueryClient) => void;

/** Notifies the app of jobs that end. Renders nothing. */
export function JobEnds({ onEnd }: { onEnd: JobEnd }) {
  const { data: jobs, services } = useServiceJobs();
  const queries = useQueryClient();
  const seenJobs = useRef<SeenJobs>({});
  useEffect(() => {
    if (!jobs) return;
    const { news, seen } = takeNews({ jobs, services }, seenJobs.current);
    seenJobs.current = seen;
    for (const job of news) onEnd(job, queries);
  }, [jobs, services, onEnd, queries]);
  return null;
}
