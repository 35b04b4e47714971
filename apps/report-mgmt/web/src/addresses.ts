import { basePath } from '@cairn/ui';
import type { Execution } from './client.ts';

export const CATALOG_ROUTE = '/reports/index.php';
export const PUBLISH_ROUTE = '/reports/publish_report.php';
export const CONTEXT_ROUTE = '/reports/generate_report_context.php';
export const DATASOURCES_ROUTE = '/reports/datasources.php';
export const SYNC_ROUTE = '/reports/resource_sync.php';
export const WORKSPACE_ROUTE = '/workspace.php';
export const SCHEDULES_ROUTE = '/schedules.php';
export const HISTORY_ROUTE = '/history.php';
export const RECIPIENTS_ROUTE = '/recipients.php';
export const NEW_RECIPIENT_ROUTE = '/edit_recipient.php';
export const TEMPLATES_ROUTE = '/email_templates.php';
export const NEW_TEMPLATE_ROUTE = '/edit_email_template.php';

const ofReport = (page: string) => (key: string) => `${page}?report=${encodeURIComponent(key)}`;

export const viewRoute = ofReport('/reports/view.php');
export const runnerRoute = ofReport('/reports/report_runner.php');
export const editRoute = ofReport('/reports/edit_report.php');
export const deleteRoute = ofReport('/reports/delete_report.php');
export const newScheduleRoute = ofReport('/edit_schedule.php');
export const historyRoute = ofReport(HISTORY_ROUTE);

/** The page of one run. */
export const runRoute = (id: string) => `${HISTORY_ROUTE}?run=${id}`;
export const recipientRoute = (id: number) => `${NEW_RECIPIENT_ROUTE}?id=${id}`;
export const templateRoute = (id: number) => `${NEW_TEMPLATE_ROUTE}?id=${id}`;

/** The runner with the parameters of a run. */
export function runnerWith({ report, parameters }: Pick<Execution, 'report' | 'parameters'>): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters))
    for (const value of values) search.append(name, value);
  return search.size > 0 ? `${runnerRoute(report)}&${search}` : runnerRoute(report);
}

/** Address of a page of this app as links have it. */
export function hrefOf(route: string): string {
  return `${basePath()}${route}`;
}

/** The picture of a report; `version` changes with it. */
export function thumbnailHref(key: string, version: string | null): string {
  return hrefOf(
    `/reports/report_thumbnail.php?report=${encodeURIComponent(key)}&v=${encodeURIComponent(version ?? '')}`,
  );
}

/** The definition of a report as its file has it. */
export const definitionFileHref = (key: string) =>
  hrefOf(ofReport('/reports/serve_report_definition.php')(key));

/** Runs a report and returns its document. */
export function executeHref(fields: URLSearchParams): string {
  return hrefOf(`/reports/execute_report.php?${fields}`);
}
