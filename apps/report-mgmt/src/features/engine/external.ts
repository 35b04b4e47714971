import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Logger } from '@cairn/service';
import { attachment, checkFileName, pickDocumentHeaders } from './document-headers.ts';
import { isErrorPage } from './error-page.ts';
import { engineFailed, unsupportedFormat } from './errors.ts';
import { FORMATS, JRI_FORMATS } from './formats.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
import { createPictureInliner } from './inline-pictures.ts';
import { readPicture } from './read-picture.ts';
import { replaceAddresses } from './replace-addresses.ts';
import type { Engine, ExecuteRequest } from './types.ts';

/** Shorter values in the address of the configuration are options. */
const MIN_SECRET_LENGTH = 8;
const MAX_REFUSAL_BYTES = 256 * 1024;

export interface ExternalEngineOptions {
  /** The engine's report operation, such as `http://reports:8080/jri/report`. */
  url: string;
  http: HttpClient;
  logger: Pick<Logger, 'warn'>;
}

/**
 * An engine outside the platform. An address that ends in `/report` is of the JasperReportsIntegration kind: it reads the first value
 * of a parameter only, fails with status 500 and HTML, at times with HTML in an answer of status 200, and its pictures belong to the
 * latest run of an HTTP session, so each run has its own session. Source: github.com/daust/JasperReportsIntegration. Any other engine
 * gets all values, as the specification says, and its answers are passed on.
 */
export function createExternalEngine({ url, http, logger }: ExternalEngineOptions): Engine {
  const isJri = new URL(url).pathname.endsWith('/report');
  const formats = isJri ? JRI_FORMATS : FORMATS;
  const imageUrl = new URL('report_image', url);

  async function fetchPicture(
    { image, uuid, session }: { image: string; uuid: string | null; session: string | null },
    limits: { signal: AbortSignal; deadlineMs: number },
  ) {
    const address = new URL(imageUrl);
    address.searchParams.set('image', image);
    if (uuid) address.searchParams.set('uuid', uuid);
    return readPicture(
      await http.send({ url: address.href, headers: session ? { cookie: session } : {}, ...limits }),
    );
  }

  /** @throws {AppError} bad_gateway for an answer that is not a document; the engine's own page is not shown */
  async function checkDocument({ format, report }: ExecuteRequest, answer: HttpAnswer): Promise<void> {
    const { status, headers, body } = answer;
    const isHtml = isHtmlType(headers);
    const isDocument = isJri
      ? status === 200 && isHtml === (format === 'html') && !(isHtml && (await isErrorPage(body)))
      : status === 200 || status >= 400;
    if (isDocument) return;
    body.destroy();
    logger.warn({ status, report }, 'report engine failed');
    throw engineFailed(report);
  }

  return {
    kind: isJri ? 'jri' : 'external',
    formats,

    async execute(request) {
      const { format, fileName, pictures, signal, deadlineMs } = request;
      if (!formats.includes(format)) throw unsupportedFormat();
      const address = new URL(url);
      // First what the address of the configuration has, then the rest, so that nothing replaces an option of ours.
      for (const [name, value] of toPairs(request, isJri)) address.searchParams.append(name, value);
      const answer = await http.send({ url: address.href, signal, deadlineMs });
      await checkDocument(request, answer);
      const { status } = answer;
      const body = status === 200 ? answer.body : withoutSecrets(answer.body, secretsOf(url));
      const engineSession = sessionOf(answer.headers);
      const headers = pickDocumentHeaders(answer.headers);
      if (isJri && headers['Content-Disposition'] && fileName)
        headers['Content-Disposition'] = attachment(checkFileName(fileName));
      const run = { status, headers, body, executionId: null, engineSession };
      if (pictures === 'linked' || status !== 200 || !isHtmlType(answer.headers)) return run;
      const toAddress = createPictureInliner(
        (picture) => fetchPicture({ ...picture, session: engineSession }, { signal, deadlineMs }),
        signal,
      );
      return { ...run, body: replaceAddresses(body, { url, toAddress }) };
    },

    figures: async () => null,
    picture: ({ image, executionId, engineSession, signal, deadlineMs }) =>
      fetchPicture({ image, uuid: executionId, session: engineSession }, { signal, deadlineMs }),
    linkPictures: (html, toAddress) => replaceAddresses(html, { url, toAddress }),
    close: () => http.close(),
  };
}

/** What the address of the configuration adds to each request, such as a key; the engine may repeat it in a refusal. */
function secretsOf(url: string): string[] {
  const values = [...new URL(url).searchParams.values()].filter((value) => value.length >= MIN_SECRET_LENGTH);
  return [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))];
}

/** The beginning of a refusal, with what is secret left out. */
function withoutSecrets(body: Readable, secrets: string[]): Readable {
  if (secrets.length === 0) return body;
  async function* redact() {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_REFUSAL_BYTES) break;
    }
    const text = Buffer.concat(chunks).toString('latin1');
    const hidden = secrets.reduce(
      (rest, secret) => rest.replaceAll(Buffer.from(secret).toString('latin1'), '[secret]'),
      text,
    );
    yield Buffer.from(hidden, 'latin1');
  }
  return Readable.from(redact()).once('close', () => body.destroy());
}

function toPairs(request: ExecuteRequest, isJri: boolean): [string, string][] {
  const { report, format, datasource, fileName, parameters, timeZone, locale } = request;
  const pairs: [string, string][] = [
    ['_repName', report],
    ['_repFormat', format],
  ];
  const add = (name: string, value: string | null | undefined) => {
    if (value) pairs.push([name, value]);
  };
  add('_dataSource', datasource);
  add('_outFilename', fileName && checkFileName(fileName));
  add('_repLocale', locale && (isJri ? toJavaLocale(locale) : locale));
  add('_repTimeZone', timeZone);
  if (isJri) add('_repEncoding', 'UTF-8');
  for (const [name, values] of Object.entries(parameters)) {
    if (name.startsWith('_')) continue;
    for (const value of isJri ? values.slice(0, 1) : values) pairs.push([name, value]);
  }
  return pairs;
}

/** Such an engine cuts two letters of language and two of country out of the text, and has no other form. */
function toJavaLocale(locale: string): string | null {
  try {
    const { language, region } = new Intl.Locale(locale.replaceAll('_', '-')).maximize();
    return language.length === 2 && region?.length === 2 ? `${language}_${region}` : null;
  } catch {
    return null;
  }
}

function isHtmlType(headers: IncomingHttpHeaders): boolean {
  return /^\s*text\/html\b/i.test(headers['content-type'] ?? '');
}

/** The cookies of the run, as they are sent back. */
function sessionOf(headers: IncomingHttpHeaders): string | null {
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0]);
  return cookies.length > 0 ? cookies.join('; ') : null;
}
