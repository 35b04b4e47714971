import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { provisionSampleDatabase } from '@cairn/topology/sample-database';
import { hasQgisServer } from './bootstrap/programs.mjs';
import { startFrontDoor } from './platform/front-door.ts';
import { mailboxPath } from './mailbox/paths.ts';
import { startMailbox } from './platform/mailbox.ts';
import { QGIS_MISSING, startGisPublish } from './platform/gis-publish.ts';
import { choosePorts } from './platform/ports.ts';
import { launchFromCheckout, type Launch } from './platform/launch.ts';
import { silent, type Progress } from './platform/progress.ts';
import { openRestartLog } from './platform/restart-log.ts';
import { takeRunFile, type RunFile } from './platform/run-file.ts';
import { loadSecrets, saveSecrets, type Secrets } from './platform/secrets.ts';
import { compileCache, sendsMail } from './platform/platform-env.ts';
import type { PlatformEnv } from './platform/platform-env.ts';
import { followOwnServer, migrateService, startService } from './platform/services.ts';
import { settleAll, startStores } from './platform/stores.ts';
import { trialLicense } from './platform/trial-license.ts';
import { createSupervisor, type Supervisor } from './platform/supervisor.ts';
import { buildWeb, webState } from './platform/web-build.ts';
import { sampleUsername } from './seed/content.ts';
import { takesDatasources } from './seed/datasource.ts';
import { fieldProjectsFolder, takesFieldProjects } from './seed/field-project.ts';
import {
  loadSampleData,
  loadSampleDatasource,
  loadSampleFieldProject,
  loadSampleReports,
} from './seed/load.ts';
import { reportsFolder, takesReports } from './seed/reports.ts';
import { storeAccount } from './stack/account.ts';
import { existingServices, gisPublish, type ServiceTopology } from './topology.ts';

export interface PlatformRequest {
  /** Folder of the cluster, Redis, files, secrets and logs. */
  dataDir: string;
  /** Port of the front door; the next free one if it is in use. Default any free one. */
  frontDoorPort?: number;
  /** Password of `admin` at the first start; default a generated one. */
  adminPassword?: string;
  /** Load the sample data through the public API, once for a data directory. */
  seed?: boolean;
  /** For data that outlive the process: the usual ports, and fsync. Not for tests. */
  lasting?: boolean;
  /** Public origin of the platform, when it is not the front door itself. */
  publicUrl?: string;
  /** How services are started; from this checkout by default. */
  launch?: Launch;
  progress?: Progress;
  /** When aborted, everything that has started stops, and `startPlatform` rejects. */
  signal?: AbortSignal;
}

export interface Platform {
  url: string;
  adminPassword: string;
  sampleUser: { username: string; password: string } | null;
  /** Whether licensed features are open by a licence that the installation issued to itself. */
  hasTrialLicense: boolean;
  /** Page of the mails of this installation; null where they go to a mail server of the operator. */
  mailboxUrl: string | null;
  /** Settles with a sentence when a part cannot be kept running. */
  broken: Promise<string>;
  /** Front door, services, workers, Redis, PostgreSQL, in this order. */
  stop(): Promise<void>;
}

