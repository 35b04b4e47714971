import { hrefOf } from '../addresses.ts';
import type { PublishedReport } from '../client.ts';
import type { ReportFields } from './types.ts';

interface Answer {
  data?: PublishedReport;
  error?: unknown;
  response: Response;
}

/** Sends the form of a new report. */
export function publishReport(fields: ReportFields): Promise<Answer> {
  return sendForm('publish_report.php', toForm(fields));
}

/** Sends what was edited. `template` is the file that the report has; a new one takes its place. */
export function editReport(fields: ReportFields, template: string | undefined): Promise<Answer> {
  const isKept = template !== undefined && fields.template === null;
  const form = toForm(fields, isKept ? { report: template } : {});
  form.append('report', fields.name);
  return sendForm('edit_report.php', form);
}

function toForm({ template, thumbnail, definition, ...texts }: ReportFields, kept = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  // An empty field counts as left out, so what was emptied is said in the definition.
  if (definition.trim() !== '')
    form.append('definition', JSON.stringify({ ...parse(definition), ...kept, ...texts }));
  if (template) form.append('template', template, template.name);
  if (thumbnail) form.append('thumbnail', thumbnail, thumbnail.name);
  return form;
}

async function sendForm(page: string, form: FormData): Promise<Answer> {
  const response = await fetch(hrefOf(`/reports/${page}`), {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: form,
  });
  const body: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: body as PublishedReport, response } : { error: body, response };
}

function parse(definition: string): Record<string, unknown> {
  return JSON.parse(definition) as Record<string, unknown>;
}
