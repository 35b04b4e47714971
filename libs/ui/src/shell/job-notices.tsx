import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { useMe } from '../api/use-me.ts';
import { notifyOutcome } from '../form/notify.tsx';
import { formatDuration } from '../format/format.ts';
import { tui } from '../i18n.ts';
import { endedRecently, takeNews, type SeenJobs } from './job-news.ts';
import { jobHref, useServiceJobs, type ServiceJob } from './service-jobs.ts';
import { readStored, writeStored } from './local-storage.ts';

const quiet = new Set<string>();

/** Leaves it to the page to say how a job ends; what is returned gives that back. */
export function quietJob(job: Pick<ServiceJob, 'service' | 'id'>): () => void {
  quiet.add(keyOf(job));
  return () => quiet.delete(keyOf(job));
}

/** More than these are only counted. */
const MAX_NOTICES = 3;

/** Announces each job of the person's that has ended, in one of the open windows. Renders nothing. */
export function JobNotices() {
  const { data: jobs, services } = useServiceJobs();
  const visibility = useDocumentVisibility();
  const name = useMe().data?.user?.username;
  useEffect(() => {
    if (!jobs || name === undefined || visibility === 'hidden') return;
    void oneWindowAtATime(() => {
      const key = `cairn-jobs-announced:${name}`;
      const { news, seen } = takeNews({ jobs, services }, readStored<SeenJobs>(key, {}));
      writeStored(key, seen);
      announce(news.filter((job) => endedRecently(job, Date.now()) && !quiet.has(keyOf(job))));
    });
  }, [jobs, services, name, visibility]);
  return null;
}

function announce(news: ServiceJob[]): void {
  const more = news.length - MAX_NOTICES;
  if (more > 0) notifyOutcome({ sentence: tui('jobs.moreEnded', { count: more }) });
  for (const job of news.slice(-MAX_NOTICES)) notifyOutcome(outcomeOf(job));
}

function outcomeOf(job: ServiceJob) {
  const took =
    job.started_at && job.finished_at ? Date.parse(job.finished_at) - Date.parse(job.started_at) : 0;
  const words = [job.summary ?? job.kind, ...(took >= 500 ? [formatDuration(took / 1000)] : [])].join(' · ');
  const failed = job.error !== undefined;
  return {
    sentence: failed ? `${words}. ${job.error}` : words,
    failed,
    href: jobHref(job),
    action: tui(failed ? 'jobs.details' : 'jobs.open'),
  };
}

function keyOf({ service, id }: Pick<ServiceJob, 'service' | 'id'>): string {
  return `${service}:${id}`;
}

/** Windows of one browser share what was announced; pages that are not served safely have no locks and do without. */
async function oneWindowAtATime(work: () => void): Promise<void> {
  if (navigator.locks) await navigator.locks.request('cairn-jobs-announced', work);
  else work();
}