/** Starts the whole platform under one data directory; when a part fails to start, all are stopped. */
export async function startPlatform(request: PlatformRequest): Promise<Platform> {
  const dataDir = request.dataDir;
  prepareDataFolder(dataDir);
  const runFile = await takeRunFile(dataDir);
  const supervisor = createSupervisor({
    onStarted: (part) => runFile.addPart(part),
    onRestarted: openRestartLog(dataDir),
    note: request.progress?.note,
  });
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= supervisor.stop().finally(() => runFile.remove()));
  request.signal?.addEventListener('abort', () => void stop(), { once: true });
  try {
    request.signal?.throwIfAborted();
    const platform = await bringUp(request, runFile, supervisor);
    runFile.setUrl(platform.url);
    return { ...platform, broken: supervisor.broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Only the accounts of PostgreSQL and Redis may pass through the data folder; no other account may read it. */
function prepareDataFolder(dataDir: string): void {
  // Programs in the sandbox reach their compiled code in it under another account.
  mkdirSync(compileCache, { recursive: true, mode: 0o755 });
  // Inherited by all processes that are started from here on.
  process.umask(0o077);
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  chmodSync(dataDir, storeAccount() ? 0o711 : 0o700);
  for (const folder of ['logs', 'storage', 'thumbnails'].map((name) => join(dataDir, name)))
    if (existsSync(folder)) chmodSync(folder, 0o700);
}

async function bringUp(
  request: PlatformRequest,
  runFile: RunFile,
  supervisor: Supervisor,
): Promise<Omit<Platform, 'broken' | 'stop'>> {
  const progress = request.progress ?? silent;
  const secrets = loadSecrets(request.dataDir, request.adminPassword);
  const services = existingServices();
  const ports = await choosePorts(services, {
    frontDoor: request.frontDoorPort,
    usual: request.lasting ?? false,
  });
  if (request.frontDoorPort && ports.frontDoor !== request.frontDoorPort) {
    progress.note(
      `Port ${request.frontDoorPort} is in use, so the front door listens on ${ports.frontDoor}.`,
    );
  }
  const url = `http://localhost:${ports.frontDoor}`;
  // An image has its pages in it.
  const pages = request.launch ? Promise.resolve() : buildPages(services, progress);
  pages.catch(() => undefined);
  const stores = await startStores({
    dataDir: request.dataDir,
    secrets,
    ports,
    lasting: request.lasting ?? false,
    progress,
    supervisor,
  }).finally(() =>
    // Nothing may continue in the background when this fails.
    Promise.allSettled([pages]),
  );
  await pages;
  runFile.setStores(ports);
  const around: PlatformEnv = {
    ...stores,
    dataDir: request.dataDir,
    publicUrl: request.publicUrl ?? url,
    secrets,
    ports: ports.services,
    launch: request.launch ?? launchFromCheckout,
    gisPublish: runsGisPublish(request, services, progress) ? ports.gisPublish : null,
    mailbox: runsMailbox(request, services) ? ports.mailbox : null,
    // Images are for production, where a licence is given.
    license: request.launch ? null : trialLicense(request.dataDir),
  };
  await progress.step('Migrations', () => migrateAll(services, around));
  await followOwnServer(services, around);
  const sampleDatabase = { adminUrl: stores.adminUrl, password: secrets.sampleReader };
  await settleAll([
    ...(request.seed
      ? [progress.step('Sample database', () => provisionSampleDatabase(sampleDatabase))]
      : []),
    ...services.map((service) =>
      progress.step(`Service ${service.name}`, () => startService(service, around, supervisor)),
    ),
    ...(around.gisPublish
      ? [progress.step('GIS publish service', () => startGisPublish(around, supervisor))]
      : []),
    ...(around.mailbox ? [progress.step('Mailbox', () => startMailbox(around, supervisor))] : []),
    progress.step('Front door', () =>
      startFrontDoor({ services, around, port: ports.frontDoor, supervisor }),
    ),
  ]);
  const sampleUser = await seedOnce(request, { url, adminUrl: stores.adminUrl }, secrets, progress);
  return {
    url,
    adminPassword: secrets.admin,
    sampleUser,
    hasTrialLicense: around.license !== null,
    mailboxUrl: around.mailbox ? `${url}${mailboxPath}` : null,
  };
}

/** Images have a publish service of their own, and an operator may name another one. */
function runsGisPublish(
  { launch }: PlatformRequest,
  services: ServiceTopology[],
  progress: Progress,
): boolean {
  if (launch || process.env[gisPublish.addressVariable]) return false;
  if (!services.some(({ name }) => name === gisPublish.service)) return false;
  if (hasQgisServer()) return true;
  progress.note(QGIS_MISSING);
  return false;
}

/** Images have no mail server of their own, and where an operator names one, mails go there. */
function runsMailbox({ launch }: PlatformRequest, services: ServiceTopology[]): boolean {
  return !launch && !process.env.SMTP_URL && services.some(sendsMail);
}

async function buildPages(services: ServiceTopology[], progress: Progress): Promise<void> {
  for (const { name } of services) {
    if (webState(name) === 'stale') await progress.step(`Pages of ${name}`, () => buildWeb(name));
  }
}

/** The portal first: the others get rights on views that its migrations create. */
async function migrateAll(services: ServiceTopology[], around: PlatformEnv): Promise<void> {
  const [portal, others] = [
    services.filter(({ name }) => name === 'portal'),
    services.filter(({ name }) => name !== 'portal'),
  ];
  for (const service of portal) await migrateService(service, around);
  await Promise.all(others.map((service) => migrateService(service, around)));
}

async function seedOnce(
  request: PlatformRequest,
  { url, adminUrl }: { url: string; adminUrl: string },
  secrets: Secrets,
  progress: Progress,
): Promise<Platform['sampleUser']> {
  const sample = {
    ...{ url, adminUrl, readerPassword: secrets.sampleReader },
    ...{ adminPassword: secrets.admin, userPassword: secrets.sampleUser },
    reportsRoot: reportsFolder(request.dataDir),
    ...{ fieldPassword: secrets.fieldRole, fieldFolder: fieldProjectsFolder(request.dataDir) },
  };
  if (request.seed && !secrets.seeded) {
    await progress.step('Sample data', () => loadSampleData(sample));
    Object.assign(secrets, {
      ...{ seeded: true, sampleDatasource: takesDatasources(), sampleReports: takesReports() },
      sampleFieldProject: takesFieldProjects(),
    });
    saveSecrets(request.dataDir, secrets);
  } else if (request.seed) {
    // The password of the administrator may have changed: then users add these themselves.
    const addLater = (
      mark: 'sampleDatasource' | 'sampleReports' | 'sampleFieldProject',
      load: () => Promise<void>,
    ) =>
      load().then(
        () => saveSecrets(request.dataDir, Object.assign(secrets, { [mark]: true })),
        (error: Error) => progress.note(`Sample data was not completed: ${error.message}`),
      );
    if (!secrets.sampleDatasource && takesDatasources())
      await addLater('sampleDatasource', () => loadSampleDatasource(sample));
    if (!secrets.sampleReports && takesReports())
      await addLater('sampleReports', () => loadSampleReports(sample));
    if (!secrets.sampleFieldProject && takesFieldProjects())
      await addLater('sampleFieldProject', () => loadSampleFieldProject(sample));
  }
  return secrets.seeded ? { username: sampleUsername, password: secrets.sampleUser } : null;
}
