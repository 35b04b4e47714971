import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** One row of the table from which front door, nginx, compose and Kubernetes take names, ports and paths. */
export interface ServiceTopology {
  /** Directory under apps/, DNS name in containers, Nx project. */
  name: string;
  /** Schema and login role in the one PostgreSQL database. */
  schema: string;
  /** Port of the web process. */
  port: number;
  /** Port of /metrics and /readyz; never reachable through the front door. */
  internalPort: number;
  /** Public base path: '' for the portal, '/<name>' for the others. */
  basePath: string;
  /** Liveness: answers without asking anything else. */
  healthPath: string;
  /** Readiness: asks what the service needs. Served on the internal port as well. */
  readyPath: string;
  /** Whether a job process (src/worker.ts) runs beside the web process. */
  worker: boolean;
  /** Options of Node for it; programs that it starts do not get them. */
  workerOptions: string[];
  /** Metrics port of the worker, for services that have one. */
  workerInternalPort: number;
  /** Variable with which other services find its web process, such as VAULT_URL. */
  addressVariable: string;
  /** Whether it stores secrets of users, and so needs ENCRYPTION_KEYS. */
  encryptsSecrets: boolean;
  /** Environment variable that holds a directory of this service, and the directory's name under the data directory. */
  directories: Record<string, string>;
  /** Size of its volume in Kubernetes. */
  volumeSize: string;
  /** Debian packages of the programs that it starts. */
  packages: string[];
  /** Optional variables of its own that an operator may set, in compose and for `npm start`. */
  settings: string[];
  /** Those of them that hold a secret, such as an address with a password: in Kubernetes they belong into the Secret of the service. */
  secretSettings: string[];
  /** Ports of servers outside that its workers call, beside those of databases. */
  outboundPorts: number[];
  /** Optional variables with the path of a file with secrets, and the name of that secret in compose and Kubernetes. */
  secretFiles: Record<string, string>;
}

/** GDAL's programs and what runs them in a sandbox. */
const GDAL_PACKAGES = ['gdal-bin', 'bubblewrap', 'util-linux'];

export const repositoryRoot = join(import.meta.dirname, '../../..');

export const frontDoorPort = 8080;

export const topology: readonly ServiceTopology[] = [
  service({
    name: 'portal',
    port: 8888,
    basePath: '',
    directories: { THUMBNAILS_ROOT: 'thumbnails' },
    volumeSize: '1Gi',
  }),
  service({
    name: 'dbadmin',
    port: 8881,
    worker: true,
    encryptsSecrets: true,
    packages: [...GDAL_PACKAGES, 'postgresql-client'],
    settings: ['SERVER_ALLOWED_CIDRS'],
    directories: { STORAGE_ROOT: 'storage/dbadmin' },
  }),
  service({
    name: 'report-server',
    port: 8882,
    worker: true,
    encryptsSecrets: true,
    packages: [...GDAL_PACKAGES, 'fonts-noto-cjk'],
    settings: [
      'EDITION',
      'LICENSE_FILE',
      'LICENSE_PUBLIC_KEY',
      'EMBED_ORIGINS',
      'EMBED_ALLOW_HTTP',
      'REPORT_ENGINE_URL',
      'QUERY_MAX_COST',
      'DEFAULT_TIME_ZONE',
      'SERVER_ALLOWED_CIDRS',
    ],
    directories: { STORAGE_ROOT: 'storage/report-server' },
  }),
  service({
    name: 'vault',
    port: 8883,
    worker: true,
    encryptsSecrets: true,
    packages: GDAL_PACKAGES,
    settings: ['GISPROJ_URL', 'MARTIN_URL', 'MARTIN_DATABASE', 'OUTBOUND_ALLOWED_CIDRS'],
    secretFiles: { PGSERVICEFILE: 'database-services' },
    directories: { STORAGE_ROOT: 'storage/vault' },
  }),
  service({
    name: 'field-sync',
    port: 8884,
    worker: true,
    // It streams; a young generation of the common size only holds garbage.
    workerOptions: ['--max-semi-space-size=4'],
    encryptsSecrets: true,
    packages: [...GDAL_PACKAGES, 'rsync', 'openssh-client'],
    settings: [
      'OUTBOUND_ALLOWED_CIDRS',
      'SERVER_ALLOWED_CIDRS',
      'PUBLISHER_URL',
      'PUBLISHER_TOKEN',
      'ANALYSIS_URL',
      'FORMBUILDER_URL',
      'SYNC_UPSTREAM_URL',
      'EXPRESS_ADMIN_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'MAIL_BOUNCE',
    ],
    secretSettings: ['EXPRESS_ADMIN_URL', 'PUBLISHER_TOKEN', 'SMTP_URL'],
    // SSH of file targets, and SMTP, with and without TLS from the first byte.
    outboundPorts: [22, 25, 465, 587],
    directories: {
      STORAGE_ROOT: 'storage/field-sync',
      FOLDER_PROVIDER_ROOT: 'field-projects',
      LOCAL_TARGETS_ROOT: 'local-targets',
    },
  }),
  service({
    name: 'report-mgmt',
    port: 8885,
    worker: true,
    encryptsSecrets: true,
    settings: [
      'REPORT_ENGINE_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'MAIL_BOUNCE',
      'MAIL_MAX_BYTES',
      'DEFAULT_TIME_ZONE',
      'DEBUG_ROUTES',
    ],
    secretSettings: ['SMTP_URL'],
    // SMTP, with and without TLS from the first byte.
    outboundPorts: [25, 465, 587],
    directories: { STORAGE_ROOT: 'storage/report-mgmt', REPORTS_ROOT: 'reports' },
  }),
];

