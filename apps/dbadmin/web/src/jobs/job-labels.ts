import { formatDuration, t } from '@cairn/ui';
import type { Job } from '../client.ts';

export const JOB_KINDS: readonly string[] = [
  'database.create',
  'database.clone',
  'database.delete',
  'database.backup',
  'database.restore',
  'database.import',
];

/** The kind of a job for people; its name in the API where there is no label. */
export function jobKindLabel(kind: string): string {
  return JOB_KINDS.includes(kind) ? t(`jobs.kinds.${kind.replace('.', '-')}`) : kind;
}

/** How long a job has run so far, or ran; null before it starts. */
export function jobDuration(job: Pick<Job, 'started_at' | 'finished_at'>): string | null {
  if (!job.started_at) return null;
  const end = job.finished_at ? Date.parse(job.finished_at) : Date.now();
  return formatDuration((end - Date.parse(job.started_at)) / 1000);
}
