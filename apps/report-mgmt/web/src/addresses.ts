import { basePath } from '@cairn/ui';

export const CATALOG_ROUTE = '/reports/index.php';
export const PUBLISH_ROUTE = '/reports/publish_report.php';
export const CONTEXT_ROUTE = '/reports/generate_report_context.php';
export const DATASOURCES_ROUTE = '/reports/datasources.php';
export const SYNC_ROUTE = '/reports/resource_sync.php';
export const SCHEDULES_ROUTE = '/schedules.php';

const ofReport = (page: string) => (key: string) => `${page}?report=${encodeURIComponent(key)}`;

export const viewRoute = ofReport('/reports/view.php');
export const runnerRoute = ofReport('/reports/report_runner.php');
export const editRoute = ofReport('/reports/edit_report.php');
export const deleteRoute = ofReport('/reports/delete_report.php');
export const newScheduleRoute = ofReport('/edit_schedule.php');
export const historyRoute = ofReport('/history.php');

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
