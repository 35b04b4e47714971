import type { Edition } from '@cairn/contracts';
import { readDataServiceConfig } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';

export interface ReportServerConfig extends DataServiceConfig {
  /** Internal address of database administration; without it no database can be adopted. */
  dbadminUrl?: string;
  /** The open edition has no explorer. */
  edition: Edition;
}

interface ReportServerEnvironment {
  DBADMIN_URL?: string;
  EDITION: Edition;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readReportServerConfig(env: Record<string, string | undefined>): ReportServerConfig {
  const { config, values } = readDataServiceConfig<ReportServerEnvironment>(env, {
    name: 'report-server',
    port: 8882,
    properties: {
      DBADMIN_URL: { type: 'string', format: 'uri' },
      EDITION: { type: 'string', enum: ['open', 'professional'], default: 'professional' },
    },
  });
  return {
    ...config,
    edition: values.EDITION,
    ...(values.DBADMIN_URL ? { dbadminUrl: values.DBADMIN_URL } : {}),
  };
}
