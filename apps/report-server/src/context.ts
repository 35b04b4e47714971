import { join } from 'node:path';
import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createPlatformDatabases } from '@cairn/auth';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { ReportServerConfig } from './config.ts';
import type { ReportServerDatabase } from './db/schema.ts';
import { createDashboardService } from './features/dashboards/service.ts';
import { createWidgetService } from './features/dashboards/widget-service.ts';
import { createEmbedService } from './features/embed/service.ts';
import { createEmbeddedReports } from './features/embedded/report-service.ts';
import { createEmbeddedPages } from './features/embedded/service.ts';
import { createEmbeddedWidgets } from './features/embedded/widget-service.ts';
import { createHandoffService } from './features/handoff/service.ts';
import { createLicenseService } from './features/license/service.ts';
import { createReportDataService } from './features/report-data/service.ts';
import { createAssetService } from './features/reports/assets/service.ts';
import { createImportService } from './features/reports/import/service.ts';
import { createPublishService } from './features/reports/publish/service.ts';
import { createReportService } from './features/reports/service.ts';
import { createCatalogues } from './features/catalogue/snapshots.ts';
import { createDbadmin } from './features/datasources/dbadmin-client.ts';
import { createDatasourceService } from './features/datasources/service.ts';
import { createSessions } from './features/datasources/sessions.ts';
import { createAnnouncer } from './features/report-mgmt/announcements.ts';
import { createParameterService } from './features/parameters/service.ts';
import { createStatementOptions } from './features/parameters/statement-options.ts';
import { createExternalEngine } from './features/executions/external/engine.ts';
import { createRunPreparation } from './features/executions/prepare-run.ts';
import type { RenderResult, RenderTask } from './features/executions/render/task.ts';
import { createReportSource } from './features/executions/report-source.ts';
import { createExecutionService } from './features/executions/service.ts';
import { createImportThreads } from './features/executions/threads/import-threads.ts';
import { createRenderThreads } from './features/executions/threads/render-threads.ts';
import { createExportService } from './features/export/service.ts';
import { createExplorerService } from './features/explorer/service.ts';
import { createAnswerCache } from './features/query/cache.ts';
import { createReadRunner } from './features/query/run-read.ts';
import { createQueryService } from './features/query/service.ts';
import { createFindRestrictions } from './features/row-policies/restrictions.ts';
import { createRowPolicyService } from './features/row-policies/service.ts';
import { createAnalysisJobs } from './features/spatial-analysis/jobs/service.ts';
import { createAnalysisService } from './features/spatial-analysis/service.ts';
import { createViewService } from './features/views/service.ts';

/** A run may have a million rows, and ten minutes. */
const MAX_ROWS = 1_000_000;
const RUN_MS = 600_000;
/** Largest document of the external engine. */
const MAX_EXTERNAL_BYTES = 256 * 1024 ** 2;

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** Longest time of a run, in milliseconds. */
  runMs?: number;
}

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
  const exports = createExportService({ db, runner, storage });
  const license = createLicenseService(config);
  const announcer = config.reportMgmtUrl ? createAnnouncer(base.jobs) : null;
  const reports = createReportService({ ...base, announcer });
  const assets = createAssetService({ db, storage });
  const dashboards = createDashboardService(base);
  const reportSource = createReportSource({
    ...{ db, reports, datasources, sessions, catalogues, queries, secretBox, storage },
    allowedNetworks: config.serverNetworks,
  });
  const runMs = overrides.runMs ?? RUN_MS;
  const parameters = createParameterService(reportSource);
  const reportData = createReportDataService({
    ...reportSource,
    ...{ datasources, sessions, catalogues, queries, runner, secretBox },
    checkOptions: parameters.checkOptions,
  });
  const { openResult } = reportData;
  const explorer = createExplorerService({ datasources, catalogues, queries, runner, openResult });
  const preparation = createRunPreparation({
    ...reportSource,
    checkOptions: parameters.checkOptions,
    hasExternalEngine: config.reportEngineUrl !== undefined,
    maxRows: MAX_ROWS,
    basemapFolder: join(config.sharedAssets, 'basemap'),
  });
  const threads = createRenderThreads<RenderTask, RenderResult>({
    module: new URL('features/executions/render/render-thread.ts', import.meta.url),
    ...{ heapMiB: 256, timeoutMs: runMs },
    idle: { threads: 2, ms: 60_000 },
  });
  const importThreads = createImportThreads(storage);
  const externalEngine = config.reportEngineUrl
    ? createExternalEngine({
        ...{ url: config.reportEngineUrl, timeoutMs: runMs, maxBytes: MAX_EXTERNAL_BYTES, logger },
        allowedNetworks: config.serverNetworks,
      })
    : null;
  const executions = createExecutionService({
    ...{ db, jobs: base.jobs, storage, threads, preparation, externalEngine },
  });
  const analyses = createAnalysisService({ queries, runner });
  const embeds = createEmbedService({ ...base, license, queries });
  return {
    ...base,
    storage,
    ...{ sessions, datasources, catalogues, runner, queries, rowPolicies, explorer, exports },
    analyses,
    analysisJobs: createAnalysisJobs({ db, jobs: base.jobs, storage, analyses }),
    license,
    announcer,
    embeds,
    embeddedPages: createEmbeddedPages({ embeds, config }),
    embeddedReports: createEmbeddedReports({ parameters, reportData, executions }),
    embeddedWidgets: createEmbeddedWidgets({ db, queries, runner, reportData }),
    views: createViewService(base),
    handoffs: createHandoffService({ queries }),
    dashboards,
    assets,
    imports: createImportService({ db, storage, reports, assets, readFile: importThreads.read }),
    ...{ reports, reportData, parameters, preparation, executions },
    publishing: createPublishService({ db, auth, assets, readFile: importThreads.read }),
    statementOptions: createStatementOptions({ ...reportSource, datasources }),
    widgets: createWidgetService({ db, dashboards }),
    close: () =>
      base.close(async () => {
        await executions.settle();
        await Promise.all([threads.close(), importThreads.close()]);
        await externalEngine?.close();
        await sessions.close();
      }),
  };
}
