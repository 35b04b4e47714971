import { basePath } from '@cairn/ui';

export const DASHBOARDS_ROUTE = '/dashboards';

export interface DashboardName {
  owner: string;
  key: string;
}

export function dashboardRoute({ owner, key }: DashboardName): string {
  return `${DASHBOARDS_ROUTE}/${encodeURIComponent(owner)}/${encodeURIComponent(key)}`;
}

/** Address of a dashboard as links have it. */
export function dashboardHref(name: DashboardName): string {
  return `${basePath()}${dashboardRoute(name)}`;
}
