import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createSafeFetch } from '@cairn/service';
import type { Logger, OutboundResponse } from '@cairn/service';
import { engineFailed, engineTooLarge, engineUnreachable, renderTooLong } from '../errors.ts';
import { isDocument, isErrorPage } from './check-answer.ts';
import { replacePictures } from './pictures.ts';
import { reportAddress } from './report-address.ts';
import type { ExternalTask } from './task.ts';

const MAX_HTML_BYTES = 32 * 1024 ** 2;

export interface ExternalEngineOptions {
  /** The engine's report operation, such as `http://reports:8080/jri/report`. */
  url: string;
  /** Networks beside the public internet in which it may be. */
  allowedNetworks: string[];
  /** Longest time of a run with its pictures. */
  timeoutMs: number;
  /** Largest document. */
  maxBytes: number;
  logger: Pick<Logger, 'warn'>;
}

export interface ExternalRunOptions {
  /** Id of the run, for the log and for its failure. */
  id: string;
  /** File that the document is written to. */
  path: string;
  signal: AbortSignal;
  /** Stores a picture of an HTML document and returns its address. */
  storePicture(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<string>;
}

export type ExternalEngine = ReturnType<typeof createExternalEngine>;

/**
 * An external engine of the JasperReportsIntegration kind, for reports that are marked so. It fails with status 500 and HTML, at
 * times with HTML in an answer of status 200; its pictures belong to the latest run of an HTTP session, so each run has a session
 * of its own. Source: github.com/daust/JasperReportsIntegration.
 */
export function createExternalEngine(options: ExternalEngineOptions) {
  const { url, timeoutMs, maxBytes, logger } = options;
  const outbound = createSafeFetch({
    allowedNetworks: options.allowedNetworks,
    userAgent: 'Cairn',
    // A report may be filled for minutes before its first byte.
    limits: { maxBytes, totalMs: timeoutMs, idleMs: timeoutMs, stretchMs: timeoutMs, bytesPerStretch: 0 },
  });

  async function fetchReport(
    task: ExternalTask,
    { id, signal }: Pick<ExternalRunOptions, 'id' | 'signal'>,
  ): Promise<OutboundResponse> {
    const limits = task.format === 'html' ? { maxBytes: Math.min(maxBytes, MAX_HTML_BYTES) } : {};
    const answer = await outbound.fetch({
      ...{ url: reportAddress(url, task), redirects: 0, cookies: true },
      ...{ limits, signal },
    });
    if (answer.status === 200) return answer;
    answer.body.destroy();
    logger.warn({ status: answer.status, report: task.report, run: id }, 'external report engine failed');
    throw engineFailed(task.report, id);
  }

  async function writeDocument(task: ExternalTask, { path, ...run }: ExternalRunOptions): Promise<void> {
    const { body } = await fetchReport(task, run);
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    if (!(await isDocument(path, task.format))) throw engineFailed(task.report, run.id);
  }

  async function writeHtml(
    task: ExternalTask,
    { path, storePicture, ...run }: ExternalRunOptions,
  ): Promise<void> {
    const { body, headers } = await fetchReport(task, run);
    const html = Buffer.concat(await body.toArray()).toString('utf8');
    if (isErrorPage(html)) throw engineFailed(task.report, run.id);
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const withPictures = await replacePictures(html, {
      url,
      storePicture: task.storesPictures ? storePicture : null,
      fetch: (address, limits) =>
        outbound.fetch({
          url: address,
          headers: { cookie },
          redirects: 0,
          cookies: true,
          limits,
          signal: run.signal,
        }),
    });
    await writeFile(path, withPictures, { mode: 0o600 });
  }

  return {
    /**
     * Runs a report and writes its document, which is complete when this resolves.
     * @throws {AppError} bad_gateway when the engine fails or cannot be reached; gateway_timeout; unprocessable when the document is
     * too large
     */
    async run(task: ExternalTask, run: ExternalRunOptions): Promise<void> {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([run.signal, late]);
      const write = task.format === 'html' ? writeHtml : writeDocument;
      try {
        await write(task, { ...run, signal });
      } catch (error) {
        if (run.signal.aborted) throw error;
        if (late.aborted) throw renderTooLong(timeoutMs);
        const { reason } = error as { reason?: string };
        if (reason === 'late' || reason === 'slow') throw renderTooLong(timeoutMs);
        if (reason === 'too_large') throw engineTooLarge();
        if (reason === undefined) throw error;
        logger.warn({ err: error, report: task.report, run: run.id }, 'external report engine unreachable');
        throw engineUnreachable();
      }
    },

    close: () => outbound.close(),
  };
}
