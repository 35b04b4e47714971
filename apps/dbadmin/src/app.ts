import { join } from 'node:path';
import { sql } from 'kysely';
import { loadContract } from '@cairn/contracts';
import type { ContractDocument, DbadminOperations } from '@cairn/contracts';
import { createServiceApp } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Context } from './context.ts';
import { accessRoutes } from './features/access/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { backupRoutes } from './features/backups/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { databaseRoutes } from './features/databases/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { lifecycleRoutes } from './features/lifecycle/routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { terminalRoutes } from './features/terminals/routes.ts';
import { registryRoutes } from './features/registry/routes.ts';
import { roleRoutes } from './features/roles/routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { settingRoutes } from './features/settings/routes.ts';

/** The web application of database administration, without listening. */
export function createApp(context: Context) {
  const { config } = context;
  const handlers: Partial<Handlers<DbadminOperations>> = {
    ...auditRoutes(context),
    ...backupRoutes(context),
    ...connectionRoutes(context),
    ...databaseRoutes(context),
    ...jobRoutes({ ...context, guard: context.auth }),
    ...importRoutes(context),
    ...lifecycleRoutes(context),
    ...pageRoutes(config),
    ...terminalRoutes(context),
    ...registryRoutes(context),
    ...roleRoutes(context),
    ...ruleRoutes(context),
    ...settingRoutes(context),
    ...accessRoutes(context),
  };
  return createServiceApp<Partial<DbadminOperations>>({
    service: 'dbadmin',
    contract: builtPart(loadContract('dbadmin'), handlers),
    handlers: handlers as Handlers<Partial<DbadminOperations>>,
    guard: context.auth,
    config,
    logger: context.logger,
    ready: () => ({ database: databaseAnswers(context) }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
  });
}

/** The operations of the contract that are built. */
function builtPart(contract: ContractDocument, handlers: object): ContractDocument {
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    const built = Object.entries(item as Record<string, { operationId?: string }>).filter(
      ([, operation]) => operation.operationId !== undefined && operation.operationId in handlers,
    );
    return [path, Object.fromEntries(built)] as const;
  });
  return { ...contract, paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)) };
}

async function databaseAnswers({ db }: Context): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}
