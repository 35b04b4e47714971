import { join } from 'node:path';
import { databaseUrl } from '@cairn/topology/provision';
import { gisPublish, NODE_OPTIONS, repositoryRoot, topology } from '../topology.ts';
import type { ServiceTopology } from '../topology.ts';
import type { Launch } from './launch.ts';
import type { Secrets } from './secrets.ts';
import type { LicenseSettings } from './trial-license.ts';

export interface Ports {
  port: number;
  internalPort: number;
  workerInternalPort: number;
}

export interface MailboxPorts {
  port: number;
  smtpPort: number;
}

export type GisPublishPorts = Pick<Ports, 'port' | 'internalPort'>;

export interface PlatformEnv {
  dataDir: string;
  /** Superuser address of the cluster. */
  adminUrl: string;
  redisUrl: string;
  publicUrl: string;
  secrets: Secrets;
  /** Chosen ports by service name. */
  ports: Record<string, Ports>;
  /** Where the GIS publish service runs; null where it does not. */
  gisPublish: GisPublishPorts | null;
  /** Where the mailbox runs; null where mails go to a mail server of the operator, or nowhere. */
  mailbox: MailboxPorts | null;
  launch: Launch;
  /** The licence that the installation issued to itself; null where the environment names one, or none is wanted. */
  license: LicenseSettings | null;
}

/** Whether a service sends mails. */
export const sendsMail = ({ settings }: Pick<ServiceTopology, 'settings'>) => settings.includes('SMTP_URL');

export const databaseName = 'cairn';

/** File of restarts, which the portal reads. */
export function restartLogPath(dataDir: string): string {
  return join(dataDir, 'restarts.json');
}

/** Services, and the programs that they start for each file, are compiled once. */
export const compileCache = join(repositoryRoot, 'node_modules/.cache/cairn');

/** Variables for limits and tuning that are passed on, beside the settings and secret files of each service; all others are set here. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'LOG_LEVEL',
  'NODE_COMPILE_CACHE',
  'MAX_UPLOAD_BYTES',
  'SESSION_IDLE_HOURS',
  'SESSION_MAX_DAYS',
  'CATALOG_DEADLINE_MS',
  'WORKER_CONCURRENCY',
  'WORKER_GRACE_SECONDS',
  'ALLOW_UNSANDBOXED_PROGRAMS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The whole environment of one service's processes. */
export function serviceEnvironment(service: ServiceTopology, around: PlatformEnv): NodeJS.ProcessEnv {
  const { secrets, ports } = around;
  const login = { role: service.schema, password: secrets.roles[service.schema] ?? '' };
  const database = databaseUrl(around.adminUrl, databaseName, login);
  const own = portsOf(ports, service.name);
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...Object.fromEntries(
      [...passedOn, ...service.settings, ...Object.keys(service.secretFiles)].flatMap((name) =>
        process.env[name] ? [[name, process.env[name]]] : [],
      ),
    ),
    NODE_ENV: 'production',
    NODE_OPTIONS,
    HOST: '127.0.0.1',
    PORT: String(own.port),
    INTERNAL_PORT: String(own.internalPort),
    BASE_PATH: service.basePath,
    PUBLIC_URL: around.publicUrl,
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: database,
    CENTRAL_DATABASE_URL: database,
    ...Object.fromEntries(
      topology.flatMap(({ name, addressVariable }) =>
        ports[name] ? [[addressVariable, `http://127.0.0.1:${ports[name].port}`]] : [],
      ),
    ),
    REDIS_URL: around.redisUrl,
    SERVICE_SECRET: secrets.service,
    ...Object.fromEntries(
      Object.entries(service.directories).map(([name, path]) => [name, join(around.dataDir, path)]),
    ),
    INTERNAL_URL: `http://127.0.0.1:${own.port}`,
    ...(service.encryptsSecrets ? { ENCRYPTION_KEYS: secrets.sealing } : {}),
    ...(service.name === 'portal'
      ? { BOOTSTRAP_ADMIN_PASSWORD: secrets.admin, RESTARTS_FILE: restartLogPath(around.dataDir) }
      : {}),
    ...(service.name === 'report-server' ? around.license : {}),
    ...(sendsMail(service) && around.mailbox
      ? { SMTP_URL: `smtp://127.0.0.1:${around.mailbox.smtpPort}?tls=none` }
      : {}),
    ...(service.name === gisPublish.service && around.gisPublish
      ? { [gisPublish.addressVariable]: `http://127.0.0.1:${around.gisPublish.port}` }
      : {}),
  };
}

/** The same for its worker, whose metrics have their own port. */
export function workerEnvironment(service: ServiceTopology, around: PlatformEnv): NodeJS.ProcessEnv {
  const port = String(portsOf(around.ports, service.name).workerInternalPort);
  return { ...serviceEnvironment(service, around), INTERNAL_PORT: port };
}

function portsOf(ports: Record<string, Ports>, name: string): Ports {
  const found = ports[name];
  if (!found) throw new Error(`No port was chosen for ${name}.`);
  return found;
}
