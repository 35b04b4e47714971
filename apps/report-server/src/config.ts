import type { Edition } from '@cairn/contracts';
import { ConfigError, readDataServiceConfig, splitList } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';
import { isExactOrigin } from './features/embed/origins.ts';
import { isPublicKey } from './features/license/signature.ts';

export interface ReportServerConfig extends DataServiceConfig {
  /** Internal address of database administration; without it no database can be adopted. */
  dbadminUrl?: string;
  /** Address of report management, which then lists reports in the catalog. */
  reportMgmtUrl?: string;
  /** Report operation of an engine of the JasperReportsIntegration kind, for the reports that are marked so. */
  reportEngineUrl?: string;
  /** The open edition has no explorer. */
  edition: Edition;
  /** Without it, and outside production, the development licence counts. */
  licenseFile?: string;
  /** Base64 of DER (SPKI) of the Ed25519 key that licences are signed with. */
  licensePublicKey?: string;
  /** Networks beside the public internet in which servers of datasources may be, in CIDR notation. */
  serverNetworks: string[];
  /** Queries whose estimated cost is higher are refused; the unit is that of EXPLAIN. */
  queryMaxCost: number;
  /** Sites that may show embedded pages whose token names none. */
  embedOrigins: string[];
  /** Whether such sites may be without encryption. */
  embedAllowHttp: boolean;
}

interface ReportServerEnvironment {
  DBADMIN_URL?: string;
  REPORT_MGMT_URL?: string;
  REPORT_ENGINE_URL?: string;
  EDITION: Edition;
  LICENSE_FILE?: string;
  LICENSE_PUBLIC_KEY?: string;
  SERVER_ALLOWED_CIDRS: string;
  QUERY_MAX_COST: number;
  EMBED_ORIGINS: string;
  EMBED_ALLOW_HTTP: string;
}

const PRIVATE_NETWORKS = '127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7';

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readReportServerConfig(env: Record<string, string | undefined>): ReportServerConfig {
  const { config, values } = readDataServiceConfig<ReportServerEnvironment>(env, {
    name: 'report-server',
    port: 8882,
    properties: {
      DBADMIN_URL: { type: 'string', format: 'uri' },
      REPORT_MGMT_URL: { type: 'string', format: 'uri' },
      REPORT_ENGINE_URL: { type: 'string', format: 'uri' },
      EDITION: { type: 'string', enum: ['open', 'professional'], default: 'professional' },
      LICENSE_FILE: { type: 'string' },
      LICENSE_PUBLIC_KEY: { type: 'string' },
      SERVER_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: PRIVATE_NETWORKS },
      QUERY_MAX_COST: { type: 'number', minimum: 1, default: 20_000_000 },
      EMBED_ORIGINS: { type: 'string', default: '' },
      EMBED_ALLOW_HTTP: { type: 'string', enum: ['0', '1'], default: '0' },
    },
  });
  return {
    ...config,
    edition: values.EDITION,
    ...(values.LICENSE_FILE ? { licenseFile: values.LICENSE_FILE } : {}),
    embedOrigins: readOrigins(values.EMBED_ORIGINS),
    embedAllowHttp: values.EMBED_ALLOW_HTTP === '1',
    ...readPublicKey(values.LICENSE_PUBLIC_KEY),
    serverNetworks: splitList(values.SERVER_ALLOWED_CIDRS),
    queryMaxCost: values.QUERY_MAX_COST,
    ...readEngineUrl(values.REPORT_ENGINE_URL),
    ...(values.REPORT_MGMT_URL ? { reportMgmtUrl: values.REPORT_MGMT_URL } : {}),
    ...(values.DBADMIN_URL ? { dbadminUrl: values.DBADMIN_URL } : {}),
  };
}

function readPublicKey(key: string | undefined): { licensePublicKey?: string } {
  if (!key) return {};
  if (isPublicKey(key)) return { licensePublicKey: key };
  throw new ConfigError([
    'LICENSE_PUBLIC_KEY must be an Ed25519 key in base64 of DER; make one with: node apps/report-server/src/sign-license.ts --new-key',
  ]);
}

function readEngineUrl(url: string | undefined): { reportEngineUrl?: string } {
  if (!url) return {};
  const { protocol, username, password, hash } = new URL(url);
  if (/^https?:$/.test(protocol) && !username && !password && !hash) return { reportEngineUrl: url };
  throw new ConfigError([
    'REPORT_ENGINE_URL must be an address such as http://reports:8080/jri/report, without a username and a password.',
  ]);
}

function readOrigins(text: string): string[] {
  const origins = splitList(text);
  if (origins.every(isExactOrigin)) return origins;
  throw new ConfigError([
    'EMBED_ORIGINS must be origins such as https://maps.example.org, separated by commas, without paths.',
  ]);
}
