import type { PortalRegistry } from '@cairn/auth';
import type { Dashboard } from './types.ts';

/** The portal keeps who may view and edit a dashboard. */
export const DASHBOARD = 'dashboard';

export function dashboardResource(id: number) {
  return { resourceType: DASHBOARD, resourceKey: String(id) };
}

/** Path of the page of a dashboard. */
export function dashboardPath({ owner, key }: Pick<Dashboard, 'owner' | 'key'>, basePath: string): string {
  return `${basePath}/dashboards/${encodeURIComponent(owner)}/${encodeURIComponent(key)}`;
}

/** Gives the portal the name and address of a dashboard; for a new one also its owner. */
export async function registerDashboard(
  registry: PortalRegistry | null,
  dashboard: Dashboard,
  { basePath, isNew }: { basePath: string; isNew: boolean },
): Promise<void> {
  await registry?.registerResource({
    ...dashboardResource(dashboard.id),
    displayName: dashboard.title,
    url: dashboardPath(dashboard, basePath),
    ...(isNew ? { ownerId: dashboard.ownerId, visibility: 'restricted' } : {}),
  });
}
