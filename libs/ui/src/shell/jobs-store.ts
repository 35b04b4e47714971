import { useSyncExternalStore } from 'react';

export interface TrackedJob {
  /** Unique over all services, e.g. `vault:upload:3`. */
  id: string;
  /** What it does; once it has ended, what it did. */
  title: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** 0 to 100; absent when unknown. */
  progress?: number;
  /** What it does right now, or why it failed: a sentence. */
  stage?: string;
  /** When it ended, or was started: RFC 3339. */
  at?: string;
  /** Address of the page that shows it. */
  href?: string;
  /** Stops it, where it can be stopped. */
  cancel?: () => void;
}

let jobs: readonly TrackedJob[] = [];
const listeners = new Set<() => void>();

/** Shows a job in the tray of the top bar, or brings what is shown there up to date. */
export function trackJob(job: TrackedJob): void {
  const isListed = jobs.some((each) => each.id === job.id);
  publish(isListed ? jobs.map((each) => (each.id === job.id ? job : each)) : [job, ...jobs]);
}

/** Takes a job out of the tray. */
export function forgetJob(id: string): void {
  publish(jobs.filter((job) => job.id !== id));
}

/** Everything in the tray, newest first. */
export function useTrackedJobs(): readonly TrackedJob[] {
  return useSyncExternalStore(subscribe, () => jobs);
}

export function isRunning(job: TrackedJob): boolean {
  return job.status === 'running' || job.status === 'queued';
}

function publish(next: readonly TrackedJob[]): void {
  jobs = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
