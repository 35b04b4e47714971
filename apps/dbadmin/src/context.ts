import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { DbadminConfig } from './config.ts';
import type { DbadminDatabase } from './db/schema.ts';
import { createAccessService } from './features/access/service.ts';
import { toBackupBody } from './features/backups/mapper.ts';
import { findNewestBackups, keepBackups } from './features/backups/repo.ts';
import { createBackupService } from './features/backups/service.ts';
import { createLoginReader } from './features/connections/login.ts';
import { createConnectionService } from './features/connections/service.ts';
import { createLiveStats } from './features/databases/live-stats.ts';
import { createDatabaseService } from './features/databases/service.ts';
import type { FindLastBackups } from './features/databases/service.ts';
import { createTableBrowser } from './features/databases/table-browser.ts';
import { createRoleService } from './features/roles/service.ts';
import { createRuleService } from './features/rules/service.ts';
import { createDatabaseJobs } from './features/databases/job-requests.ts';
import { createImportService } from './features/imports/service.ts';
import { createRefuseReserved } from './features/databases/database-name.ts';
import { createPlatform } from './features/connections/platform.ts';
import { createServerVisibility } from './features/servers/visibility.ts';
import { createServers } from './features/servers/service.ts';
import { createSettingService } from './features/settings/service.ts';
import { findPgPrograms } from './postgres-programs/find-programs.ts';
import { createTerminals } from './features/terminals/service.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export type Overrides = DataServiceOverrides;

/** The only place that wires the service together. */
export function buildContext(config: DbadminConfig, logger: Logger, overrides: Overrides = {}) {
  const base = createDataServiceContext<DbadminDatabase, DbadminConfig>({
    ...{ name: 'dbadmin', config, logger, overrides },
  });
  const { db, auth, jobs, registry, secretBox } = base;
  const allowedNetworks = config.serverNetworks;
  const servers = createServers({ readLogin: createLoginReader({ db, secretBox, allowedNetworks }) });
  const storage = createStorage({ root: config.storageRoot });
  const { inScratch } = storage;
  const findPrograms = findPgPrograms(config.postgresRoot);
  const urls = [config.databaseUrl, config.centralDatabaseUrl].filter((url) => url !== undefined);
  const visibility = createServerVisibility(auth);
  const platform = createPlatform({ db, servers, urls, registry, logger });
  const refuseReserved = createRefuseReserved(platform);
  const connections = createConnectionService({
    ...{ db, secretBox, servers, platform, visibility, allowedNetworks, keepBackups },
  });
  const liveStats = createLiveStats({ db, servers, logger });
  const findLastBackups: FindLastBackups = async (databaseIds) => {
    const found = await findNewestBackups(db, databaseIds);
    return new Map([...found].map(([id, backup]) => [id, toBackupBody(backup, config.backupRoot)]));
  };
  const databases = createDatabaseService({
    ...{ db, servers, connections, liveStats, visibility, findLastBackups },
  });
  const deps = {
    db,
    jobs,
    servers,
    databases,
    platform,
    visibility,
    refuseReserved,
    findPrograms,
    inScratch,
  };
  const { backupRoot, postgresRoot, vaultUrl, maxUploadBytes: maxBytes } = config;
  const tableBrowser = createTableBrowser(deps);
  const databaseJobs = createDatabaseJobs(deps);
  const backups = createBackupService({ ...deps, databaseJobs, backupRoot });
  const imports = createImportService({ ...deps, storage, maxBytes, limits: config.uploads, vaultUrl });
  const roles = createRoleService(deps);
  const rules = createRuleService({ ...deps, connections });
  const settings = createSettingService(deps);
  const access = createAccessService(deps);
  const terminals = createTerminals({ ...deps, backupRoot, postgresRoot, logger, limits: config.terminals });
  return {
    ...base,
    ...deps,
    ...{ connections, liveStats, tableBrowser, findLastBackups, storage, databaseJobs, backups, imports },
    ...{ roles, rules, settings, access, terminals },
    async close() {
      await terminals.close();
      await base.close(() => servers.close());
    },
  };
}
