import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { ReportServerConfig } from './config.ts';
import type { ReportServerDatabase } from './db/schema.ts';
import { createDashboardService } from './features/dashboards/service.ts';
import { createWidgetService } from './features/dashboards/widget-service.ts';
import { createLicenseService } from './features/license/service.ts';
import { createAssetService } from './features/reports/assets/service.ts';
import { createReportService } from './features/reports/service.ts';
import { createViewService } from './features/views/service.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export type Overrides = DataServiceOverrides;

/** The only place that wires the parts of the report server together. */
export function buildContext(config: ReportServerConfig, logger: Logger, overrides: Overrides = {}) {
  const base = createDataServiceContext<ReportServerDatabase, ReportServerConfig>({
    ...{ name: 'report-server', config, logger, overrides },
  });
  const storage = createStorage({ root: config.storageRoot });
  const dashboards = createDashboardService(base);
  return {
    ...base,
    storage,
    license: createLicenseService(config),
    views: createViewService(base),
    dashboards,
    reports: createReportService(base),
    assets: createAssetService({ db: base.db, storage }),
    widgets: createWidgetService({ db: base.db, dashboards }),
  };
}
