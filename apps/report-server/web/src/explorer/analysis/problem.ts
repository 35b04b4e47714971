import type { ApiError } from '@cairn/ui';
import type { Field } from './fields.ts';
import type { AnalysisRun } from './use-analysis-run.ts';

/** Fields that errors of the analysis itself are about. */
const FIELD_OF_CODE: Record<string, string> = {
  'report-server.too_many_cells': 'size_m',
  'report-server.analysis_reach': 'size_m',
  'report-server.too_few_features': 'clusters',
};
/** Limits that a job widens. */
const FOR_JOBS = new Set([
  'report-server.too_many_features',
  'report-server.too_many_results',
  'report-server.answer_too_large',
  'report-server.query_too_slow',
]);

interface Problem {
  message: string;
  code?: string | null | undefined;
}

/** Why the last run was refused or failed. The layer of the explorer is the only input, so it is not named. */
export function refusalOf({ error, job, jobId }: AnalysisRun): Problem | null {
  const { data } = job.job;
  const isFailedJob = jobId !== null && data?.status === 'failed';
  const message = error?.message ?? (isFailedJob ? data.error : null);
  if (message === null) return null;
  const code = error ? error.code : data?.error_code;
  return { message: message.replace(/^input(\.\w+)?: /, ''), code };
}

/** The field that a refusal is about, with the sentence to show there; null: none. `overlay` is the second layer. */
export function fieldProblem({ message, code }: Problem, fields: Field[]): Record<string, string> | null {
  const named = /^parameters\.(\w+)(?:[.[][^ :]*)?(:?) (.*)$/s.exec(message);
  const field = fields.find(({ name }) => name === named?.[1]);
  if (named && field) return { [field.name]: `${field.label}${named[2]} ${named[3]}` };
  const name = FIELD_OF_CODE[code ?? ''];
  if (name !== undefined && fields.some((each) => each.name === name)) return { [name]: message };
  const overlay = /^overlay(?:\.\w+)?: (.*)$/s.exec(message);
  return overlay ? { overlay: overlay[1] ?? message } : null;
}

/** Whether the same analysis may succeed as a job. */
export function mayRunAsJob({ code }: ApiError): boolean {
  return FOR_JOBS.has(code ?? '');
}
