import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary, Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { executeReportJob } from './features/executions/execution-job.ts';

export const worker = {
  processors,
  /** Its time depends on the data of a report. */
  longKinds: ['report.execute'],
};

/** What the workers of the report server do, by kind of job. */
function processors(context: Context): Record<string, Processor<any>> {
  return { 'report.execute': executeReportJob(context) };
}

/** A job in lists of jobs. */
export function summarizeJob({ status, payload }: Job): JobSummary {
  const { report } = (payload as { request: { report: string } }).request;
  const summary = status === 'succeeded' ? `Ran ${report}` : summarizeStatus(status, `Run ${report}`);
  return { summary, page: '/runs' };
}
