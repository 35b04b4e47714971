import { mkdir } from 'node:fs/promises';
import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { ReportMgmtOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { jobRoutes } from '@cairn/jobs';
import { readReportMgmtConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { publishRoutes } from './features/definitions/publish/routes.ts';
import { readKey } from './features/definitions/key.ts';
import { definitionRoutes } from './features/definitions/routes.ts';
import { deliveryRoutes } from './features/deliveries/routes.ts';
import { discoveryRoutes } from './features/discovery/routes.ts';
import { debugRoutes } from './features/debug/routes.ts';
import { emailTemplateRoutes } from './features/email-templates/routes.ts';
import { executionRoutes } from './features/executions/routes.ts';
import { homeRoutes } from './features/home/routes.ts';
import { proxyRoutes } from './features/proxy/routes.ts';
import { recipientRoutes } from './features/recipients/routes.ts';
import { scheduleRoutes } from './features/schedules/routes.ts';
import { housekeeping } from './housekeeping.ts';
import { summarizeJob, worker } from './jobs.ts';

export const reportMgmt = defineService<Context, ReportMgmtOperations, Overrides>({
  name: 'report-mgmt',
  folder: import.meta.dirname,
  readConfig: readReportMgmtConfig,
  buildContext,
  handlers: (context) => ({
    ...auditRoutes({ db: context.db, idColumn: 'object_id' }),
    ...jobRoutes({ jobs: context.jobs, service: 'report-mgmt', summarize: summarizeJob }),
    ...definitionRoutes(context),
    ...publishRoutes(context),
    ...discoveryRoutes(context),
    ...proxyRoutes(context),
    ...debugRoutes(context),
    ...deliveryRoutes(context),
    ...emailTemplateRoutes(context),
    ...executionRoutes(context),
    ...recipientRoutes(context),
    ...homeRoutes(),
    ...scheduleRoutes(context),
  }),
  resolvers: () => ({ report: readKey }),
  listing: { displayName: 'Report management' },
  async prepare({ config }) {
    await makePrivateFolder(config.storageRoot);
    await mkdir(config.reportsRoot, { recursive: true });
  },
  housekeeping,
  worker,
});
