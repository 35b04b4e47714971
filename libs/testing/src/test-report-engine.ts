import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request to the engine was, for tests to look at. */
export interface EngineRequest {
  path: string;
  query: URLSearchParams;
  cookie: string | null;
}

export interface TestReportEngine {
  /** Address of its report operation, for REPORT_ENGINE_URL. */
  url: string;
  requests: EngineRequest[];
  close(): Promise<void>;
}

const MIME: Record<string, string> = {
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  html: 'text/html;charset=utf-8',
  html2: 'text/html;charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  // As the real one types it.
  csv: 'application/vnd.ms-excel',
};
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A stand-in for an external report engine of the JasperReportsIntegration kind (github.com/daust/JasperReportsIntegration), which
 * cannot run here: it is a Java web application. It has the documented habits: defaults `test`, `pdf`, `default` and `de_DE`; every
 * parameter a String of which only the first value counts; failures as status 500 with HTML; an unquoted file name; csv typed as
 * Excel; and pictures of the HTTP session's latest run, whatever their `uuid`.
 *
 * Reports: `test` prints its parameters, `pictures` has two pictures in HTML, `slow` never answers, all others are missing.
 */
export async function startTestReportEngine(): Promise<TestReportEngine> {
  const requests: EngineRequest[] = [];
  /** The report of each session's latest run. */
  const latestRuns = new Map<string, string>();

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://engine');
    const cookie = request.headers.cookie ?? null;
    requests.push({ path: pathname, query, cookie });
    const session = /JSESSIONID=([\w-]+)/.exec(cookie ?? '')?.[1];
    if (pathname.endsWith('/report_image')) sendPicture(response, session);
    else if (pathname.endsWith('/report')) sendReport(response, query, session ?? randomUUID());
    else fail(response, 'HTTP Status 404');
  }

  function sendReport(response: ServerResponse, query: URLSearchParams, session: string): void {
    const name = query.get('_repName') ?? 'test';
    const format = query.get('_repFormat') ?? 'pdf';
    const mime = MIME[format];
    if (name === 'slow') return;
    if (!mime) return fail(response, `Unsupported format: ${format}`);
    if (name !== 'test' && name !== 'pictures')
      return fail(response, `java.io.FileNotFoundException: /opt/reports/${name}.jasper`);
    latestRuns.set(session, name);
    const fileName = query.get('_outFilename') ?? `${name}.${format}`;
    response.writeHead(200, {
      'Content-Type': mime,
      'Set-Cookie': `JSESSIONID=${session}; Path=/; HttpOnly`,
      ...(query.has('_outFilename') ? { 'Content-Disposition': `attachment; filename=${fileName}` } : {}),
    });
    response.end(format.startsWith('html') ? html(name, query) : text(query));
  }

  /** The `uuid` of the address is not looked at. */
  function sendPicture(response: ServerResponse, session: string | undefined): void {
    if (!session || latestRuns.get(session) !== 'pictures') return fail(response, 'No report in this session');
    response.writeHead(200, { 'Content-Type': 'image/png' });
    response.end(PIXEL);
  }

  const server = createServer(respond);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jri/report`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function text(query: URLSearchParams): string {
  // `get` returns the first value only, and so does the engine.
  return [...new Set(query.keys())].map((name) => `${name}=${query.get(name)}`).join('\n');
}

function html(name: string, query: URLSearchParams): string {
  const pictures = ['img_0_0_1.png', 'img_0_0_2.png']
    .map((image) => `<img src="report_image?image=${image}&uuid=${randomUUID()}" alt="">`)
    .join('');
  return `<html><body><pre>${text(query)}</pre>${name === 'pictures' ? pictures : ''}</body></html>`;
}

function fail(response: ServerResponse, message: string): void {
  response.writeHead(500, { 'Content-Type': 'text/html;charset=utf-8' });
  response.end(`<html><body><h1>HTTP Status 500</h1><pre>${message}</pre></body></html>`);
}
