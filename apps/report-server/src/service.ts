import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { ReportServerOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { jobRoutes } from '@cairn/jobs';
import { readReportServerConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { dashboardRoutes } from './features/dashboards/routes.ts';
import { embedTokenRoutes } from './features/embed/routes.ts';
import { embeddedRoutes } from './features/embedded/routes.ts';
import { discoveryRoutes } from './features/discovery/routes.ts';
import { handoffRoutes } from './features/handoff/routes.ts';
import { licenseRoutes } from './features/license/routes.ts';
import { assetRoutes } from './features/reports/assets/routes.ts';
import { importRoutes } from './features/reports/import/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { datasourceRoutes } from './features/datasources/routes.ts';
import { executionRoutes } from './features/executions/routes.ts';
import { reportDataRoutes } from './features/report-data/routes.ts';
import { publishedReportRoutes } from './features/report-mgmt/report-routes.ts';
import { reportMgmtRoutes } from './features/report-mgmt/routes.ts';
import { parameterRoutes } from './features/parameters/routes.ts';
import { exportRoutes } from './features/export/routes.ts';
import { explorerRoutes } from './features/explorer/routes.ts';
import { rowPolicyRoutes } from './features/row-policies/routes.ts';
import { analysisJobRoutes } from './features/spatial-analysis/jobs/routes.ts';
import { analysisRoutes } from './features/spatial-analysis/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { housekeeping } from './housekeeping.ts';
import { summarizeJob, worker } from './jobs.ts';

export const reportServer = defineService<Context, ReportServerOperations, Overrides>({
  name: 'report-server',
  folder: import.meta.dirname,
  readConfig: readReportServerConfig,
  buildContext,
  handlers: (context) => ({
    ...auditRoutes({ db: context.db, idColumn: 'object_id' }),
    ...jobRoutes({ jobs: context.jobs, service: 'report-server', summarize: summarizeJob }),
    ...datasourceRoutes(context),
    ...rowPolicyRoutes(context),
    ...explorerRoutes(context),
    ...exportRoutes(context),
    ...analysisRoutes(context),
    ...analysisJobRoutes(context),
    ...viewRoutes(context),
    ...licenseRoutes(context),
    ...dashboardRoutes(context),
    ...reportRoutes(context),
    ...executionRoutes(context),
    ...parameterRoutes(context),
    ...reportDataRoutes(context),
    ...assetRoutes(context),
    ...importRoutes(context),
    ...handoffRoutes(context),
    ...discoveryRoutes(context),
    ...embedTokenRoutes(context),
    ...embeddedRoutes(context),
    ...reportMgmtRoutes(context),
    ...publishedReportRoutes(context),
  }),
  resolvers: ({ reports }) => ({
    report: reports.resolveKey,
    archivedReport: reports.resolveArchivedKey,
  }),
  embedAccess: ({ embeds }) => embeds.access,
  edition: ({ edition }) => edition,
  listing: { displayName: 'Explorer and reports' },
  async prepare({ config }) {
    await makePrivateFolder(config.storageRoot);
  },
  housekeeping,
  worker,
});
