import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request to the engine was, for tests to look at. */
export interface EngineRequest {
  path: string;
  query: URLSearchParams;
  cookie: string | null;
  /** Resolves when the caller has its answer, or has left. */
  closed: Promise<void>;
}

export interface TestReportEngine {
  /** Address of its report operation, for REPORT_ENGINE_URL. */
  url: string;
  requests: EngineRequest[];
  close(): Promise<void>;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ZIP = 'PK\u0003\u0004';
/** Type and beginning of the document. */
const FORMATS: Record<string, [mime: string, beginning: string]> = {
  pdf: ['application/pdf', '%PDF-1.4\n'],
  rtf: ['application/rtf', '{\\rtf1 '],
  html: ['text/html', ''],
  html2: ['text/html', ''],
  xls: ['application/vnd.ms-excel', '\u00d0\u00cf\u0011\u00e0'],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`, ZIP],
  docx: [`${OFFICE}.wordprocessingml.document`, ZIP],
  pptx: [`${OFFICE}.presentationml.presentation`, ZIP],
  // As the real one types it.
  csv: ['application/vnd.ms-excel', ''],
};
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** A small picture and one of 16 KiB; bytes behind the end of a PNG are nothing to its readers. */
const PICTURES: Record<string, Buffer> = {
  'img_0_0_1.png': PIXEL,
  'img_0_0_2.png': Buffer.concat([PIXEL, Buffer.alloc(16 * 1024)]),
};
const REPORTS = new Set(['test', 'pictures', 'broken', 'large', 'elsewhere']);

/**
 * A stand-in for an external report engine of the JasperReportsIntegration kind (github.com/daust/JasperReportsIntegration), a Java
 * web application. It has the documented habits: defaults `test`, `pdf`, `default` and `de_DE`; every parameter a String of which
 * only the first value counts; a locale of exactly five letters; failures as status 500 with HTML; an unquoted file name; csv typed
 * as Excel; and pictures of the HTTP session's latest run, whatever their `uuid`.
 *
 * Reports: `test` prints its parameters, `pictures` has two pictures in HTML, `broken` fails with status 200, `large` has 64 KiB,
 * `elsewhere` redirects, `slow` never answers, all others are missing.
 */
export async function startTestReportEngine(): Promise<TestReportEngine> {
  const requests: EngineRequest[] = [];
  /** The report of each session's latest run. */
  const latestRuns = new Map<string, string>();

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://engine');
    const cookie = request.headers.cookie ?? null;
    const closed = new Promise<void>((done) => response.once('close', done));
    requests.push({ path: pathname, query, cookie, closed });
    const session = /JSESSIONID=([\w-]+)/.exec(cookie ?? '')?.[1];
    if (pathname === '/jri/report_image') sendPicture(response, session, query.get('image') ?? '');
    else if (pathname === '/jri/report') sendReport(response, query, session ?? randomUUID());
    else fail(response, 'HTTP Status 404');
  }

  function sendReport(response: ServerResponse, query: URLSearchParams, session: string): void {
    const name = query.get('_repName') ?? 'test';
    const format = query.get('_repFormat') ?? 'pdf';
    const [mime, beginning] = FORMATS[format] ?? [];
    if (name === 'slow') return;
    if (mime === undefined) return fail(response, `Unsupported format: ${format}`);
    if (!/^[a-z]{2}_[A-Z]{2}$/.test(query.get('_repLocale') ?? 'de_DE'))
      return fail(response, 'Report locale invalid');
    if (!REPORTS.has(name))
      return fail(response, `java.io.FileNotFoundException: /opt/reports/${name}.jasper`);
    if (name === 'broken') return fail(response, 'net.sf.jasperreports.engine.JRException', 200);
    if (name === 'elsewhere') return void response.writeHead(302, { Location: 'report?_repName=test' }).end();
    latestRuns.set(session, name);
    const fileName = query.get('_outFilename') ?? `${name}.${format}`;
    response.writeHead(200, {
      'Content-Type': `${mime};charset=UTF-8`,
      'Set-Cookie': `JSESSIONID=${session}; Path=/jri; HttpOnly`,
      ...(query.has('_outFilename') ? { 'Content-Disposition': `attachment; filename=${fileName}` } : {}),
    });
    if (format.startsWith('html')) return void response.end(html(name, query));
    response.write(Buffer.from(beginning ?? '', 'latin1'));
    response.end(name === 'large' ? Buffer.alloc(64 * 1024) : text(query));
  }

  /** The `uuid` of the address is not looked at. */
  function sendPicture(response: ServerResponse, session: string | undefined, image: string): void {
    const picture = PICTURES[image];
    if (!picture || !session || latestRuns.get(session) !== 'pictures')
      return fail(response, 'No report in this session');
    response.writeHead(200, { 'Content-Type': 'image/png' });
    response.end(picture);
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
  const uuid = randomUUID();
  const pictures = Object.keys(PICTURES)
    .map((image) => `<img src="/jri/report_image?image=${image}&uuid=${uuid}" alt="">`)
    .join('');
  return `<html><body><pre>${text(query)}</pre>${name === 'pictures' ? pictures : ''}</body></html>`;
}

function fail(response: ServerResponse, message: string, status = 500): void {
  response.writeHead(status, { 'Content-Type': 'text/html;charset=utf-8' });
  response.end(
    `<html><head><title>HTTP Status 500</title></head><body><h1>HTTP Status 500</h1><pre>${message}</pre></body></html>`,
  );
}
