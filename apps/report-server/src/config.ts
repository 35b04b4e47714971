import { readDataServiceConfig } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';

export interface ReportServerConfig extends DataServiceConfig {
  /** Internal address of database administration; without it no database can be adopted. */
  dbadminUrl?: string;
}

interface ReportServerEnvironment {
  DBADMIN_URL?: string;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readReportServerConfig(env: Record<string, string | undefined>): ReportServerConfig {
  const { config, values } = readDataServiceConfig<ReportServerEnvironment>(env, {
    name: 'report-server',
    port: 8882,
    properties: {
      DBADMIN_URL: { type: 'string', format: 'uri' },
    },
  });
  return {
    ...config,
    ...(values.DBADMIN_URL ? { dbadminUrl: values.DBADMIN_URL } : {}),
  };
}
