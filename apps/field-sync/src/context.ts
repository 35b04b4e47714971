import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createPartFiles, createStorage } from '@cairn/files';
import { createSafeFetch } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { FieldSyncConfig } from './config.ts';
import type { FieldSyncDatabase } from './db/schema.ts';
import { createDatabaseLinkService } from './features/database-links/service.ts';
import { createPackageService } from './features/packages/service.ts';
import { createParameterService } from './features/project-service/parameters.ts';
import { createProjectService } from './features/projects/service.ts';
import { detectServer } from './features/providers/detect.ts';
import { createServerService } from './features/servers/service.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** The current time; that of the machine unless said otherwise. */
  now?: () => Date;
}

/** The only place that wires the parts of field-sync together. */
export function buildContext(config: FieldSyncConfig, logger: Logger, overrides: Overrides = {}) {
  const base = createDataServiceContext<FieldSyncDatabase, FieldSyncConfig>({
    ...{ name: 'field-sync', config, logger, overrides },
    acceptTokens: false,
  });
  const now = overrides.now ?? (() => new Date());
  const storage = createStorage({ root: config.storageRoot });
  const safeFetch = createSafeFetch({
    allowedNetworks: config.outboundNetworks,
    userAgent: 'cairn-field-sync',
  });
  const servers = createServerService({
    ...base,
    checkUrl: safeFetch.check,
    detect: (server, signal) => detectServer(safeFetch, server, signal),
    folderRoot: config.folderProviderRoot,
  });
  const databaseLinks = createDatabaseLinkService({ ...base, serverNetworks: config.serverNetworks });
  const projects = createProjectService(base);
  const parts = createPartFiles(storage);
  const packages = createPackageService({ ...base, storage, parts, now });
  return {
    ...{ ...base, now, storage, safeFetch, servers, databaseLinks, projects, packages },
    parameters: createParameterService(base),
    close: () => base.close(() => safeFetch.close()),
  };
}
