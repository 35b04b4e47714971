import { join, resolve } from 'node:path';
import { splitList, readDataServiceConfig } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';

/** Where database servers usually are: this machine and private networks (RFC 1918, RFC 4193). */
const PRIVATE_NETWORKS = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7';

export interface DbadminConfig extends DataServiceConfig {
  /** Folder of the backups. */
  backupRoot: string;
  /** Contains PostgreSQL's programs, as <root>/<major>/bin. */
  postgresRoot: string;
  /** Networks of database servers beside the public internet. */
  serverNetworks: string[];
  /** Time limit of a backup, restore, copy or import. */
  longJobMs: number;
  /** Internal address of the vault; without it no dataset can be imported. */
  vaultUrl?: string;
  uploads: {
    /** Bytes per user. */
    perUser: number;
    total: number;
  };
  terminals: {
    /** Open terminals per user. */
    perUser: number;
    total: number;
    /** How long a terminal waits for its page to reconnect. */
    graceMs: number;
  };
}

interface DbadminEnvironment {
  BACKUP_ROOT?: string;
  POSTGRES_ROOT: string;
  SERVER_ALLOWED_CIDRS: string;
  LONG_JOB_HOURS: number;
  VAULT_URL?: string;
  UPLOADS_PER_USER_BYTES: number;
  UPLOADS_TOTAL_BYTES: number;
  TERMINALS_PER_USER: number;
  TERMINALS_TOTAL: number;
  TERMINAL_GRACE_SECONDS: number;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readDbadminConfig(env: Record<string, string | undefined>): DbadminConfig {
  const { config, values } = readDataServiceConfig<DbadminEnvironment>(env, {
    name: 'dbadmin',
    port: 8881,
    maxUploadBytes: 512 * 1024 ** 2,
    properties: {
      BACKUP_ROOT: { type: 'string' },
      POSTGRES_ROOT: { type: 'string', default: '/usr/lib/postgresql' },
      SERVER_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: PRIVATE_NETWORKS },
      // Timers of Node end at 24.8 days, and a longer one would fire at once.
      LONG_JOB_HOURS: { type: 'number', exclusiveMinimum: 0, maximum: 480, default: 24 },
      VAULT_URL: { type: 'string', format: 'uri' },
      UPLOADS_PER_USER_BYTES: { type: 'integer', minimum: 1024, default: 2 * 1024 ** 3 },
      UPLOADS_TOTAL_BYTES: { type: 'integer', minimum: 1024, default: 10 * 1024 ** 3 },
      TERMINALS_PER_USER: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
      TERMINALS_TOTAL: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
      TERMINAL_GRACE_SECONDS: { type: 'integer', minimum: 1, maximum: 3600, default: 60 },
    },
  });
  return {
    ...config,
    ...(values.VAULT_URL ? { vaultUrl: values.VAULT_URL } : {}),
    backupRoot: resolve(values.BACKUP_ROOT ?? join(config.storageRoot, 'backups')),
    postgresRoot: resolve(values.POSTGRES_ROOT),
    serverNetworks: splitList(values.SERVER_ALLOWED_CIDRS),
    longJobMs: values.LONG_JOB_HOURS * 3_600_000,
    uploads: { perUser: values.UPLOADS_PER_USER_BYTES, total: values.UPLOADS_TOTAL_BYTES },
    terminals: {
      perUser: values.TERMINALS_PER_USER,
      total: values.TERMINALS_TOTAL,
      graceMs: values.TERMINAL_GRACE_SECONDS * 1000,
    },
  };
}
