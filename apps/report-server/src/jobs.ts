import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary, Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { executeReportJob } from './features/executions/execution-job.ts';
import { announceReportJob } from './features/report-mgmt/announce-job.ts';
import { ANNOUNCE_KIND } from './features/reports/repo.ts';
import { JOB_KIND as ANALYSIS } from './features/spatial-analysis/jobs/repo.ts';
import { runAnalysisJob } from './features/spatial-analysis/jobs/run-job.ts';
import { summarizeAnalysis } from './features/spatial-analysis/jobs/summary.ts';

export const worker = {
  processors,
  /** Their time depends on the data of a report or a layer. */
  longKinds: ['report.execute', ANALYSIS],
};

/** What the workers of the report server do, by kind of job. */
function processors(context: Context): Record<string, Processor<any>> {
  return {
    'report.execute': executeReportJob(context),
    [ANALYSIS]: runAnalysisJob(context),
    [ANNOUNCE_KIND]: announceReportJob(context),
  };
}

/** A job in lists of jobs. */
export function summarizeJob(job: Job): JobSummary | null {
  if (job.kind === ANNOUNCE_KIND) return null;
  if (job.kind === ANALYSIS) return summarizeAnalysis(job);
  const { status, payload } = job;
  // Jobs of earlier versions have no title.
  const { request, title = request.report } = payload as { request: { report: string }; title?: string };
  const summary = status === 'succeeded' ? `Ran ${title}` : summarizeStatus(status, `Run ${title}`);
  return { summary, page: '/runs' };
}
