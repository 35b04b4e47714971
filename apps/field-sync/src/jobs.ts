import type { Job, JobSummary, Processor } from '@cairn/jobs';
import { summarizeStatus } from '@cairn/jobs';
import type { Context } from './context.ts';
import { RUN_JOB } from './features/runs/enqueue-runs.ts';
import { runJob } from './features/runs/run-job.ts';

// A slow server does not take all places of a worker from the others.
export const worker = { processors, sharedBy: 'server_id' };

/** What the workers of field-sync do, by kind of job. */
function processors(context: Context): Record<string, Processor<any>> {
  return { [RUN_JOB]: runJob(context) };
}

/** A job in lists of jobs. */
export function summarizeJob({ status }: Job): JobSummary {
  return { summary: summarizeStatus(status, 'Synchronize a project'), page: '/admin/projects.php' };
}
