import type { PortalOperations } from '@cairn/contracts';
import { defineService } from '@cairn/app';
import { prepareAdministrator } from './bootstrap.ts';
import { readPortalConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './features/account/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { cardRoutes } from './features/cards/routes.ts';
import { catalogRoutes } from './features/catalog/routes.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { permissionRoutes } from './features/permissions/routes.ts';
import { resourceRoutes } from './features/resources/routes.ts';
import { serviceRoutes } from './features/services/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { thumbnailRoutes } from './features/thumbnails/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { housekeeping } from './housekeeping.ts';

export const portal = defineService<Context, PortalOperations>({
  name: 'portal',
  folder: import.meta.dirname,
  readConfig: readPortalConfig,
  buildContext,
  handlers: (context) => ({
    ...accountRoutes(context),
    ...auditRoutes(context),
    ...cardRoutes(context),
    ...catalogRoutes(context),
    ...groupRoutes(context),
    ...permissionRoutes(context),
    ...resourceRoutes(context),
    ...serviceRoutes(context),
    ...sessionRoutes(context),
    ...sharingRoutes(context),
    ...signInRoutes(context),
    ...thumbnailRoutes(context),
    ...tokenRoutes(context),
    ...userRoutes(context),
  }),
  visitors: () => ({ cheap: ['listCards', 'visibleServices'] }),
  runsWithoutDatabase: true,
  prepare: prepareAdministrator,
  housekeeping,
});
