import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { DbadminOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { readDbadminConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { accessRoutes } from './features/access/routes.ts';
import { backupRoutes } from './features/backups/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { databaseRoutes } from './features/databases/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { registryRoutes } from './features/registry/routes.ts';
import { roleRoutes } from './features/roles/routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { settingRoutes } from './features/settings/routes.ts';
import { terminalRoutes } from './features/terminals/routes.ts';
import { guardPlatformServer } from './guard-platform-server.ts';
import { housekeeping } from './housekeeping.ts';
import { worker } from './jobs.ts';

export const dbadmin = defineService<Context, DbadminOperations, Overrides>({
  name: 'dbadmin',
  folder: import.meta.dirname,
  readConfig: readDbadminConfig,
  buildContext,
  handlers: (context) => ({
    ...accessRoutes(context),
    ...auditRoutes({ db: context.db, idColumn: 'connection_id' }),
    ...backupRoutes(context),
    ...connectionRoutes(context),
    ...databaseRoutes(context),
    ...importRoutes(context),
    ...jobRoutes(context),
    ...pageRoutes(context.config),
    ...registryRoutes(context),
    ...roleRoutes(context),
    ...ruleRoutes(context),
    ...settingRoutes(context),
    ...terminalRoutes(context),
  }),
  middleware: guardPlatformServer,
  // Servers and databases have no permissions of their own: users who see the service see them all.
  listing: { displayName: 'Databases', visibility: 'restricted' },
  async prepare({ config, logger }) {
    await makePrivateFolder(config.storageRoot);
    await requireSandbox(logger);
  },
  housekeeping,
  worker,
});
