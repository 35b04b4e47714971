import type { Job, JobSummary, Processor } from '@cairn/jobs';
import { summarizeStatus } from '@cairn/jobs';
import type { Context } from './context.ts';
import { MAIL_JOB, sendMailJob } from './features/alerts/send-mail-job.ts';
import { PUSH_JOB, pushJob } from './features/file-targets/push/push-job.ts';
import { RUN_JOB } from './features/runs/enqueue-runs.ts';
import { PUBLISH_JOB, publishJob } from './features/web-publishing/publish-job.ts';
import { runJob } from './features/runs/run-job.ts';

// A slow server does not take all places of a worker from the others.
export const worker = {
  processors,
  sharedBy: 'server_id',
  keepsSlotForOthers: true,
  longKinds: [PUSH_JOB, PUBLISH_JOB, MAIL_JOB] as string[],
};

/** What the workers of field-sync do, by kind of job. */
function processors(context: Context): Record<string, Processor<any>> {
  return {
    ...{ [RUN_JOB]: runJob(context), [PUSH_JOB]: pushJob(context) },
    ...{ [PUBLISH_JOB]: publishJob(context), [MAIL_JOB]: sendMailJob(context) },
  };
}

/** A job in lists of jobs. */
export function summarizeJob({ kind, status }: Job): JobSummary {
  if (kind === PUSH_JOB)
    return { summary: summarizeStatus(status, 'Copy files to a target'), page: '/admin/rsyncs.php' };
  if (kind === PUBLISH_JOB)
    return { summary: summarizeStatus(status, 'Publish a project on the web'), page: '/admin/projects.php' };
  if (kind === MAIL_JOB)
    return { summary: summarizeStatus(status, 'Mail to administrators'), page: '/admin/projects.php' };
  return { summary: summarizeStatus(status, 'Synchronize a project'), page: '/admin/projects.php' };
}
