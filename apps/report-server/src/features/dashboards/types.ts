import type { ReportServerSchemas } from '@cairn/contracts';

export type DashboardInput = ReportServerSchemas['DashboardInput'];
export type DashboardUpdate = ReportServerSchemas['DashboardUpdate'];
export type DashboardItem = ReportServerSchemas['DashboardItem'];
export type DashboardFilter = ReportServerSchemas['DashboardFilter'];
export type DashboardParameter = ReportServerSchemas['DashboardParameter'];
export type InlineView = ReportServerSchemas['InlineView'];
export type Permission = 'view' | 'edit' | 'admin';

export interface DashboardFields {
  title: string;
  description: string;
  layout: DashboardItem[];
  filters: DashboardFilter[];
  parameters: Record<string, DashboardParameter>;
}

export interface Dashboard extends DashboardFields {
  id: number;
  ownerId: number;
  owner: string;
  key: string;
  revision: number;
  updatedAt: Date;
}

/** A dashboard as one person sees it. */
export interface OpenDashboard {
  dashboard: Dashboard;
  permission: Permission;
  /** What each widget shows, by its id; null for a saved view that was deleted. */
  views: Record<string, InlineView | null>;
}
