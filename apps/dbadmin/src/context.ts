import { createAuth, createPortalRegistryFromConfig } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { createServiceDatabase } from '@cairn/db';
import { createJobs } from '@cairn/jobs';
import type { JobTimes } from '@cairn/jobs';
import { createStorage } from '@cairn/files';
import { createSecretBox } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { DbadminConfig } from './config.ts';
import type { Db } from './db/handle.ts';
import type { DbadminDatabase } from './db/schema.ts';
import { createAccessService } from './features/access/service.ts';
import { findAuditEvents } from './features/audit/repo.ts';
import type { AuditFilter } from './features/audit/repo.ts';
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
import { createRefuseReserved } from './features/databases/reserved-databases.ts';
import { createPlatform } from './features/connections/platform.ts';
import { createServerVisibility } from './features/servers/visibility.ts';
import { createServers } from './features/servers/service.ts';
import { createSettingService } from './features/settings/service.ts';
import { findPgPrograms } from './postgres-programs/find-programs.ts';
import { createTerminals } from './features/terminals/service.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides {
  registry?: PortalRegistry;
  jobTimes?: JobTimes;
}

/** The only place that wires the service together. */
export function buildContext(config: DbadminConfig, logger: Logger, overrides: Overrides = {}) {
  const database = createServiceDatabase<DbadminDatabase>({
    url: config.databaseUrl,
    service: 'dbadmin',
    logger,
  });
  const db: Db = database.db;
  const auth = createAuth({ ...config, serviceName: 'dbadmin', acceptTokens: true, logger });
  const registry = overrides.registry ?? createPortalRegistryFromConfig(config, 'dbadmin');
  const jobs = createJobs({
    db,
    pool: database.pool,
    schema: 'dbadmin',
    queue: 'dbadmin',
    redisUrl: config.redisUrl,
    logger,
    ...overrides.jobTimes,
  });
  const secretBox = createSecretBox({ keys: config.encryptionKeys });
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
  const tableBrowser = createTableBrowser({ db, servers, databases, platform, visibility, inScratch });
  const databaseJobs = createDatabaseJobs({ db, jobs, servers, databases, refuseReserved, findPrograms });
  const backups = createBackupService({
    db,
    jobs,
    servers,
    databases,
    databaseJobs,
    platform,
    refuseReserved,
    findPrograms,
    backupRoot: config.backupRoot,
  });
  const imports = createImportService({
    db,
    jobs,
    servers,
    databases,
    storage,
    inScratch,
    refuseReserved,
    maxBytes: config.maxUploadBytes,
    limits: config.uploads,
    vaultUrl: config.vaultUrl,
  });
  const roles = createRoleService({ db, servers });
  const rules = createRuleService({ db, servers, connections, platform });
  const settings = createSettingService({ db, servers });
  const access = createAccessService({ db, servers, databases, refuseReserved });
  const terminals = createTerminals({
    db,
    servers,
    findPrograms,
    inScratch,
    backupRoot: config.backupRoot,
    postgresRoot: config.postgresRoot,
    logger,
    limits: config.terminals,
  });
  return {
    config,
    logger,
    db,
    databaseConfigured: database.isConfigured,
    auth,
    registry,
    jobs,
    secretBox,
    servers,
    connections,
    databases,
    liveStats,
    tableBrowser,
    findLastBackups,
    listAuditEvents: (filter: AuditFilter) => findAuditEvents(db, filter),
    storage,
    inScratch,
    findPrograms,
    platform,
    visibility,
    refuseReserved,
    databaseJobs,
    backups,
    imports,
    roles,
    rules,
    settings,
    access,
    terminals,
    async close() {
      await terminals.close();
      await jobs.close();
      await auth.close();
      await servers.close();
      await database.close();
    },
  };
}
