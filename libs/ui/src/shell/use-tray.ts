import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyError } from '../api/use-api.ts';
import { useMe } from '../api/use-me.ts';
import { forgetJob, isRunning, useTrackedJobs, type TrackedJob } from './jobs-store.ts';
import {
  canCancel,
  cancelServiceJob,
  isUnderWay,
  jobHref,
  jobsKey,
  useServiceJobs,
  type ServiceJob,
} from './service-jobs.ts';
import { readStored, writeStored } from './local-storage.ts';

/** Older ones are on the pages of the services. */
const MAX_SHOWN = 40;
const MAX_DISMISSED = 200;
const openedAt = new Date().toISOString();

export interface Tray {
  /** What runs, then what has ended, each newest first. */
  jobs: TrackedJob[];
  /** Whether something has ended since the tray was opened last, and whether some of it failed. */
  unread: 'none' | 'done' | 'failed';
  dismiss: (job: TrackedJob) => void;
  /** Takes everything that has ended out of the tray. */
  clear: () => void;
  markRead: () => void;
}

/** All that the tray shows: what this page does itself, and what the services do for the person. */
export function useTray(): Tray {
  const own = useTrackedJobs();
  const { data = [] } = useServiceJobs();
  const queries = useQueryClient();
  const name = useMe().data?.user?.username ?? '';
  const [dismissed, setDismissed] = useStored<string[]>(`cairn-jobs-dismissed:${name}`, []);
  const [readAt, setReadAt] = useStored(`cairn-jobs-read:${name}`, openedAt);
  const cancel = (job: ServiceJob) => () =>
    void cancelServiceJob(job).then(() => queries.invalidateQueries({ queryKey: jobsKey }), notifyError);
  const services = data
    .map((job) => ({ ...toTracked(job), ...(canCancel(job) ? { cancel: cancel(job) } : {}) }))
    .filter((job) => isRunning(job) || !dismissed.includes(job.id));
  const all = [...own, ...services];
  const jobs = [...all.filter(isRunning), ...all.filter((job) => !isRunning(job))].slice(0, MAX_SHOWN);
  const ended = jobs.filter((job) => !isRunning(job));
  const news = ended.filter(({ at = '' }) => at > readAt);
  const dismiss = (away: TrackedJob[]) => {
    for (const { id } of away) forgetJob(id);
    setDismissed([...dismissed, ...away.map(({ id }) => id)].slice(-MAX_DISMISSED));
  };
  return {
    jobs,
    unread: news.length === 0 ? 'none' : news.some(({ status }) => status === 'failed') ? 'failed' : 'done',
    dismiss: (job) => dismiss([job]),
    clear: () => dismiss(all.filter((job) => !isRunning(job))),
    markRead: () => setReadAt(ended.reduce((last, { at = '' }) => (at > last ? at : last), readAt)),
  };
}

function toTracked(job: ServiceJob): TrackedJob {
  const stage = job.error ?? (isUnderWay(job) ? job.stage : undefined);
  return {
    id: `${job.service}:job:${job.id}`,
    title: job.summary ?? job.kind,
    status: job.error === undefined ? job.status : 'failed',
    ...(job.status === 'queued' ? {} : { progress: job.progress }),
    ...(stage ? { stage } : {}),
    at: job.finished_at ?? job.created_at,
    href: jobHref(job),
  };
}

/** A value of this browser that other pages read when they are opened. */
function useStored<T>(key: string, fallback: T): [T, (value: T) => void] {
  const [held, setHeld] = useState<{ key: string; value: T }>();
  const value = held?.key === key ? held.value : readStored(key, fallback);
  return [
    value,
    (next) => {
      setHeld({ key, value: next });
      writeStored(key, next);
    },
  ];
}
