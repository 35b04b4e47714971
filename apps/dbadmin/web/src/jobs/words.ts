import { formatDuration, t } from '@cairn/ui';
import type { Job } from '../client.ts';

/** The kinds of jobs, as the service names them. */
export const jobKinds: readonly string[] = [
  'database.create',
  'database.clone',
  'database.delete',
  'database.backup',
  'database.restore',
  'database.import',
];

/** What kind of work a job is, in words; its bare name where there are none. */
export function kindWords(kind: string): string {
  return jobKinds.includes(kind) ? t(`jobs.kinds.${kind.replace('.', '-')}`) : kind;
}

/** How long a job has run, or did; null before it starts. */
export function tookWords(job: Pick<Job, 'started_at' | 'finished_at'>): string | null {
  if (!job.started_at) return null;
  const end = job.finished_at ? Date.parse(job.finished_at) : Date.now();
  return formatDuration((end - Date.parse(job.started_at)) / 1000);
}