/** A process that an operator may add beside a service: a script of its image, in an image with more programs. */
export interface OptionalProcess extends Pick<
  ServiceTopology,
  'name' | 'port' | 'internalPort' | 'addressVariable' | 'volumeSize' | 'packages' | 'settings'
> {
  /** The service whose source and contract it belongs to. */
  service: string;
  /** Below `src` of the service. */
  script: 'gis-publish/main.ts';
  /** Folder of STORAGE_ROOT under the data directory. */
  directory: string;
}

/** Stores GIS projects and draws them with QGIS Server, for the vault. */
export const gisPublish: OptionalProcess = {
  name: 'gis-publish',
  service: 'vault',
  script: 'gis-publish/main.ts',
  port: 8887,
  internalPort: 9887,
  addressVariable: 'GISPROJ_URL',
  directory: 'storage/gis-publish',
  volumeSize: '100Gi',
  packages: [...GDAL_PACKAGES, 'qgis-server', 'spawn-fcgi', 'fonts-dejavu-core'],
  settings: ['QGIS_WORKERS', 'WMS_SECONDS', 'GIS_SNAPSHOTS'],
};

/** Serves tiles of the tables of one database, for the vault: an image of its makers, https://martin.maplibre.org. */
export const martin = {
  name: 'martin',
  service: 'vault',
  image: 'ghcr.io/maplibre/martin:1.14.0',
  // Its tiles would be cached until it is restarted, whatever happens to the rows.
  args: ['--cache-size', '0'],
  port: 3000,
  addressVariable: 'MARTIN_URL',
};

/** The services whose source is in this checkout; only these are provisioned, started and routed. */
export function existingServices(root = repositoryRoot): ServiceTopology[] {
  return topology.filter(({ name }) => existsSync(join(root, 'apps', name, 'src', 'main.ts')));
}

/** The role that reads the portal's published sign-in views (`portal.auth_*`). */
export const authReaderRole = 'cairn_auth_reader';

function service(row: Pick<ServiceTopology, 'name' | 'port'> & Partial<ServiceTopology>): ServiceTopology {
  return {
    schema: row.name.replaceAll('-', '_'),
    internalPort: row.port + 1000,
    workerInternalPort: row.port + 2000,
    basePath: `/${row.name}`,
    healthPath: '/api/health',
    readyPath: '/readyz',
    worker: false,
    workerOptions: [],
    addressVariable: `${row.name.replaceAll('-', '_').toUpperCase()}_URL`,
    encryptsSecrets: false,
    directories: {},
    volumeSize: '100Gi',
    packages: [],
    settings: [],
    secretSettings: [],
    outboundPorts: [],
    secretFiles: {},
    ...row,
  };
}

/**
 * Options of Node in the processes of services, the same as in docker/Dockerfile. On machines with much memory Node lets garbage
 * grow before it collects it: with this option the vault used 110 MB less while it listed 25,000 datasets, for a tenth more
 * processor time.
 */
export const NODE_OPTIONS = '--max-semi-space-size=16';
