import type { ReportServerSchemas } from '@cairn/contracts';
import type { Dashboard, OpenDashboard, Permission } from './types.ts';

export function toDashboardBody({
  dashboard,
  permission,
  views,
}: OpenDashboard): ReportServerSchemas['Dashboard'] {
  const { id, owner, key, title, description, layout, filters, parameters, revision } = dashboard;
  const updatedAt = dashboard.updatedAt.toISOString();
  return {
    ...{ id, owner, key, title, description, layout, filters, parameters, revision },
    ...{ views, permission, updated_at: updatedAt },
  };
}

export function toDashboardSummary(
  { id, owner, key, title, description, layout, updatedAt }: Dashboard,
  permission: Permission,
): ReportServerSchemas['DashboardSummary'] {
  const widgets = layout.length;
  return { id, owner, key, title, description, widgets, permission, updated_at: updatedAt.toISOString() };
}
