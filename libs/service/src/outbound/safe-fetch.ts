import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
import { createAddressCheck } from './address-check.ts';
import { limitBody } from './limit-body.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { OutboundLimits } from './limits.ts';
import { checkingLookup, resolveBySystem } from './lookup.ts';
import type { Resolve } from './lookup.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { parseOutboundUrl } from './outbound-url.ts';

export interface SafeFetchOptions {
  /** Private networks that may be called, such as 10.20.0.0/16. */
  allowedNetworks: string[];
  userAgent: string;
  /** Replace the defaults of all exchanges. */
  limits?: Partial<OutboundLimits>;
  /** Resolves names; default: the resolver of the system. */
  resolve?: Resolve;
}

export interface OutboundRequest {
  url: string | URL;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** A stream is sent once and never repeated. See jsonBody, formBody and multipartBody. */
  body?: string | Buffer | Readable;
  /**
   * Redirects of GET and HEAD that are followed, default 5; with 0 the redirect itself is returned. A redirect of another method
   * is an error, since its body must not reach a server that the user did not name.
   */
  redirects?: number;
  /** False accepts any certificate of the named server, such as a self-signed one, but not of servers it redirects to. */
  verifyTls?: boolean;
  /** Whether cookies may be sent and received. Else they are not: a cookie makes servers treat a program like a browser. */
  cookies?: boolean;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Address of the response, after redirects. */
  url: URL;
  /** As sent: a Content-Encoding that the server applies anyway is not decoded. Read or destroy it. */
  body: Readable;
}

export interface SafeFetch {
  /** Checks an address without calling it; see `fetch`. */
  check(url: string): URL;
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

/** Headers that reveal nothing about the caller; only these are sent to another origin. */
const NEUTRAL = new Set(['accept', 'range', 'if-range', 'if-match']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_MS = 10_000;

/**
 * The only way to call an address from a user. Only http and https; the host's addresses are looked up once per connection,
 * each must be public or in a network that the operator allows, and the connection uses them. Redirects are checked like the
 * first address; headers of the caller are not sent to other origins, and https never redirects to http. Bytes, time and
 * slowness are limited. No cookie passes in either direction unless the request says so. @throws {OutboundError} with a sentence for the user who entered the address
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const mayCall = createAddressCheck(options.allowedNetworks);
  const createAgent = (rejectUnauthorized: boolean): Agent =>
    new Agent({
      connect: {
        lookup: checkingLookup(options.resolve ?? resolveBySystem, mayCall),
        timeout: CONNECT_MS,
        rejectUnauthorized,
      },
      allowH2: false,
      pipelining: 1,
    });
  const agent = createAgent(true);
  const unverifiedAgent = createAgent(false);

  async function follow(
    asked: OutboundRequest,
    exchange: { limits: OutboundLimits; signal: AbortSignal },
  ): Promise<{ answer: Dispatcher.ResponseData; url: URL }> {
    let url = parseOutboundUrl(asked.url, mayCall);
    let headers = asked.headers ?? {};
    if (!asked.cookies && Object.keys(headers).some((name) => name.toLowerCase() === 'cookie'))
      throw new TypeError('This request may not send a cookie.');
    const method = asked.method ?? 'GET';
    const { origin } = url;
    for (let left = asked.redirects ?? 5; ; left -= 1) {
      const answer = await request(url, {
        dispatcher: asked.verifyTls === false && url.origin === origin ? unverifiedAgent : agent,
        method,
        body: asked.body ?? null,
        headers: { 'user-agent': options.userAgent, 'accept-encoding': 'identity', ...headers },
        headersTimeout: exchange.limits.idleMs,
        bodyTimeout: exchange.limits.idleMs,
        signal: exchange.signal,
      }).catch((error: unknown) => {
        throw exchange.signal.aborted ? exchange.signal.reason : toOutboundError(error, url.host);
      });
      if (!REDIRECTS.has(answer.statusCode) || asked.redirects === 0) return { answer, url };
      answer.body.on('error', () => undefined).destroy();
      if (method !== 'GET' && method !== 'HEAD') {
        throw new OutboundError(
          'redirects',
          `The server ${url.host} redirects to another address. Enter that address itself if you trust it.`,
        );
      }
      if (left === 0) throw new OutboundError('redirects', 'The address redirects too many times.');
      const next = nextTarget(url, answer.headers.location, mayCall);
      if (next.origin !== url.origin) headers = neutral(headers);
      url = next;
    }
  }

  return {
    check: (url) => parseOutboundUrl(url, mayCall),
    async fetch(asked) {
      const limits = { ...DEFAULT_LIMITS, ...options.limits, ...asked.limits };
      const exchange = new AbortController();
      const onAbort = () => exchange.abort(asked.signal?.reason);
      const late = setTimeout(
        () => exchange.abort(new OutboundError('late', 'The server took too long.')),
        limits.totalMs,
      ).unref();
      const onEnd = () => {
        clearTimeout(late);
        asked.signal?.removeEventListener('abort', onAbort);
      };
      if (asked.signal?.aborted) onAbort();
      asked.signal?.addEventListener('abort', onAbort, { once: true });
      try {
        const { answer, url } = await follow(asked, { limits, signal: exchange.signal });
        const bytes = limitBody(answer.body, { host: url.host, limits, exchange, onEnd });
        // Without a reader an error of the body would be unhandled.
        answer.body.on('error', () => undefined);
        const body = Readable.from(bytes, { objectMode: false });
        // The `finally` of a generator does not run if the generator was never started.
        body.once('close', () => {
          answer.body.destroy();
          onEnd();
        });
        const headers = asked.cookies ? answer.headers : withoutCookies(answer.headers);
        return { status: answer.statusCode, headers, url, body };
      } catch (error) {
        onEnd();
        if (asked.body instanceof Readable) asked.body.destroy();
        throw error;
      }
    },
    async close() {
      await Promise.all([agent.destroy(), unverifiedAgent.destroy()]);
    },
  };
}

function nextTarget(
  from: URL,
  location: string | string[] | undefined,
  mayCall: (address: string) => boolean,
): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) {
    throw new OutboundError('redirects', `The server ${from.host} sent a redirect without an address.`);
  }
  const next = parseOutboundUrl(new URL(location, from), mayCall);
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new OutboundError(
      'redirects',
      `The server ${from.host} redirects from https to http. Enter that address itself if you trust it.`,
    );
  }
  return next;
}

function withoutCookies({ 'set-cookie': _cookies, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

function neutral(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => NEUTRAL.has(name.toLowerCase())));
}
