import { randomUUID } from 'node:crypto';
import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createPlatformDatabases } from '@cairn/auth';
import { createDerivedFiles, createPartFiles, createStorage } from '@cairn/files';
import { createSafeFetch, createServerPages } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { createConfiguredMailer } from '@cairn/service/mail';
import type { MailTimeouts } from '@cairn/service/mail';
import type { FieldSyncConfig } from './config.ts';
import type { Db, FieldSyncDatabase } from './db/schema.ts';
import { createGroupService } from './features/accounts/group-service.ts';
import { createUserService } from './features/accounts/user-service.ts';
import { ALERT_TIMES, createAlertService } from './features/alerts/service.ts';
import type { AlertTimes } from './features/alerts/types.ts';
import { createCatalogNodeService } from './features/catalog-nodes/service.ts';
import { NODE_TIMES } from './features/catalog-nodes/update-layers.ts';
import type { NodeTimes } from './features/catalog-nodes/update-layers.ts';
import { createConflictService } from './features/conflicts/service.ts';
import { createDatabaseLinkService } from './features/database-links/service.ts';
import { createExpressService } from './features/express/service.ts';
import { saveHostKey, saveOfferedKey } from './features/file-targets/push/push-repo.ts';
import { createPushService } from './features/file-targets/push/service.ts';
import type { PushApplication, SealedRemoteTarget } from './features/file-targets/push/types.ts';
import { createSnapshotTrees } from './features/file-targets/push/snapshot-tree.ts';
import { createFileTargetService } from './features/file-targets/service.ts';
import { createLogService } from './features/logs/service.ts';
import { createMapStoreService } from './features/map-stores/service.ts';
import { createProjectFiles } from './features/packages/files.ts';
import { createPackageService } from './features/packages/service.ts';
import { createParameterService } from './features/project-service/parameters.ts';
import { createProjectService } from './features/projects/service.ts';
import { createProxyService } from './features/proxies/service.ts';
import { readStaticOverrides } from './features/proxies/static-overrides.ts';
import { createUpstreamClient } from './features/proxies/upstream.ts';
import { createPageService } from './features/pages/service.ts';
import { createTablePages } from './features/pages/table-pages.ts';
import { detectServer } from './features/providers/detect.ts';
import { POLL_TIMES, createPoller } from './features/polling/poller.ts';
import type { PollTimes } from './features/polling/types.ts';
import { createServiceControl } from './features/project-service/control.ts';
import { createServiceOperator } from './features/project-service/operate.ts';
import { createHttpPublisher } from './features/web-publishing/http-publisher.ts';
import { createPublishingService } from './features/web-publishing/service.ts';
import { createWorkerBeat } from './features/project-service/worker-beat.ts';
import type { WorkerIdentity } from './features/project-service/types.ts';
import { createCpuMeter } from './features/runs/cpu-meter.ts';
import { writeLog } from './features/runs/log-repo.ts';
import { createPlanService } from './features/runs/plans.ts';
import { createRunService } from './features/runs/service.ts';
import type { TargetRequest } from './features/runs/types.ts';
import { createServerBrowser } from './features/servers/browse.ts';
import { createProviders } from './features/servers/providers.ts';
import type { ProviderOf } from './features/servers/providers.ts';
import { createServerService } from './features/servers/service.ts';
import { createSignIn } from './features/sign-in/create-sign-in.ts';
import { createLinkSessions } from './features/table-data/link-sessions.ts';
import { createTableData } from './features/table-data/service.ts';
import { createSyncedTables } from './features/synced-tables/service.ts';
import type { SilenceLimits } from './features/synced-tables/watch-session.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** The current time; that of the machine unless said otherwise. */
  now?: () => Date;
  /** Of this process; a new one unless said otherwise. */
  worker?: WorkerIdentity;
  pollTimes?: Partial<PollTimes>;
  nodeTimes?: Partial<NodeTimes>;
  alertTimes?: Partial<AlertTimes>;
  mailTimeouts?: Partial<MailTimeouts>;
  providerOf?: ProviderOf;
  targetLimits?: Partial<SilenceLimits>;
}

