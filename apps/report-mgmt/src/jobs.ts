import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary, Processor } from '@cairn/jobs';
import type { Context } from './context.ts';

export const worker = { processors };

/** What the workers of report management do, by kind of job. */
function processors(_context: Context): Record<string, Processor<any>> {
  return {};
}

/** A job in lists of jobs. */
export function summarizeJob({ kind, status }: Job): JobSummary {
  return { summary: summarizeStatus(status, kind), page: '/executions.php' };
}
