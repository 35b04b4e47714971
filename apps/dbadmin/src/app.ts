import { join } from 'node:path';
import { sql } from 'kysely';
import { loadContract } from '@cairn/contracts';
import type { DbadminOperations } from '@cairn/contracts';
import { createServiceApp } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Context } from './context.ts';
import { accessRoutes } from './features/access/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { backupRoutes } from './features/backups/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { databaseRoutes } from './features/databases/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { registryRoutes } from './features/registry/routes.ts';
import { roleRoutes } from './features/roles/routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { guardHandlers } from './guard-handlers.ts';
import { settingRoutes } from './features/settings/routes.ts';
import { terminalRoutes } from './features/terminals/routes.ts';

/** The web application of database administration, without listening. */
export function createApp(context: Context) {
  const { config } = context;
  const contract = loadContract('dbadmin');
  const handlers: Handlers<DbadminOperations> = {
    ...accessRoutes(context),
    ...auditRoutes(context),
    ...backupRoutes(context),
    ...connectionRoutes(context),
    ...databaseRoutes(context),
    ...importRoutes(context),
    ...jobRoutes({ ...context, guard: context.auth }),
    ...pageRoutes(config),
    ...registryRoutes(context),
    ...roleRoutes(context),
    ...ruleRoutes(context),
    ...settingRoutes(context),
    ...terminalRoutes(context),
  };
  return createServiceApp<DbadminOperations>({
    service: 'dbadmin',
    contract,
    handlers: guardHandlers(handlers, contract, context),
    guard: context.auth,
    config,
    logger: context.logger,
    ready: () => ({ database: canQueryDatabase(context), redis: context.jobs.ping() }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
    pages: config.pages,
  });
}

async function canQueryDatabase({ db }: Context): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}
