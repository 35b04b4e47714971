import { createInstance } from './instance.ts';
import type {
  AnyOptions,
  DashboardOptions,
  EmbedInstance,
  MapReportOptions,
  ReportOptions,
  ViewOptions,
} from './types.ts';

export type * from './protocol.ts';
export type * from './types.ts';

export const version = '1.0.0';

/** Embeds a report with its pages, parameters and exports. */
export function embedReport({ reportId, ...options }: ReportOptions): EmbedInstance {
  return embed({ ...options, type: 'report', id: reportId });
}

/** Embeds the map of a report. */
export function embedMapReport({ mapReportId, ...options }: MapReportOptions): EmbedInstance {
  return embed({ ...options, type: 'map-report', id: mapReportId });
}

/** Embeds a dashboard. */
export function embedDashboard({ dashboardId, ...options }: DashboardOptions): EmbedInstance {
  return embed({ ...options, type: 'dashboard', id: dashboardId });
}

/** Embeds a saved view of the explorer. */
export function embedView({ viewId, ...options }: ViewOptions): EmbedInstance {
  return embed({ ...options, type: 'view', id: viewId });
}

/**
 * Puts a frame with content of the report server into the page.
 * @throws {TypeError} for a missing or unknown option
 */
export function embed(options: AnyOptions): EmbedInstance {
  return createInstance(options);
}
