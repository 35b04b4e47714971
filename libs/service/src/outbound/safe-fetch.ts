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
  /** Networks beside the public internet that may be called, such as 10.20.0.0/16. */
  allowedNetworks: string[];
  userAgent: string;
  /** Changes the defaults of all exchanges. */
  limits?: Partial<OutboundLimits>;
  /** Who turns names into addresses; the system unless said otherwise. */
  resolve?: Resolve;
}

export interface OutboundRequest {
  url: string | URL;
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  /** Redirects that are followed, 5 by default; with 0 the redirect itself is the answer. */
  redirects?: number;
  limits?: Partial<OutboundLimits>;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Where the answer came from, after redirects. */
  url: URL;
  /** As it comes over the wire: an encoding that the server chose in spite of us is not taken off. Read or destroy it. */
  body: Readable;
}

export interface SafeFetch {
  /** Checks an address without calling it; see `fetch`. */
  check(url: string): URL;
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

/** Headers that say nothing of the caller: they alone go along to another origin. */
const NEUTRAL = new Set(['accept', 'range', 'if-range', 'if-match']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_MS = 10_000;

/**
 * The only way to an address that a user can name. http and https alone; the host's addresses are looked up once for a
 * connection, each must be public (or in a network that the operator allows), and the connection goes to them. Redirects
 * are followed by hand and checked as the first address was; what a caller sends along does not cross origins, and
 * nothing leads from https to http. Bytes, time and slowness are limited.
 * Throws OutboundError with a sentence for the user who entered the address.
 */
export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const mayCall = createAddressCheck(options.allowedNetworks);
  const agent = new Agent({
    connect: { lookup: checkingLookup(options.resolve ?? resolveBySystem, mayCall), timeout: CONNECT_MS },
    allowH2: false,
    pipelining: 1,
  });

  async function follow(
    asked: OutboundRequest,
    exchange: { limits: OutboundLimits; signal: AbortSignal },
  ): Promise<{ answer: Dispatcher.ResponseData; url: URL }> {
    let url = parseOutboundUrl(asked.url, mayCall);
    let headers = asked.headers ?? {};
    for (let left = asked.redirects ?? 5; ; left -= 1) {
      const answer = await request(url, {
        dispatcher: agent,
        method: asked.method ?? 'GET',
        headers: { 'user-agent': options.userAgent, 'accept-encoding': 'identity', ...headers },
        headersTimeout: exchange.limits.idleMs,
        bodyTimeout: exchange.limits.idleMs,
        signal: exchange.signal,
      }).catch((error: unknown) => {
        throw exchange.signal.aborted ? exchange.signal.reason : toOutboundError(error, url.host);
      });
      if (!REDIRECTS.has(answer.statusCode) || asked.redirects === 0) return { answer, url };
      answer.body.on('error', () => undefined).destroy();
      if (left === 0)
        throw new OutboundError('redirects', 'The address leads from one redirect to the next.');
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
        () => exchange.abort(new OutboundError('late', 'The server took longer than is allowed.')),
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
        // Without a reader nobody would hear of a body that fails.
        answer.body.on('error', () => undefined);
        const body = Readable.from(bytes, { objectMode: false });
        // A generator that was never begun does not run its end.
        body.once('close', () => {
          answer.body.destroy();
          onEnd();
        });
        return { status: answer.statusCode, headers: answer.headers, url, body };
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

function nextTarget(
  from: URL,
  location: string | string[] | undefined,
  mayCall: (address: string) => boolean,
): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) {
    throw new OutboundError('redirects', `The server ${from.host} redirects to no address.`);
  }
  const next = parseOutboundUrl(new URL(location, from), mayCall);
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new OutboundError(
      'redirects',
      `The server ${from.host} leads from https to http; give that address itself if you trust it.`,
    );
  }
  return next;
}

function neutral(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => NEUTRAL.has(name.toLowerCase())));
}
