import { signServiceToken } from '@cairn/auth';
import { checkFileName, pickDocumentHeaders } from './document-headers.ts';
import { engineFailed, engineRefusedService, pictureFailed } from './errors.ts';
import { FORMATS } from './formats.ts';
import type { HttpClient } from './http-client.ts';
import { personHeaders } from './person-headers.ts';
import { readPicture } from './read-picture.ts';
import { replaceAddresses } from './replace-addresses.ts';
import type { Engine, ExecuteRequest, RunFigures } from './types.ts';

const FIGURES_MS = 5_000;
/** A longer query goes as a form: servers limit the length of an address. */
const MAX_QUERY = 6_000;
/** Relative to the document, as the report server writes them. */
const ADDRESS_BASE = 'http://report-server/report';

export interface ReportServerOptions {
  /** Internal address of the report server. */
  url: string;
  serviceSecret: string;
  http: HttpClient;
}

/** The platform's report server, by its internal routes. */
export function createReportServer({ url, serviceSecret, http }: ReportServerOptions): Engine {
  const addressOf = (path: string) => `${url.replace(/\/$/, '')}/internal/${path}`;

  function headersFor(onBehalfOf: number | null): Record<string, string> {
    const token = signServiceToken({
      service: 'report-mgmt',
      audience: 'report-server',
      secret: serviceSecret,
    });
    return {
      authorization: `Bearer ${token}`,
      ...personHeaders(onBehalfOf, serviceSecret),
    };
  }

  return {
    kind: 'report-server',
    formats: FORMATS,

    async execute({ signal, deadlineMs, onBehalfOf, ...request }) {
      const query = toQuery(request).toString();
      const isForm = query.length > MAX_QUERY;
      const answer = await http.send({
        ...{ signal, deadlineMs },
        ...(isForm
          ? { url: addressOf('reports/execute'), method: 'POST', body: query }
          : { url: `${addressOf('reports/execute')}?${query}` }),
        headers: {
          ...headersFor(onBehalfOf),
          ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
      });
      const { status, headers, body } = answer;
      if (status === 401 || (status !== 200 && status < 400)) {
        body.destroy();
        // An address that leads elsewhere is a fault of the set-up. A token is too old where the server was frozen for a while.
        throw status === 401 ? engineRefusedService() : engineFailed(request.report);
      }
      const executionId = headers['x-execution-id'];
      return {
        ...{ status, body, engineSession: null },
        headers: pickDocumentHeaders(headers),
        executionId: typeof executionId === 'string' ? executionId : null,
      };
    },

    async figures(executionId) {
      const request = {
        url: addressOf(`executions/${encodeURIComponent(executionId)}`),
        headers: headersFor(null),
        ...{ signal: AbortSignal.timeout(FIGURES_MS), deadlineMs: FIGURES_MS },
      };
      try {
        const { status, body } = await http.send(request);
        const text = Buffer.concat(await body.toArray()).toString();
        return status === 200 ? toFigures(JSON.parse(text)) : null;
      } catch {
        return null;
      }
    },

    async picture({ image, executionId, onBehalfOf, ...limits }) {
      if (executionId === null) throw pictureFailed();
      const query = new URLSearchParams({ image, uuid: executionId });
      return readPicture(
        await http.send({
          ...{ url: `${addressOf('reports/image')}?${query}`, headers: headersFor(onBehalfOf) },
          ...limits,
        }),
      );
    },

    linkPictures: (html, toAddress) => replaceAddresses(html, { url: ADDRESS_BASE, toAddress }),
    close: () => http.close(),
  };
}

function toQuery(request: Omit<ExecuteRequest, 'signal' | 'deadlineMs' | 'onBehalfOf'>): URLSearchParams {
  const { report, format, datasource, fileName, parameters, timeZone, locale, pictures } = request;
  const query = new URLSearchParams({ _repName: report, _repFormat: format });
  if (datasource) query.set('_dataSource', datasource);
  if (fileName) query.set('_outFilename', checkFileName(fileName));
  if (locale) query.set('_repLocale', locale);
  if (timeZone) query.set('_repTimeZone', timeZone);
  if (pictures === 'inline') query.set('_pictures', 'inline');
  for (const [name, values] of Object.entries(parameters)) {
    if (!name.startsWith('_')) for (const value of values) query.append(name, value);
  }
  return query;
}

function toFigures(body: Record<string, any>): RunFigures {
  return {
    rows: body.rows ?? null,
    pages: body.pages ?? null,
    bytes: body.bytes ?? null,
    queuedMs: body.queued_ms ?? null,
    dbMs: body.db_ms ?? null,
    renderMs: body.render_ms ?? null,
    warnings: body.warnings ?? [],
    error: body.error ?? null,
  };
}
