import { mkdir } from 'node:fs/promises';
import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { FieldSyncOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { jobRoutes } from '@cairn/jobs';
import { metricsRegistry } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { readFieldSyncConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { prepareFirstAdmin } from './features/accounts/first-admin.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { catalogNodeRoutes } from './features/catalog-nodes/routes.ts';
import { leadBack } from './features/pages/action-results.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { mapStoreRoutes } from './features/map-stores/routes.ts';
import { conflictRoutes } from './features/conflicts/routes.ts';
import { databaseLinkRoutes } from './features/database-links/routes.ts';
import { expressRoutes } from './features/express/routes.ts';
import { fileTargetRoutes } from './features/file-targets/routes.ts';
import { projectServiceRoutes } from './features/project-service/routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { logRoutes } from './features/logs/routes.ts';
import { packageRoutes } from './features/packages/routes.ts';
import { addMetrics } from './features/metrics/metrics.ts';
import { runRoutes } from './features/runs/routes.ts';
import { proxyRoutes } from './features/proxies/routes.ts';
import { serverRoutes } from './features/servers/routes.ts';
import { oidcRoutes } from './features/sign-in/oidc/routes.ts';
import { personOf } from './features/sign-in/person.ts';
import { tableDataRoutes } from './features/table-data/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { publishingRoutes } from './features/web-publishing/routes.ts';
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
    ...signInRoutes(context),
    ...oidcRoutes(context),
    ...accountRoutes({ ...context, editorOf: personOf }),
    ...serverRoutes({ ...context, ownerOf }),
    ...packageRoutes(context),
    ...logRoutes(context),
    ...databaseLinkRoutes({ ...context, ownerOf }),
    ...catalogNodeRoutes({ ...context, ownerOf }),
    ...mapStoreRoutes({ ...context, ownerOf }),
    ...publishingRoutes(context),
    ...fileTargetRoutes({ ...context, ownerOf }),
    ...projectRoutes({ ...context, ownerOf }),
    ...projectServiceRoutes(context),
    ...expressRoutes(context),
    ...runRoutes(context),
    ...conflictRoutes(context),
    ...tableDataRoutes(context),
    ...proxyRoutes(context),
    ...pageRoutes(context),
  }),
  answerRefusal: ({ answerRefusal }) => answerRefusal,
  ownSignIn:
    ({ ownSignInOf }) =>
    (call) =>
      ownSignInOf(call),
  middleware: () => leadBack,
  listing: { displayName: 'Field sync' },
  async prepare({ config, db, logger }) {
    await makePrivateFolder(config.storageRoot);
    await mkdir(config.folderProviderRoot, { recursive: true });
    await mkdir(config.localTargetsRoot, { recursive: true });
    if (config.databaseUrl) addMetrics({ db, logger, registry: metricsRegistry });
    const { mode, firstAdmin } = config.signIn;
    if (config.databaseUrl && mode === 'local') await prepareFirstAdmin({ db, logger }, firstAdmin);
  },
  housekeeping,
  worker,
});

function ownerOf(actor: Actor): number | null {
  return personOf(actor).userId;
}
