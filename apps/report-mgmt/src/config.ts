import { join, resolve } from 'node:path';
import { ConfigError, readDataServiceConfig } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';
import { mailProperties, readMailConfig } from '@cairn/service/mail';
import type { MailConfig, MailEnvironment } from '@cairn/service/mail';
import { findTimeZone } from './features/schedules/time-zone.ts';

export interface ReportMgmtConfig extends DataServiceConfig, MailConfig {
  /** Folder of the report definitions, one volume for all replicas. */
  reportsRoot: string;
  /** Internal address of the report server, which renders reports unless there is another engine. */
  reportServerUrl?: string;
  /** Report operation of an engine that runs all reports instead: one of the JasperReportsIntegration kind ends in `/report`. */
  reportEngineUrl?: string;
  /** Attachments whose encoded mail is larger become links. */
  mailMaxBytes: number;
  /** Zone of schedules that name none. */
  defaultTimeZone: string;
  /** Whether `/debug/…` exists. */
  debugRoutes: boolean;
}

interface ReportMgmtEnvironment extends MailEnvironment {
  REPORTS_ROOT: string;
  REPORT_SERVER_URL?: string;
  REPORT_ENGINE_URL?: string;
  MAIL_MAX_BYTES: number;
  DEFAULT_TIME_ZONE: string;
  DEBUG_ROUTES: string;
}

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readReportMgmtConfig(env: Record<string, string | undefined>): ReportMgmtConfig {
  const { config, values } = readDataServiceConfig<ReportMgmtEnvironment>(env, {
    name: 'report-mgmt',
    port: 8885,
    properties: {
      // Its jobs wait for the report server and the mail server; two of the places may be mails.
      WORKER_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 64, default: 4 },
      REPORTS_ROOT: { type: 'string', default: join(REPOSITORY, '.data/reports') },
      REPORT_SERVER_URL: { type: 'string', format: 'uri' },
      REPORT_ENGINE_URL: { type: 'string', format: 'uri' },
      ...mailProperties('reports@localhost.localdomain'),
      MAIL_MAX_BYTES: { type: 'integer', minimum: 65_536, default: 10 * 1024 ** 2 },
      DEFAULT_TIME_ZONE: { type: 'string', default: 'UTC' },
      DEBUG_ROUTES: { type: 'string', enum: ['0', '1'], default: '0' },
    },
  });
  return {
    ...config,
    reportsRoot: resolve(values.REPORTS_ROOT),
    ...(values.REPORT_SERVER_URL ? { reportServerUrl: values.REPORT_SERVER_URL } : {}),
    ...readEngineUrl(values.REPORT_ENGINE_URL),
    ...readMailConfig(values),
    mailMaxBytes: values.MAIL_MAX_BYTES,
    defaultTimeZone: readTimeZone(values.DEFAULT_TIME_ZONE),
    debugRoutes: values.DEBUG_ROUTES === '1',
  };
}

function readEngineUrl(url: string | undefined): { reportEngineUrl?: string } {
  if (!url) return {};
  const { protocol, username, password, hash } = new URL(url);
  if (/^https?:$/.test(protocol) && !username && !password && !hash) return { reportEngineUrl: url };
  throw new ConfigError([
    'REPORT_ENGINE_URL must be an address such as http://reports:8080/jri/report, without a username and a password.',
  ]);
}

function readTimeZone(name: string): string {
  const timeZone = findTimeZone(name);
  if (timeZone) return timeZone;
  throw new ConfigError(['DEFAULT_TIME_ZONE must be a name of the tz database, such as Europe/Berlin.']);
}
