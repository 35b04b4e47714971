import type { Template } from '@cairn/report-engine/browser';
import { reportApi, reportsApi } from '../../library/addresses.ts';
import { sendTemplate } from '../../library/template-request.ts';
import type { Report } from '../../library/types.ts';

export type Saved = { kind: 'saved'; report: Report } | { kind: 'stale'; current: Report };

interface NewReport {
  key: string;
  description: string;
  template: Template;
  datasource: string | null;
}

/** Creates a report. A key that is taken is an error with a sentence about it. */
export async function createReport({ key, description, template, datasource }: NewReport): Promise<Report> {
  const body = { key, title: template.title, description, datasource, template };
  const response = await sendTemplate(reportsApi(), { method: 'POST', body });
  const answer = (await response.json()) as Report & { error?: string };
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Saves a template as a new version, unless another one was saved since `revision`. */
export async function saveReport(
  report: Pick<Report, 'key'>,
  { template, revision }: { template: Template; revision: number },
): Promise<Saved> {
  const body = { revision, template, title: template.title };
  const response = await sendTemplate(reportApi(report.key), { method: 'PUT', body });
  if (response.ok) return { kind: 'saved', report: (await response.json()) as Report };
  const answer = (await response.json()) as { error?: string; current?: Report };
  if (!answer.current) throw new Error(answer.error);
  return { kind: 'stale', current: answer.current };
}
