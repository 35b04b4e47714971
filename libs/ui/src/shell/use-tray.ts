import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyError } from '../api/use-api.ts';
import { portalPath } from '../boot/base-path.ts';
import { hasTui, tui } from '../i18n.ts';
import { forgetJob, useTrackedJobs, type TrackedJob } from './jobs-store.ts';
import { cancelServiceJob, isUnderWay, jobsKey, useServiceJobs, type ServiceJob } from './service-jobs.ts';

/** What ended longer ago is history, not news. */
const NEWS_FOR_MS = 60 * 60_000;
const STORED = 'cairn-jobs-dismissed';

/** All that the tray shows: what this page does itself, and what the services do for the person. */
export function useTray(): { jobs: TrackedJob[]; dismiss: (job: TrackedJob) => void } {
  const own = useTrackedJobs();
  const { data = [] } = useServiceJobs();
  const queries = useQueryClient();
  const [dismissed, setDismissed] = useState(readDismissed);
  const cancel = (job: ServiceJob) => () =>
    void cancelServiceJob(job).then(() => queries.invalidateQueries({ queryKey: jobsKey }), notifyError);
  const services = data
    .filter((job) => isNews(job) && !dismissed.includes(trayId(job)))
    .map((job) => ({ ...toTracked(job), ...(canCancel(job) ? { cancel: cancel(job) } : {}) }));
  return {
    jobs: [...own, ...services],
    dismiss({ id }) {
      forgetJob(id);
      const next = [...dismissed, id].slice(-200);
      setDismissed(next);
      writeDismissed(next);
    },
  };
}

/** Work on databases that runs already is stopped on its own page, which says what is lost. */
function canCancel({ service, status, may_cancel: may }: ServiceJob): boolean {
  return may === true && (service !== 'dbadmin' || status === 'queued');
}

function toTracked(job: ServiceJob): TrackedJob {
  const stage = job.status === 'failed' ? job.error : isUnderWay(job) ? job.stage : undefined;
  const href = addressOf(job);
  return {
    id: trayId(job),
    title: titleOf(job),
    status: job.status,
    ...(job.status === 'queued' ? {} : { progress: job.progress }),
    ...(stage ? { stage } : {}),
    ...(href ? { href } : {}),
  };
}

/** "Import of roads": the kind of work and what it is about, where there are words for the kind. */
function titleOf({ service, kind, title = kind }: ServiceJob): string {
  if (service !== 'vault') return title;
  const words = `jobs.kinds.${kind}`;
  return hasTui(words) ? tui(words, { title }) : title;
}

/** Where the work can be seen: what came of it, the dataset that it is about, or where it was started. */
function addressOf({ service, id, result, dataset, kind }: ServiceJob): string | null {
  if (service !== 'vault') return `${portalPath()}/${service}/jobs?job=${id}`;
  const vault = `${portalPath()}/vault`;
  if (typeof result?.url === 'string') return result.url;
  const name = dataset ?? result?.dataset;
  if (typeof name === 'string') return `${vault}/datasets/${encodeURIComponent(name)}`;
  return kind.startsWith('import') ? `${vault}/upload?from=${kind.endsWith('s3') ? 's3' : 'url'}` : null;
}

function trayId({ service, id }: ServiceJob): string {
  return `${service}:job:${id}`;
}

function isNews(job: ServiceJob): boolean {
  if (isUnderWay(job)) return true;
  return Date.now() - new Date(job.finished_at ?? job.created_at).getTime() < NEWS_FOR_MS;
}

function readDismissed(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as string[];
  } catch {
    return [];
  }
}

function writeDismissed(ids: string[]): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(ids));
  } catch {
    // storage is blocked: the choice lasts for this page
  }
}