/** A mail of 500 projects has about half of it. */
const MAX_MAIL_BYTES = 1024 ** 2;

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
  const { serverNetworks } = config;
  const platform = createPlatformDatabases(base);
  const databaseLinks = createDatabaseLinkService({ ...base, serverNetworks, platform });
  const catalogNodes = createCatalogNodeService({ ...base, checkUrl: safeFetch.check });
  const projects = createProjectService(base);
  const parts = createPartFiles(storage);
  const derivedFiles = createDerivedFiles(storage);
  const packages = createPackageService({ ...base, storage, parts, derivedFiles, now });
  const projectFiles = createProjectFiles({ ...base, storage, derivedFiles, packages });
  const worker = overrides.worker ?? { id: randomUUID(), pid: process.pid };
  const folderRoot = config.folderProviderRoot;
  const providerOf =
    overrides.providerOf ?? createProviders({ ...base, fetch: safeFetch, servers, folderRoot, now });
  const serverBrowser = createServerBrowser({ servers, providerOf });
  const runs = createRunService(base);
  const serviceControl = createServiceControl({ ...base, runs });
  const parameters = createParameterService(base);
  const express = createExpressService({
    ...{ ...base, config, safeFetch, now, checkUrl: safeFetch.check, folderRoot, providerOf },
    ...{ servers, databaseLinks, projects, parameters, serviceControl },
  });
  const times = { ...POLL_TIMES, ...overrides.pollTimes };
  const poller = createPoller({ ...base, worker, providerOf, times });
  const upstreams = createUpstreamClient(config.upstreams);
  const linkSessions = createLinkSessions({
    addressOf: (id) => databaseLinks.address(id),
    ...{ serverNetworks, platform },
  });
  const tableData = createTableData({ ...base, databaseLinks, projects, useLink: linkSessions.use });
  const publisher = config.publisher && createHttpPublisher(safeFetch, config.publisher);
  const publishing = createPublishingService({
    ...{ ...base, storage, inScratch: storage.inScratch, publisher },
  });
  const target = createSyncedTables({ serverNetworks, platform, limits: overrides.targetLimits });
  const mailer = createConfiguredMailer(config, {
    maxBytes: MAX_MAIL_BYTES,
    ...(overrides.mailTimeouts ? { timeouts: overrides.mailTimeouts } : {}),
  });
  const alerts = createAlertService({
    ...{ ...base, isOn: mailer !== null, isCentral: config.signIn.mode === 'central' },
    isPublishing: config.publisher !== null,
    times: { ...ALERT_TIMES, ...overrides.alertTimes },
    address: `${config.publicUrl ?? 'http://localhost:8080'}${config.basePath}`,
  });
  const trees = createSnapshotTrees(storage);
  const pushes = createPushService({ ...base, trees });
  const placeOf = async ({ linkId, schema, uuid: projectUuid }: TargetRequest) => ({
    ...{ address: await databaseLinks.address(linkId), schema, projectUuid },
  });
  return {
    ...{
      ...base,
      ...createSignIn({ ...base, config }),
      now,
      storage,
      safeFetch,
      servers,
      serverBrowser,
      databaseLinks,
      projects,
      packages,
    },
    catalogNodes,
    mapStores: createMapStoreService({
      ...{ ...base, fetch: safeFetch, databaseAddress: databaseLinks.address, catalogNodes },
      ...{ serverNetworks, platform, inScratch: storage.inScratch },
      nodeTimes: { ...NODE_TIMES, ...overrides.nodeTimes },
    }),
    fileTargets: createFileTargetService({ ...base, serverNetworks }),
    ...{ users: createUserService(base), groups: createGroupService(base) },
    ...{ pushes, trees, writeLog, serverNetworks },
    localTargetsRoot: config.localTargetsRoot,
    saveHostKey: (target: SealedRemoteTarget, hostKey: string) => saveHostKey(base.db, target, hostKey),
    saveOfferedKey: (target: SealedRemoteTarget, hostKey: string | null) =>
      saveOfferedKey(base.db, target, hostKey),
    ...{ parameters, express },
    ...{ worker, providerOf, runs, poller, target },
    cpu: createCpuMeter(),
    inScratch: storage.inScratch,
    placeOf,
    // What leaves the database after an application: file targets, web and mails.
    async onApplied(trx: Db, application: PushApplication) {
      await pushes.onApplied(trx, application);
      await publishing.onApplied(trx, application);
      await alerts.onApplied(trx, application);
    },
    ...{ publisher, publishing, mailer, alerts },
    ...{ projectFiles, logs: createLogService({ ...base, projects }) },
    plans: createPlanService(base),
    ...{ tableData, tablePages: createTablePages({ projects, tableData }) },
    conflicts: createConflictService({ ...base, target, placeOf }),
    proxy: createProxyService({
      upstreams,
      overrides: readStaticOverrides(config.analysisStaticRoot),
      superAdminId: config.signIn.superAdminId,
    }),
    serviceControl,
    operateService: createServiceOperator({ ...base, serviceControl }),
    pages: createPageService({
      ...{
        ...base,
        now,
        serviceControl,
        listPackages: packages.list,
        target,
        placeOf,
        providerOf,
        tableData,
      },
      listUnfinished: express.listUnfinished,
      isCentral: config.signIn.mode === 'central',
      canPublish: config.publisher !== null,
    }),
    sendServerPage: createServerPages(config.pages),
    ...createWorkerBeat({ ...base, worker }),
    async close() {
      await poller.close();
      await Promise.all([upstreams.close(), linkSessions.close()]);
      await base.close(() => safeFetch.close());
    },
  };
}
