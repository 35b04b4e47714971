import type { Logger } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import { engineMissing } from './errors.ts';
import { createExternalEngine } from './external.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpTimes } from './http-client.ts';
import { createReportServer } from './report-server.ts';
import type { Engine } from './types.ts';

/** The report server stops a run after ten minutes, and a run may wait for its turn before. */
const TIMES: HttpTimes = { connectMs: 10_000, firstByteMs: 11 * 60_000, idleMs: 2 * 60_000 };

interface EngineDeps {
  logger: Pick<Logger, 'warn'>;
  times?: Partial<HttpTimes>;
}

/** The engine that runs all reports: that of REPORT_ENGINE_URL, else the report server. */
export function createEngine(
  config: Pick<ReportMgmtConfig, 'reportEngineUrl' | 'reportServerUrl' | 'serviceSecret'>,
  { logger, times }: EngineDeps,
): Engine {
  const { reportEngineUrl, reportServerUrl, serviceSecret } = config;
  if (!reportEngineUrl && !reportServerUrl) return NO_ENGINE;
  const http = createHttpClient({ ...TIMES, ...times });
  return reportEngineUrl
    ? createExternalEngine({ url: reportEngineUrl, http, logger })
    : createReportServer({ url: reportServerUrl!, serviceSecret, http });
}

const NO_ENGINE: Engine = {
  kind: 'none',
  formats: [],
  execute: async () => {
    throw engineMissing();
  },
  figures: async () => null,
  picture: async () => {
    throw engineMissing();
  },
  linkPictures: (html) => html,
  close: async () => undefined,
};
