import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createPlatformDatabases } from '@cairn/auth';
import { createDerivedFiles, createStorage } from '@cairn/files';
import { createReader } from '@cairn/geo';
import { createSafeFetch } from '@cairn/service';
import type { Logger, SafeFetchOptions, VisitorLimits } from '@cairn/service';
import type { VaultConfig } from './config.ts';
import type { VaultDatabase } from './db/schema.ts';
import { createDatasetGuard } from './features/access/dataset-guard.ts';
import { createPreviews } from './features/content/previews.ts';
import { createContentService } from './features/content/service.ts';
import { createProfiles } from './features/content/profiles.ts';
import { createCrsService } from './features/crs/service.ts';
import { createDatasetService } from './features/datasets/service.ts';
import { createFileSource } from './features/rows/file-source.ts';
import { createRowService } from './features/rows/service.ts';
import { createSessions } from './features/rows/sessions.ts';
import { createDatabaseServices } from './features/connections/database-services/service.ts';
import { createServiceFile } from './features/connections/database-services/service-file.ts';
import { createDbadmin } from './features/connections/dbadmin-client.ts';
import { createDbadminProxy } from './features/connections/dbadmin-proxy.ts';
import { createDeriveService } from './features/derive/service.ts';
import { createGisProjectService } from './features/gis-projects/service.ts';
import { createUpstream } from './features/gis-projects/upstream.ts';
import { createGisRuntime } from './features/publication/gis-runtime.ts';
import { createFolderService } from './features/folders/service.ts';
import { createFeatureServices } from './features/featuresvc/service.ts';
import { createVersionWriter } from './features/versions/version-writer.ts';
import { createImportService } from './features/imports/service.ts';
import { createMapServers } from './features/mapserver/connections/service.ts';
import { createPublications } from './features/mapserver/publications/service.ts';
import { createLocalCopies } from './features/imports/local-copies/copies.ts';
import { createLocalCopyService } from './features/imports/local-copies/service.ts';
import { createObjectStore } from './features/imports/remote/object-store.ts';
import { createRemoteReader } from './features/imports/remote/reader.ts';
import { createQuickImportService } from './features/quick-import/service.ts';
import { createPortalSync } from './features/portal-sync/portal-sync.ts';
import { createObjectGc } from './features/versions/object-gc.ts';
import { createVersionService } from './features/versions/service.ts';
import { createSavedConnections } from './features/connections/saved-connections.ts';
import { createConnectionService } from './features/connections/saved/service.ts';
import { createPostgisService } from './features/connections/service.ts';
import { createMartin } from './features/publication/martin.ts';
import { createPublishedLayers } from './features/publication/published-layers.ts';
import { createPublicationService } from './features/publication/service.ts';
import { createTileServer } from './features/publication/tile-server.ts';
import { createTileTokens } from './features/publication/tokens.ts';
import { createTileService } from './features/content/tiles/service.ts';
import { createConnectionTables } from './features/rows/tables/connection-tables.ts';
import { createTableChanges } from './features/rows/tables/table-changes.ts';
import { createTableTiles } from './features/rows/tables/table-tiles.ts';
import { createTableContent } from './features/rows/tables/table-content.ts';
import { createTableRevisions } from './features/rows/tables/table-revision.ts';
import { createTableSource } from './features/rows/tables/table-source.ts';

export type Context = ReturnType<typeof buildContext>;

/** Sent to servers from which users import. */
const USER_AGENT = 'Cairn (spatial data vault)';

/** Five gigabytes through a line of two megabits. */
const IMPORT_MS = 6 * 3_600_000;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** First pause of an import before it takes up a cut connection. */
  importRetryMs?: number;
  /** Longest time for the file of an import. */
  importMs?: number;
  /** Limits of calls to addresses that users name, and the resolver of host names. */
  safeFetch?: Pick<SafeFetchOptions, 'limits' | 'resolve'>;
  visitors?: VisitorLimits;
}

