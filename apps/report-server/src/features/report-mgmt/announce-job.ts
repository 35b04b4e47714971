import { signServiceToken } from '@cairn/auth';
import { createReportMgmtClient } from '@cairn/contracts';
import type { ReportMgmtPaths } from '@cairn/contracts';
import { JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { badRequest, outboundFetch } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { ReportServerConfig } from '../../config.ts';
import type { ReportServerDatabase } from '../../db/schema.ts';
import type { PublishedReport, PublishService } from '../reports/publish/service.ts';
import { setAnnounced } from '../reports/repo.ts';
import type { Announcement } from './announcements.ts';
import { toPublishedBody } from './mapper.ts';

type Definition =
  ReportMgmtPaths['/internal/definitions/{key}']['put']['requestBody']['content']['application/json'];

const CALL_MS = 10_000;
const RETRY_MS = { first: 5_000, last: 300_000 };
/** What report management does not accept as it is, and will not tomorrow. */
const REFUSED = new Set([400, 413, 415]);

interface Deps {
  config: Pick<ReportServerConfig, 'reportMgmtUrl' | 'serviceSecret'>;
  logger: Pick<Logger, 'warn'>;
  publishing: Pick<PublishService, 'findOrNull'>;
}

/**
 * Tells report management how a report is now: its definition, or that it was archived. While it is away the job waits, longer each time.
 * A report that changed again before is announced as it is then, so that the order of jobs does not matter.
 */
export function announceReportJob({ config, logger, publishing }: Deps) {
  /** The status of the answer. */
  async function send(baseUrl: string, key: string, definition: Definition | null): Promise<number> {
    const token = signServiceToken({
      ...{ service: 'report-server', audience: 'report-mgmt', secret: config.serviceSecret },
    });
    const headers = { authorization: `Bearer ${token}` };
    const client = createReportMgmtClient({
      baseUrl: baseUrl.replace(/\/$/, ''),
      fetch: outboundFetch({ deadlineMs: CALL_MS, headers }),
    });
    const params = { path: { key } };
    const path = '/internal/definitions/{key}';
    const { response } = definition
      ? await client.PUT(path, { params, body: definition })
      : await client.DELETE(path, { params });
    return response.status;
  }

  return async function run(
    { key, author }: Announcement,
    { job, commit }: JobContext<ReportServerDatabase>,
  ): Promise<{ announced: boolean }> {
    // Report management was taken away in the meantime.
    if (!config.reportMgmtUrl) return { announced: false };
    const waited = Date.now() - job.createdAt.getTime();
    const postponed = new JobPostponedError(Math.min(Math.max(waited, RETRY_MS.first), RETRY_MS.last));
    const published = await publishing.findOrNull(key);
    const definition = published && toDefinition(published, author);
    const status = await send(config.reportMgmtUrl, key, definition).catch((err: unknown) => {
      logger.warn({ err, report: key }, 'report not announced');
      throw postponed;
    });
    const isDone = status < 300;
    if (!isDone && !REFUSED.has(status)) {
      logger.warn({ status, report: key }, 'report not announced');
      throw postponed;
    }
    await commit((trx) => setAnnounced(trx, key));
    if (!isDone) throw refused(key, status);
    return { announced: true };
  };
}

function toDefinition(published: PublishedReport, author: number | null): Definition {
  const { title, description, datasource, parameters } = toPublishedBody(published);
  return { title, description, datasource, format: 'html', author, parameters };
}

function refused(key: string, status: number) {
  return badRequest(
    'report-server.definition_refused',
    `Report management does not accept the report "${key}" (${status}). Its log has the reason.`,
  );
}
