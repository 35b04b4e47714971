import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { OutboundLimits, SafeFetch } from '@cairn/service';
import { ProviderError } from './errors.ts';
import { exceedsJsonLimits } from './json-limits.ts';
import { damaged, failureOfAnswer, failureOfExchange } from './outcome.ts';
import type { ProviderAnswer } from './outcome.ts';
import type { Session, TokenVerdict } from './sign-in.ts';
import type { FileResponse } from './types.ts';

export interface ProviderRequest {
  method?: 'GET' | 'POST';
  /** Below the address of the server, with its query. */
  path: string;
  json?: unknown;
  headers?: Record<string, string>;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal | undefined;
}

export interface JsonAnswer extends ProviderAnswer {
  body: any;
}

export interface ProviderClient {
  /** A call without a login. Status and body are the caller's to judge. @throws {ProviderError} when no answer came */
  send(request: ProviderRequest): Promise<ProviderAnswer>;
  /** A call with the login; status and body are the caller's to judge. @throws {ProviderError} when no answer came */
  answer(request: ProviderRequest, judge?: (answer: ProviderAnswer) => TokenVerdict): Promise<ProviderAnswer>;
  /** The JSON of a successful answer. @throws {ProviderError} */
  json(request: ProviderRequest, judge?: (answer: ProviderAnswer) => TokenVerdict): Promise<JsonAnswer>;
  /** A file from an offset on: 200, 206 and 416 as they come. @throws {ProviderError} for other statuses; {OutboundError} without an answer */
  open(request: ProviderRequest & { from: number }): Promise<FileResponse>;
}

interface ProviderClientDeps {
  fetch: SafeFetch;
  /** Without a slash at the end. */
  url: string;
  session: Session;
  /** The header Authorization for a token. */
  authorize(token: string): string;
  headers?: Record<string, string>;
  /** What a status says of the token; default: 401 rejects it. */
  judgeStatus?(status: number): TokenVerdict;
  now?(): Date;
}

/** A list of 100,000 files with their versions has some 50 MiB. */
const JSON_LIMITS: Partial<OutboundLimits> = { maxBytes: 128 * 1024 * 1024, totalMs: 180_000 };
/** Bytes of a failed answer that are read for its message. */
const MAX_ERROR_BYTES = 64 * 1024;
const FILE_LIMITS: Partial<OutboundLimits> = {
  ...{ maxBytes: Number.MAX_SAFE_INTEGER, totalMs: 24 * 3_600_000 },
};

/** The calls to one server with one login: what follows from an answer is decided here, for all providers. */
export function createProviderClient(deps: ProviderClientDeps): ProviderClient {
  const { fetch, url, session, authorize, now = () => new Date() } = deps;
  const judgeStatus = deps.judgeStatus ?? ((status) => (status === 401 ? 'rejected' : 'accepted'));

  function start(
    { method = 'GET', path, json, headers, limits, signal }: ProviderRequest,
    token: string | null,
  ) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    return fetch.fetch({
      url: url + path,
      method,
      ...body,
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: authorize(token) }),
        ...deps.headers,
        ...headers,
      },
      ...(limits ? { limits } : {}),
      ...(signal ? { signal } : {}),
    });
  }

  async function exchange(request: ProviderRequest, token: string | null): Promise<ProviderAnswer> {
    try {
      const limits = { ...JSON_LIMITS, ...request.limits };
      const { status, headers, body } = await start({ ...request, limits }, token);
      return { status, headers, text: await readText(body, isSuccess(status) ? Infinity : MAX_ERROR_BYTES) };
    } catch (error) {
      throw failureOfExchange(error);
    }
  }

  function ask(
    request: ProviderRequest,
    judge: (answer: ProviderAnswer) => TokenVerdict = ({ status }) => judgeStatus(status),
  ): Promise<ProviderAnswer> {
    return session.use((token) => exchange(request, token), judge);
  }

  return {
    send: (request) => exchange(request, null),

    answer: ask,

    async json(request, judge) {
      const answer = await ask(request, judge);
      if (!isSuccess(answer.status)) throw new ProviderError(failureOfAnswer(answer, now()));
      return { ...answer, body: parseJson(answer) };
    },

    async open({ from, ...request }) {
      const headers = { ...request.headers, accept: '*/*', ...(from > 0 ? { range: `bytes=${from}-` } : {}) };
      const limits = { ...FILE_LIMITS, ...request.limits };
      const response = await session.use(
        (token) => start({ ...request, headers, limits }, token),
        ({ status, body }) => {
          const verdict = judgeStatus(status);
          // Nobody reads it when the call is repeated.
          if (verdict === 'rejected') body.destroy();
          return verdict;
        },
      );
      const { status } = response;
      if (status === 200 || status === 206 || status === 416) return response;
      const text = await readText(response.body, MAX_ERROR_BYTES).catch(() => '');
      throw new ProviderError(failureOfAnswer({ status, headers: response.headers, text }, now()));
    },
  };
}

/** An object or a list, which all documented answers are. @throws {ProviderError} damaged */
export function parseJson({ headers, text }: { headers: IncomingHttpHeaders; text: string }): object {
  if (/html/i.test(String(headers['content-type'] ?? ''))) throw damaged('a web page.');
  if (exceedsJsonLimits(text)) throw damaged('JSON that is nested too deep or has too many values.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged('JSON that is cut or malformed.', error);
  }
  if (typeof value !== 'object' || value === null) throw damaged('JSON that is no object.');
  return value;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The text of a body, or its start. */
async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(size, maxBytes));
}
