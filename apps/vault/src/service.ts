import { defineService } from '@cairn/app';
import { auditRoutes } from '@cairn/audit';
import type { VaultOperations } from '@cairn/contracts';
import { makePrivateFolder } from '@cairn/files';
import { requireSandbox } from '@cairn/geo';
import { readVaultConfig } from './config.ts';
import { buildContext } from './context.ts';
import type { Context, Overrides } from './context.ts';
import { connectionRoutes } from './features/connections/routes.ts';
import { databaseServiceRoutes } from './features/connections/database-services/routes.ts';
import { savedConnectionRoutes } from './features/connections/saved/routes.ts';
import { contentRoutes } from './features/content/routes.ts';
import { tileRoutes } from './features/content/tiles/routes.ts';
import { crsRoutes } from './features/crs/routes.ts';
import { datasetRoutes } from './features/datasets/routes.ts';
import { deriveRoutes } from './features/derive/routes.ts';
import { diffRoutes } from './features/diff/routes.ts';
import { featureServiceRoutes } from './features/featuresvc/routes.ts';
import { folderRoutes } from './features/folders/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { localCopyRoutes } from './features/imports/local-copies/routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { mapServerRoutes } from './features/mapserver/routes.ts';
import { mapServerCatalogRoutes } from './features/mapserver/catalog-routes.ts';
import { pageRoutes } from './features/pages/routes.ts';
import { publishedRoutes } from './features/publication/published-routes.ts';
import { publicationRoutes } from './features/publication/routes.ts';
import { quickImportRoutes } from './features/quick-import/routes.ts';
import { rowRoutes } from './features/rows/routes.ts';
import { tableRoutes } from './features/rows/tables/routes.ts';
import { versionRoutes } from './features/versions/routes.ts';
import { hideSources } from './features/datasets/hide-sources.ts';
import { gisProjectRoutes } from './features/gis-projects/routes.ts';
import { publishedWmsRoutes } from './features/publication/published-wms.ts';
import { housekeeping } from './housekeeping.ts';
import { worker } from './jobs.ts';

export const vault = defineService<Context, VaultOperations, Overrides>({
  name: 'vault',
  folder: import.meta.dirname,
  readConfig: readVaultConfig,
  buildContext,
  handlers: (context) => ({
    ...auditRoutes({ db: context.db, idColumn: 'dataset_id' }),
    ...crsRoutes(context),
    ...datasetRoutes(context),
    ...connectionRoutes(context),
    ...savedConnectionRoutes(context),
    ...databaseServiceRoutes(context),
    ...deriveRoutes(context),
    ...diffRoutes(context),
    ...rowRoutes(context),
    ...featureServiceRoutes(context),
    ...folderRoutes(context),
    ...importRoutes({ ...context, maxUploadBytes: context.config.maxUploadBytes }),
    ...jobRoutes(context),
    ...localCopyRoutes(context),
    ...quickImportRoutes(context),
    ...mapServerRoutes(context),
    ...mapServerCatalogRoutes(context),
    ...pageRoutes(context),
    ...contentRoutes(context),
    ...publicationRoutes(context),
    ...publishedRoutes(context),
    ...publishedWmsRoutes(context),
    ...gisProjectRoutes(context),
    ...tableRoutes(context),
    ...tileRoutes(context),
    ...versionRoutes(context),
  }),
  middleware: ({ guard }) => hideSources(guard),
  resolvers: ({ datasets, versions, publishedLayers }) => ({
    version: versions.resourceOf,
    publication: publishedLayers.resourceOf,
    ...datasets.resolvers,
  }),
  linkAccess: ({ tileTokens }) => tileTokens.linkAccess,
  visitors: ({ visitors }) => visitors,
  listing: { displayName: 'Datasets' },
  async prepare({ config, logger }) {
    await makePrivateFolder(config.storageRoot);
    await requireSandbox(logger);
  },
  housekeeping,
  worker,
});
