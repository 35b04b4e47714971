import { summarizeStatus } from '@cairn/jobs';
import type { Job, JobSummary } from '@cairn/jobs';
import { ANALYSIS_BY_ID } from '../analyses/index.ts';
import type { AnalysisPayload } from './types.ts';

/** An analysis in lists of jobs, with the page that shows its result. */
export function summarizeAnalysis({ id, status, payload }: Job): JobSummary {
  const { analysis, input } = (payload as AnalysisPayload).request;
  const title = ANALYSIS_BY_ID.get(analysis)?.title ?? analysis;
  const words = `${title} of ${input.table}`;
  const { datasource, schema, table, filter } = input;
  const address = new URLSearchParams({
    ...{ datasource, schema, table, analysis: String(id) },
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
  });
  return {
    summary: status === 'succeeded' ? `Analysed: ${words}` : summarizeStatus(status, `Analyse: ${words}`),
    page: `/?${address}`,
  };
}
