import { join } from 'node:path';
import { sql } from 'kysely';
import { loadContract } from '@cairn/contracts';
import type { VaultOperations } from '@cairn/contracts';
import { createServiceApp } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Context } from './context.ts';
import { crsRoutes } from './features/crs/routes.ts';
import { hideSources } from './features/datasets/hide-sources.ts';
import { datasetRoutes } from './features/datasets/routes.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { datasetResolvers } from './features/datasets/service.ts';
import { deriveRoutes } from './features/derive/routes.ts';
import { diffRoutes } from './features/diff/routes.ts';
import { discoveryRoutes } from './features/discovery/routes.ts';
import { editingRoutes } from './features/rows/routes.ts';
import { folderRoutes } from './features/folders/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { lifecycleRoutes } from './features/datasets/lifecycle-routes.ts';
import { metadataRoutes } from './features/content/metadata/routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { previewRoutes } from './features/content/preview-routes.ts';
import { publicationRoutes } from './features/publication/routes.ts';
import { tableRoutes } from './features/rows/tables/routes.ts';
import { tileRoutes } from './features/content/tiles/routes.ts';
import { versionRoutes } from './features/versions/routes.ts';

/** The vault's web application, without listening. */
export function createApp(context: Context) {
  const { config } = context;
  const handlers: Handlers<VaultOperations> = hideSources(
    {
      ...crsRoutes(context),
      ...datasetRoutes({ ...context, guard: context.auth }),
      ...connectionRoutes(context),
      ...deriveRoutes(context),
      ...diffRoutes(context),
      ...discoveryRoutes(context),
      ...editingRoutes(context),
      ...folderRoutes(context),
      ...importRoutes({ ...context, maxUploadBytes: config.maxUploadBytes }),
      ...jobRoutes({ ...context, guard: context.auth }),
      ...lifecycleRoutes(context),
      ...metadataRoutes(context),
      ...pageRoutes({ ...config, datasets: context.datasets }),
      ...previewRoutes(context),
      ...publicationRoutes(context),
      ...tableRoutes(context),
      ...tileRoutes(context),
      ...versionRoutes(context),
    },
    context.datasets,
  );
  return createServiceApp<VaultOperations>({
    service: 'vault',
    contract: loadContract('vault'),
    handlers,
    guard: context.auth,
    resolvers: { version: context.versions.resourceOf, ...datasetResolvers(context) },
    config,
    logger: context.logger,
    ready: () => ({ database: databaseAnswers(context), redis: context.jobs.ping() }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
    pages: config.pages,
    ...(context.visitors ? { visitors: context.visitors } : {}),
  });
}

async function databaseAnswers({ db }: Context): Promise<boolean> {
  await sql`SELECT 1`.execute(db);
  return true;
}
