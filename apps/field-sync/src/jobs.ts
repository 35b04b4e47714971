import type { Job, JobSummary, Processor } from '@cairn/jobs';
import { summarizeStatus } from '@cairn/jobs';
import type { Context } from './context.ts';

export const worker = { processors };

/** What the workers of field-sync do, by kind of job. */
function processors(_context: Context): Record<string, Processor<any>> {
  return {};
}

/** A job in lists of jobs. */
export function summarizeJob({ status }: Job): JobSummary {
  return { summary: summarizeStatus(status, 'Synchronize a project'), page: '/admin/projects.php' };
}
