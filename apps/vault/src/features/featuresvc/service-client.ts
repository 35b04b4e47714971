import { setTimeout as delay } from 'node:timers/promises';
import { OutboundError } from '@cairn/service';
import type { OutboundLimits, SafeFetch } from '@cairn/service';
import { cutAnswer, ServiceError, toServiceError, webPage } from './errors.ts';
import { createLogin } from './login.ts';
import { readBody } from './read-body.ts';
import type { ServiceAddress, ServiceLogin } from './types.ts';

const MIB = 1024 * 1024;
/** Descriptions of layers contain pictures of symbols. */
const MAX_JSON_BYTES = 32 * MIB;
const JSON_MS = 60_000;
/** For the answer to one query. */
const MAX_PAGE_BYTES = 64 * MIB;
const PAGE_MS = 300_000;
/** Longer queries are sent in a body. */
const MAX_QUERY = 1_500;
const MAX_WAIT_MS = 60_000;
/** The beginning of JSON and of a web page, with which no protocol buffer of features begins. */
const TEXT = new Set(Buffer.from('{<'));

export interface ServiceClientOptions {
  safeFetch: SafeFetch;
  login: ServiceLogin;
  signal: AbortSignal;
  /** Attempts of one request whose connection breaks or whose server is busy; default 1. */
  tries?: number;
  /** First pause before the next attempt; doubles each time. */
  retryMs?: number;
}

export type Parameters = Record<string, string | number | boolean>;
export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * Calls one service. Requests go to its own address alone, whatever addresses it names. A token is sent in a body, never in an
 * address, and renewed when it has expired. @throws {AppError} with a sentence for the user who entered the address.
 */
export function createServiceClient(
  address: ServiceAddress,
  { safeFetch, login: credentials, signal, tries = 1, retryMs = 500 }: ServiceClientOptions,
) {
  const login = createLogin({ safeFetch, signal }, address, credentials);
  const { host } = address.url;

  async function request(
    path: string,
    parameters: Parameters,
    { limits, token }: { limits: Partial<OutboundLimits> & { maxBytes: number }; token: string | null },
  ): Promise<{ bytes: Buffer; isPbf: boolean }> {
    const url = new URL(`${address.url.pathname}${path}`, address.url.origin);
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    // Without a token the address has no secret, and redirects of a GET can be followed.
    const asBody = token !== null || query.length > MAX_QUERY;
    const headers = { referer: login.referer, 'accept-encoding': 'gzip, identity;q=0.5' };
    const answer = await safeFetch.fetch(
      asBody
        ? {
            url,
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: token === null ? query : `${query}&${new URLSearchParams({ token }).toString()}`,
            limits,
            signal,
          }
        : { url: new URL(`?${query}`, url), headers, limits, signal },
    );
    const bytes = await readBody(answer, limits.maxBytes);
    const isText = /json|html|text/.test(answer.headers['content-type'] ?? '') || TEXT.has(bytes[0] ?? 0);
    const isPbf = parameters['f'] === 'pbf' && !isText;
    const failure = failureOf(bytes, { status: answer.status, isPbf, host });
    if (failure) throw withPause(failure, answer.headers['retry-after']);
    return { bytes, isPbf };
  }

  /** With a new token where the service rejects the present one. */
  async function requestSignedIn(
    path: string,
    parameters: Parameters,
    limits: Partial<OutboundLimits> & { maxBytes: number },
  ) {
    let token = await login.token();
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await request(path, parameters, { limits, token });
      } catch (error) {
        const isRejected = error instanceof ServiceError && (error.status === 498 || error.status === 499);
        if (!isRejected || renewals === 2) throw error;
        token = await login.renew(token);
        if (token === null) throw error;
      }
    }
  }

  async function call(
    path: string,
    parameters: Parameters,
    limits: Partial<OutboundLimits> & { maxBytes: number },
  ): Promise<{ bytes: Buffer; isPbf: boolean }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await requestSignedIn(path, parameters, limits);
      } catch (error) {
        signal.throwIfAborted();
        const pause = pauseAfter(error, retryMs * 2 ** (attempt - 1));
        if (pause === null || attempt >= tries) throw error;
        await delay(pause, undefined, { signal });
      }
    }
  }

  return {
    address,
    /** The token in use, for the caller to send again; null for a public service. */
    token: () => login.token(),

    /** An object that the service describes itself with. */
    async json<T extends object>(path: string, parameters: Parameters = {}): Promise<T> {
      const limits = { maxBytes: MAX_JSON_BYTES, totalMs: JSON_MS };
      const { bytes } = await call(path, { ...parameters, f: 'json' }, limits);
      return JSON.parse(bytes.toString()) as T;
    },

    /** The answer to a query for features. */
    page: (layerId: number, parameters: Parameters) =>
      call(`/${layerId}/query`, parameters, { maxBytes: MAX_PAGE_BYTES, totalMs: PAGE_MS }),
  };
}

/** Esri's servers report most errors in an answer with the status 200; those before them send web pages. */
function failureOf(
  bytes: Buffer,
  { status, isPbf, host }: { status: number; isPbf: boolean; host: string },
): ServiceError | null {
  const start = bytes.subarray(0, 64).toString('latin1').trimStart();
  if (status !== 200) {
    const inside = start.startsWith('{') ? errorCode(bytes) : null;
    return toServiceError(typeof inside === 'number' ? inside : status, host);
  }
  if (isPbf) return null;
  if (start.startsWith('<')) return webPage(host);
  if (!start.startsWith('{')) return cutAnswer(host);
  // A page of features is not read twice: its error would be at its beginning.
  if (/^\{\s*"error"/.test(start) || bytes.length < 64 * 1024) {
    const code = errorCode(bytes);
    if (code !== null) return code === 'cut' ? cutAnswer(host) : toServiceError(code, host);
  } else if (!bytes.subarray(-16).toString('latin1').trimEnd().endsWith('}')) return cutAnswer(host);
  return null;
}

function errorCode(bytes: Buffer): number | null | 'cut' {
  try {
    const { error } = JSON.parse(bytes.toString()) as { error?: { code?: unknown } };
    if (error === undefined) return null;
    return Number.isInteger(error?.code) ? (error.code as number) : 500;
  } catch {
    return 'cut';
  }
}

/** How long a busy server asks to wait. */
const pauses = new WeakMap<ServiceError, number>();

function withPause(error: ServiceError, retryAfter: string | undefined): ServiceError {
  const seconds = Number(retryAfter);
  if (retryAfter !== undefined && Number.isFinite(seconds))
    pauses.set(error, Math.min(seconds * 1000, MAX_WAIT_MS));
  return error;
}

/** Milliseconds until the next attempt; null for an error that another attempt does not change. */
function pauseAfter(error: unknown, pauseMs: number): number | null {
  if (error instanceof OutboundError)
    return ['cut', 'unreachable', 'slow'].includes(error.reason) ? pauseMs : null;
  if (!(error instanceof ServiceError)) return null;
  if (error.status === 0) return pauseMs;
  return [429, 502, 503].includes(error.status) ? Math.max(pauseMs, pauses.get(error) ?? 0) : null;
}
