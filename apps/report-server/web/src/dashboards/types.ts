import type { ReportServerSchemas } from '@cairn/contracts/client';

export type Dashboard = ReportServerSchemas['Dashboard'];
export type DashboardSummary = ReportServerSchemas['DashboardSummary'];
export type DashboardItem = ReportServerSchemas['DashboardItem'];
export type DashboardFilter = ReportServerSchemas['DashboardFilter'];
export type InlineView = ReportServerSchemas['InlineView'];

/** What is edited of a dashboard. */
export type DashboardContent = Pick<
  Dashboard,
  'title' | 'description' | 'layout' | 'filters' | 'parameters' | 'views'
>;
