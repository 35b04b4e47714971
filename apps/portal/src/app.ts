import { loadContract } from '@cairn/contracts';
import type { PortalOperations } from '@cairn/contracts';
import { createServiceApp } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { sql } from 'kysely';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { accountRoutes } from './features/account/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { cardRoutes } from './features/cards/routes.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { permissionRoutes } from './features/permissions/routes.ts';
import { resourceRoutes } from './features/resources/routes.ts';
import { serviceRoutes } from './features/services/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { thumbnailRoutes } from './features/thumbnails/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { userRoutes } from './features/users/routes.ts';

/** The portal's web application, without listening. */
export function createApp(context: Context) {
  const { config } = context;
  const handlers: Handlers<PortalOperations> = {
    ...accountRoutes(context),
    ...auditRoutes(context),
    ...cardRoutes(context),
    ...catalogRoutes(context),
    ...groupRoutes(context),
    ...pageRoutes(config),
    ...permissionRoutes(context),
    ...resourceRoutes(context),
    ...serviceRoutes({
      ...context,
      deadlineMs: config.catalogDeadlineMs,
      restartsFile: config.restartsFile,
    }),
    ...sessionRoutes(context),
    ...sharingRoutes(context),
    ...signInRoutes({ ...context, maxSeconds: config.sessions.maxSeconds }),
    ...thumbnailRoutes({ ...context, root: config.thumbnailsRoot }),
    ...tokenRoutes(context),
    ...userRoutes(context),
  };
  return createServiceApp<PortalOperations>({
    service: 'portal',
    contract: loadContract('portal'),
    handlers,
    guard: context.guard,
    config,
    logger: context.logger,
    ready: () => ({ database: databaseAnswers(context) }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
    pages: config.pages,
    visitors: { cheap: ['listCards', 'visibleServices'] },
  });
}

/** A portal that was started without a database serves what it can, and is ready to. */
async function databaseAnswers({ db, databaseConfigured }: Context): Promise<boolean> {
  if (!databaseConfigured) return true;
  await sql`SELECT 1`.execute(db);
  return true;
}
