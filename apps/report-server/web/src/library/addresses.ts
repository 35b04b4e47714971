import { basePath } from '@cairn/ui';

export const LIBRARY_ROUTE = '/library';
export const NEW_REPORT_ROUTE = '/library/new';
export const RUNS_ROUTE = '/runs';

export function viewerRoute(key: string): string {
  return `/library/${encodeURIComponent(key)}`;
}

export function builderRoute(key: string): string {
  return `${viewerRoute(key)}/edit`;
}

/** Address of a page of this app as links have it. */
export function hrefOf(route: string): string {
  return `${basePath()}${route}`;
}

export function reportsApi(path = ''): string {
  return `${basePath()}/api/v1/reports${path}`;
}

export function reportApi(key: string, path = ''): string {
  return reportsApi(`/${encodeURIComponent(key)}${path}`);
}
