import { mkdir } from 'node:fs/promises';
import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { FieldSyncOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { jobRoutes } from '@cairn/jobs';
import { readFieldSyncConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { databaseLinkRoutes } from './features/database-links/routes.ts';
import { fileTargetRoutes } from './features/file-targets/routes.ts';
import { projectServiceRoutes } from './features/project-service/routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { logRoutes } from './features/logs/routes.ts';
import { packageRoutes } from './features/packages/routes.ts';
import { serverRoutes } from './features/servers/routes.ts';
import { housekeeping } from './housekeeping.ts';
import { summarizeJob, worker } from './jobs.ts';

export const fieldSync = defineService<Context, FieldSyncOperations, Overrides>({
  name: 'field-sync',
  folder: import.meta.dirname,
  readConfig: readFieldSyncConfig,
  buildContext,
  handlers: (context) => ({
    ...auditRoutes({ db: context.db, idColumn: 'object_id' }),
    ...jobRoutes({ jobs: context.jobs, service: 'field-sync', summarize: summarizeJob }),
    ...serverRoutes(context),
    ...packageRoutes(context),
    ...logRoutes(context),
    ...databaseLinkRoutes(context),
    ...fileTargetRoutes(context),
    ...projectRoutes(context),
    ...projectServiceRoutes(context),
  }),
  listing: { displayName: 'Field sync' },
  async prepare({ config }) {
    await makePrivateFolder(config.storageRoot);
    await mkdir(config.folderProviderRoot, { recursive: true });
  },
  housekeeping,
  worker,
});
