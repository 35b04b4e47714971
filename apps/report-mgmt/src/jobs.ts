import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary, Processor } from '@cairn/jobs';
import type { Context } from './context.ts';
import { SEND_KIND, sendDeliveryJob } from './features/deliveries/send-job.ts';
import { RUN_KIND } from './features/executions/repo.ts';
import { executionJob } from './features/executions/run-job.ts';

export const worker = { processors };

/** What the workers of report management do, by kind of job. */
function processors(context: Context): Record<string, Processor<any>> {
  return { [RUN_KIND]: executionJob(context), [SEND_KIND]: sendDeliveryJob(context) };
}

/** A job in lists of jobs. */
export function summarizeJob({ kind, status, payload }: Job): JobSummary {
  if (kind === SEND_KIND) {
    return { summary: summarizeStatus(status, 'Send a report by mail'), page: '/history.php' };
  }
  const { execution_id: id, title } = payload as { execution_id: string; title: string };
  const summary = status === 'succeeded' ? `Ran ${title}` : summarizeStatus(status, `Run ${title}`);
  return { summary, page: `/history.php?run=${id}` };
}