/** The only place that wires the parts of the vault together. */
export function buildContext(config: VaultConfig, logger: Logger, overrides: Overrides = {}) {
  const base = createDataServiceContext<VaultDatabase, VaultConfig>({
    ...{ name: 'vault', config, logger, overrides },
    acceptTokens: false,
  });
  const { db, jobs, registry, secretBox } = base;
  const auth = createDatasetGuard(db, base.auth);
  const platform = createPlatformDatabases({ db, registry });
  const connections = createSavedConnections({ db, secretBox, platform });
  const savedConnections = createConnectionService({ db, secretBox, platform, auth });
  const connectionTables = createConnectionTables({ db, auth, connections });
  const tableChanges = createTableChanges({ db, auth, connections });
  const databaseServices = createDatabaseServices({
    ...{ db, secretBox, auth },
    source: createServiceFile(config.pgServiceFile),
  });
  const dbadmin = createDbadmin({ url: config.dbadminUrl, serviceSecret: config.serviceSecret });
  const safeFetch = createSafeFetch({
    allowedNetworks: config.outboundAllowedNetworks,
    userAgent: USER_AGENT,
    ...overrides.safeFetch,
  });
  const mapServers = createMapServers({ db, secretBox, safeFetch });
  const storage = createStorage({ root: config.storageRoot });
  const derived = createDerivedFiles(storage);
  const reader = createReader({ scratch: () => storage.scratch('processes') });
  const objectStore = createObjectStore({ safeFetch });
  const remote = createRemoteReader({ db, secretBox, auth, store: objectStore });
  const tables = createTableContent({ connections });
  const copyLimits = {
    maxObjectBytes: config.maxUploadBytes,
    maxTotalBytes: config.localCopiesBytes,
    maxMs: overrides.importMs ?? IMPORT_MS,
    retryMs: overrides.importRetryMs ?? 500,
  };
  const localCopies = createLocalCopies({ storage, derived, objectStore, remote, copyLimits });
  const contents = createContentService({ db, storage, derived, remote, localCopies, tables, jobs, config });
  const tableRevisions = createTableRevisions({ db, connections });
  const previews = createPreviews({ storage, derived, contents, tables, tableRevisions });
  const profiles = createProfiles({ db, storage, contents, jobs });
  const tableTiles = createTableTiles({ connections });
  const tiles = createTileService({ storage, derived, contents, tableTiles, reader, jobs, config });
  const folders = createFolderService({ db, guard: auth });
  const autoCommitMs = config.editPauseSeconds === 0 ? null : config.editPauseSeconds * 1000;
  const sessions = createSessions({ db, jobs, autoCommitMs });
  const fileRows = createFileSource({ db, storage, derived, reader, contents, sessions });
  const editing = createRowService({
    db,
    auth,
    jobs,
    sessions,
    sources: {
      file: fileRows,
      remote: fileRows,
      spatialdb: createTableSource({ db, auth, connections }),
    },
  });
  const mapPublications = createPublications({ db, jobs, guard: auth, mapServers });
  const derive = createDeriveService({ db, jobs, guard: auth, storage, derived, contents, reader, config });
  const crs = createCrsService({ db, jobs, storage, contents, guard: auth });
  const portalSync = createPortalSync({ db, jobs, registry, config, logger });
  const objectGc = createObjectGc({ db, storage, derived, localCopies, logger });
  const datasets = createDatasetService({
    db,
    databaseConfigured: base.databaseConfigured,
    guard: auth,
    jobs,
    portalSync,
    objectGc,
    logger,
  });
  const versions = createVersionService({ db, guard: auth, objectGc, logger });
  const versionWriter = createVersionWriter({ db, storage, guard: auth, jobs, portalSync, logger });
  const postgis = createPostgisService({ db, jobs, secretBox });
  const imports = createImportService({ db, jobs, secretBox, safeFetch, versionWriter });
  const gisUpstream = createUpstream({
    serviceSecret: config.serviceSecret,
    ...(config.gisProjectsUrl ? { url: config.gisProjectsUrl } : {}),
  });
  const featureServices = createFeatureServices({ db, jobs, secretBox, safeFetch, auth, dbadmin });
  const martin = createMartin({ url: config.martin?.url });
  const publication = createPublicationService({
    db,
    auth,
    contents,
    targets: {
      'tile-server': createTileServer({ db, tiles, martin, martinDatabase: config.martin?.database }),
      'gis-runtime': config.gisProjectsUrl ? createGisRuntime({ db, contents, upstream: gisUpstream }) : null,
    },
  });
  const quickImports = createQuickImportService({
    ...{ db, jobs, storage, secretBox, safeFetch, mapServers, config },
  });
  const importLimits = {
    maxBytes: config.maxUploadBytes,
    maxMs: overrides.importMs ?? IMPORT_MS,
    retryMs: overrides.importRetryMs ?? 500,
  };
  return {
    ...base,
    auth,
    guard: auth,
    safeFetch,
    storage,
    derived,
    reader,
    contents,
    profiles,
    previews,
    tableRevisions,
    tiles,
    datasets,
    folders,
    autoCommitMs,
    sessions,
    editing,
    derive,
    crs,
    portalSync,
    objectGc,
    publication,
    gisUpstream,
    gisProjects: createGisProjectService({ db, guard: auth, upstream: gisUpstream }),
    publishedLayers: createPublishedLayers({ db, contents, tiles, martin }),
    tileTokens: createTileTokens({ db, auth, logger }),
    versions,
    versionWriter,
    imports,
    quickImports,
    featureServices,
    importLimits,
    objectStore,
    remote,
    localCopies,
    localCopy: createLocalCopyService({ db, jobs, localCopies }),
    postgis,
    platform,
    connections,
    savedConnections,
    mapServers,
    connectionTables,
    tableChanges,
    mapPublications,
    visitors: overrides.visitors,
    dbadmin,
    dbadminProxy: createDbadminProxy({ url: config.dbadminUrl }),
    databaseServices,
    async close() {
      reader.close();
      await base.close(async () => {
        await safeFetch.close();
        await connections.close();
      });
    },
  };
}
