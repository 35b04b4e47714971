import { badGateway, badRequest, callService } from '@cairn/service';
import type { Call } from '@cairn/service';
import { renderTooLong } from './errors.ts';
import { FORMATS } from './formats.ts';
import type { FormatName } from './formats.ts';

/** Formats that engines of this kind have. */
const EXTERNAL_FORMATS: readonly FormatName[] = ['html', 'pdf', 'rtf', 'xls', 'xlsx', 'docx', 'pptx', 'csv'];
const MAX_PICTURES = 200;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** The addresses of pictures in the engine's HTML: `report_image?image=img_0_0_1.png&uuid=…`. */
const PICTURE = /(?:[\w./-]*\/)?report_image\?image=([\w.-]+)(?:&(?:amp;)?uuid=[\w-]*)?/g;

export interface ExternalRun {
  reportKey: string;
  format: FormatName;
  /** Name of a datasource as the engine knows it. */
  datasource: string | null;
  parameters: Readonly<Record<string, readonly string[]>>;
  locale?: string;
  timeZone?: string;
}

export interface ExternalEngineOptions {
  /** The engine's report operation, such as `http://reports:8080/jri/report`. */
  url: string;
  timeoutMs: number;
}

export type ExternalEngine = ReturnType<typeof createExternalEngine>;

/**
 * An external engine of the JasperReportsIntegration kind, for reports that are marked so. All its parameters are strings, of which
 * it reads the first value only; it fails with status 500 and HTML; its pictures belong to the HTTP session's latest run, so each
 * run has a session of its own. Source: github.com/daust/JasperReportsIntegration.
 */
export function createExternalEngine({ url, timeoutMs }: ExternalEngineOptions) {
  async function fetchReport(run: ExternalRun, call: Call): Promise<Response> {
    const answer = await callService({ url: reportAddress(url, run), call, deadlineMs: timeoutMs }).catch(
      (error: { code?: string }) => {
        throw error.code === 'outbound.late' ? renderTooLong(timeoutMs) : error;
      },
    );
    if (answer.ok) return answer;
    await answer.body?.cancel();
    call.log.warn({ status: answer.status, report: run.reportKey }, 'external report engine failed');
    throw badGateway(
      'report-server.engine_failed',
      `The external report engine could not run "${run.reportKey}".`,
    );
  }

  async function fetchPicture(
    name: string,
    cookie: string,
    call: Call,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const address = new URL('report_image', url);
    address.searchParams.set('image', name);
    const answer = await callService({ url: address.href, call, headers: { Cookie: cookie } });
    const isPicture = answer.ok && /^image\/(png|jpeg|gif)\b/.test(answer.headers.get('content-type') ?? '');
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (!isPicture || length > MAX_PICTURE_BYTES) {
      await answer.body?.cancel();
      return null;
    }
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return bytes.length > MAX_PICTURE_BYTES ? null : bytes;
  }

  return {
    /** @throws {AppError} bad_request for what such an engine cannot do, before it is called */
    check(run: Pick<ExternalRun, 'format' | 'parameters'>): void {
      if (!EXTERNAL_FORMATS.includes(run.format)) {
        throw badRequest(
          'report-server.engine_format',
          `This report runs on an external engine, which has no ${run.format}. Choose one of ${EXTERNAL_FORMATS.join(', ')}.`,
        );
      }
      const [list] = Object.entries(run.parameters).find(([, values]) => values.length > 1) ?? [];
      if (list) {
        throw badRequest(
          'report-server.engine_list',
          `This report runs on an external engine, which reads one value of "${list}" only. Send one value.`,
        );
      }
    },

    /** The document of a run in any format but html. */
    async run(run: ExternalRun, call: Call): Promise<ReadableStream<Uint8Array>> {
      const answer = await fetchReport(run, call);
      return answer.body ?? new Blob([]).stream();
    },

    /** A run as HTML, whose pictures `store` keeps; it returns their new addresses. */
    async runHtml(
      run: ExternalRun,
      { call, store }: { call: Call; store(bytes: Uint8Array<ArrayBuffer>): Promise<string> },
    ): Promise<string> {
      const answer = await fetchReport(run, call);
      const cookie = sessionCookie(answer);
      const html = await answer.text();
      const names = [...new Set([...html.matchAll(PICTURE)].map(([, name]) => name!))].slice(0, MAX_PICTURES);
      const addresses = new Map<string, string>();
      for (const name of names) {
        const bytes = await fetchPicture(name, cookie, call);
        if (bytes) addresses.set(name, await store(bytes));
      }
      return html.replaceAll(PICTURE, (_match, name: string) => addresses.get(name) ?? '');
    },
  };
}

function reportAddress(url: string, run: ExternalRun): string {
  const address = new URL(url);
  const set = (name: string, value: string | undefined | null) => {
    if (value) address.searchParams.set(name, value);
  };
  // First those of the caller, so that none of them replaces one of ours.
  for (const [name, [value]] of Object.entries(run.parameters)) set(name, value);
  set('_repName', run.reportKey);
  set('_repFormat', FORMATS[run.format].extension);
  set('_dataSource', run.datasource);
  set('_repLocale', run.locale?.replace('-', '_'));
  set('_repTimeZone', run.timeZone);
  return address.href;
}

function sessionCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
