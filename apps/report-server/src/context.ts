import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { ReportServerConfig } from './config.ts';
import type { ReportServerDatabase } from './db/schema.ts';
import { createDashboardService } from './features/dashboards/service.ts';
import { createWidgetService } from './features/dashboards/widget-service.ts';
import { createEmbedService } from './features/embed/service.ts';
import { createHandoffService } from './features/handoff/service.ts';
import { createLicenseService } from './features/license/service.ts';
import { createAssetService } from './features/reports/assets/service.ts';
import { createImportService } from './features/reports/import/service.ts';
import { createReportService } from './features/reports/service.ts';
import { createCatalogues } from './features/catalogue/snapshots.ts';
import { createDbadmin } from './features/datasources/dbadmin-client.ts';
import { createPlatformDatabases } from './features/datasources/platform.ts';
import { createDatasourceService } from './features/datasources/service.ts';
import { createSessions } from './features/datasources/sessions.ts';
import { createExplorerService } from './features/explorer/service.ts';
import { createAnswerCache } from './features/query/cache.ts';
import { createReadRunner } from './features/query/run-read.ts';
import { createQueryService } from './features/query/service.ts';
import { createFindRestrictions } from './features/row-policies/restrictions.ts';
import { createRowPolicyService } from './features/row-policies/service.ts';
import { createAnalysisService } from './features/spatial-analysis/service.ts';
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
  const { db, auth, registry, secretBox } = base;
  const platform = createPlatformDatabases({ db, registry });
  const sessions = createSessions({ secretBox, platform, allowedNetworks: config.serverNetworks });
  const datasources = createDatasourceService({
    ...{ db, auth, registry, secretBox, platform, sessions, config },
    dbadmin: createDbadmin(config),
  });
  const catalogues = createCatalogues({ sessions });
  const cache = createAnswerCache();
  const runner = createReadRunner({ sessions, catalogues, cache, maxCost: config.queryMaxCost });
  const findRestrictions = createFindRestrictions({ db });
  const queries = createQueryService({ datasources, catalogues, runner, secretBox, findRestrictions });
  const rowPolicies = createRowPolicyService({ db, auth, datasources, queries, runner });
  const explorer = createExplorerService({ datasources, catalogues, queries, runner });
  const license = createLicenseService(config);
  const reports = createReportService(base);
  const assets = createAssetService({ db, storage });
  const dashboards = createDashboardService(base);
  return {
    ...base,
    storage,
    ...{ sessions, datasources, catalogues, runner, queries, rowPolicies, explorer },
    analyses: createAnalysisService({ queries, runner }),
    license,
    embeds: createEmbedService({ ...base, license, queries }),
    views: createViewService(base),
    handoffs: createHandoffService({ queries }),
    dashboards,
    reports,
    assets,
    imports: createImportService({ db, storage, reports, assets }),
    widgets: createWidgetService({ db, dashboards }),
    close: () => base.close(() => sessions.close()),
  };
}
