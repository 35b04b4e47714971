import { join, resolve } from 'node:path';
import { SSL_MODES } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { ConfigError, readDataServiceConfig, splitList } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';
import { mailProperties, readMailConfig } from '@cairn/service/mail';
import type { MailConfig, MailEnvironment } from '@cairn/service/mail';
import { AUTH_PROPERTIES, readAuthConfig, readMeUrls } from './auth-config.ts';
import type { AuthConfig, AuthEnvironment } from './auth-config.ts';
import type { UpstreamAddresses } from './features/proxies/types.ts';

export interface FieldSyncConfig extends DataServiceConfig, MailConfig {
  /** How people sign in. */
  signIn: AuthConfig;
  /** Folder of the projects of the folder provider. */
  folderProviderRoot: string;
  /** Folder of the local file targets. */
  localTargetsRoot: string;
  /** Where projects are published on the web; null for nowhere. */
  publisher: { url: string; token: string } | null;
  /** Private networks in which providers and publishers may be, in CIDR notation. */
  outboundNetworks: string[];
  /** Networks besides the public internet in which databases and file targets may be, in CIDR notation. */
  serverNetworks: string[];
  /** Services to which requests are passed on. */
  upstreams: UpstreamAddresses;
  /** Internal address of database administration; without it databases come from `expressAdmin` alone. */
  dbadminUrl?: string;
  /** A login that may create databases and roles, for projects that are set up with a database of their own. */
  expressAdmin: ServerAddress | null;
  /** Days after which a run may be forgotten. */
  runRetentionDays: number;
  /** Folder of files that are sent instead of those of the analysis service; null without one. */
  analysisStaticRoot: string | null;
}

interface FieldSyncEnvironment extends AuthEnvironment, MailEnvironment {
  SYNC_BASE_PATH?: string;
  PUBLISHER_URL?: string;
  PUBLISHER_TOKEN?: string;
  ANALYSIS_URL?: string;
  FORMBUILDER_URL?: string;
  SYNC_UPSTREAM_URL?: string;
  ANALYSIS_STATIC_ROOT?: string;
  DBADMIN_URL?: string;
  EXPRESS_ADMIN_URL?: string;
  FOLDER_PROVIDER_ROOT: string;
  LOCAL_TARGETS_ROOT: string;
  RUN_RETENTION_DAYS: number;
  OUTBOUND_ALLOWED_CIDRS: string;
  SERVER_ALLOWED_CIDRS: string;
}

const REPOSITORY = resolve(import.meta.dirname, '../../..');
const PRIVATE_NETWORKS = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7';

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readFieldSyncConfig(env: Record<string, string | undefined>): FieldSyncConfig {
  const { config, values } = readDataServiceConfig<FieldSyncEnvironment>(env, {
    name: 'field-sync',
    port: 8884,
    properties: {
      // A run mostly waits for its provider or the database; GDAL and our reader have places of their own.
      WORKER_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 64, default: 4 },
      ...AUTH_PROPERTIES,
      SYNC_BASE_PATH: { type: 'string', format: 'base-path' },
      FOLDER_PROVIDER_ROOT: { type: 'string', default: join(REPOSITORY, '.data/field-projects') },
      LOCAL_TARGETS_ROOT: { type: 'string', default: join(REPOSITORY, '.data/local-targets') },
      // The weekly comparison looks at the runs of some weeks.
      RUN_RETENTION_DAYS: { type: 'integer', minimum: 30, maximum: 3650, default: 365 },
      PUBLISHER_URL: { type: 'string', format: 'uri' },
      PUBLISHER_TOKEN: { type: 'string' },
      OUTBOUND_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: PRIVATE_NETWORKS },
      SERVER_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: PRIVATE_NETWORKS },
      ANALYSIS_URL: { type: 'string', format: 'uri' },
      FORMBUILDER_URL: { type: 'string', format: 'uri' },
      SYNC_UPSTREAM_URL: { type: 'string', format: 'uri' },
      ANALYSIS_STATIC_ROOT: { type: 'string' },
      ...mailProperties('field-sync@localhost.localdomain'),
      DBADMIN_URL: { type: 'string', format: 'uri' },
      EXPRESS_ADMIN_URL: { type: 'string' },
    },
  });
  // The specification's name for BASE_PATH.
  if (values.SYNC_BASE_PATH) config.basePath = values.SYNC_BASE_PATH.replace(/\/$/, '');
  const signIn = readAuthConfig(values, config);
  // Without it no connection is made to the platform's sessions, which do not count then.
  if (signIn.mode !== 'central') delete config.centralDatabaseUrl;
  return {
    ...config,
    ...readMailConfig(values),
    signIn,
    meUrls: readMeUrls(values, config),
    folderProviderRoot: resolve(values.FOLDER_PROVIDER_ROOT),
    localTargetsRoot: resolve(values.LOCAL_TARGETS_ROOT),
    runRetentionDays: values.RUN_RETENTION_DAYS,
    publisher: readPublisher(values.PUBLISHER_URL, values.PUBLISHER_TOKEN),
    outboundNetworks: splitList(values.OUTBOUND_ALLOWED_CIDRS),
    serverNetworks: splitList(values.SERVER_ALLOWED_CIDRS),
    upstreams: {
      analysis: readUpstream('ANALYSIS_URL', values.ANALYSIS_URL),
      formbuilder: readUpstream('FORMBUILDER_URL', values.FORMBUILDER_URL),
      sync: readUpstream('SYNC_UPSTREAM_URL', values.SYNC_UPSTREAM_URL),
    },
    ...(values.DBADMIN_URL ? { dbadminUrl: values.DBADMIN_URL } : {}),
    expressAdmin: readExpressAdmin(values.EXPRESS_ADMIN_URL),
    analysisStaticRoot: values.ANALYSIS_STATIC_ROOT ? resolve(values.ANALYSIS_STATIC_ROOT) : null,
  };
}

function readUpstream(name: string, address: string | undefined): URL | null {
  if (!address) return null;
  const url = new URL(address);
  const { protocol, username, password, search, hash } = url;
  if (/^https?:$/.test(protocol) && !username && !password && !search && !hash) return url;
  throw new ConfigError([
    `${name} must be an address such as http://analysis:8000/base, without a username, a password and a query.`,
  ]);
}

/** The sentence says nothing of the value, which has a password. */
function readExpressAdmin(text: string | undefined): ServerAddress | null {
  if (!text) return null;
  const problem = new ConfigError([
    'EXPRESS_ADMIN_URL must be an address such as postgresql://user:password@host:5432/postgres?sslmode=require.',
  ]);
  if (!URL.canParse(text)) throw problem;
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(text);
  const sslmode = SSL_MODES.find((mode) => mode === (searchParams.get('sslmode') ?? 'prefer'));
  const isComplete = /^postgres(ql)?:$/.test(protocol) && hostname !== '' && username !== '';
  if (!isComplete || !sslmode || /%(?![0-9a-f]{2})/i.test(text)) throw problem;
  return {
    ...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432), sslmode },
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}

function readPublisher(url: string | undefined, token: string | undefined): FieldSyncConfig['publisher'] {
  if (!url) return null;
  const { protocol, username, password, search, hash, href } = new URL(url);
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    throw new ConfigError([
      'PUBLISHER_URL must be an address such as https://publisher.example/base, without a login and a query.',
    ]);
  if (!token) throw new ConfigError(['PUBLISHER_URL needs PUBLISHER_TOKEN, the token to sign in there.']);
  return { url: href.replace(/\/+$/, ''), token };
}
