import { useApi } from '@cairn/ui';
import { reportServer } from '../client.ts';
import type { DashboardName } from './addresses.ts';

export const dashboardsKey = ['dashboards'] as const;

export function useDashboards(enabled = true) {
  return useApi(
    [...dashboardsKey, 'list'],
    (signal) => reportServer.GET('/api/v1/explorer/dashboards', { signal }),
    { enabled },
  );
}

export function fetchDashboard(path: DashboardName, signal?: AbortSignal) {
  return reportServer.GET('/api/v1/explorer/dashboards/{owner}/{key}', {
    params: { path },
    ...(signal ? { signal } : {}),
  });
}

export function useDashboard({ owner, key }: DashboardName, enabled = true) {
  return useApi(
    [...dashboardsKey, 'one', owner, key],
    (signal) => fetchDashboard({ owner, key }, signal),
    // The page holds its own state; a newer revision is reported when it saves.
    { staleTime: Number.POSITIVE_INFINITY, enabled },
  );
}
