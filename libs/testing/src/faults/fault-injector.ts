import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../test-app.ts';
import { alterBody } from './alter-body.ts';
import type { ActiveFault, Fault, FaultRule, FaultyHandler, RecordedRequest } from './types.ts';

export type FaultyServer<Quirk extends string> = Awaited<ReturnType<typeof serveWithFaults<Quirk>>>;

/**
 * Listens on a free port of loopback, records every request, and spoils the answers that rules name. All rules that fit a request
 * apply to it.
 */
export async function serveWithFaults<Quirk extends string>(handler: FaultyHandler<Quirk>) {
  const rules = new Set<{ rule: FaultRule<Quirk>; seen: number; hits: number }>();
  const requests: RecordedRequest[] = [];

  function takeFaults(request: RecordedRequest): Fault<Quirk>[] {
    return [...rules].flatMap((each) => {
      if (!matches(each.rule, request)) return [];
      each.seen += 1;
      if (each.seen <= (each.rule.after ?? 0) || each.hits >= (each.rule.times ?? 1)) return [];
      each.hits += 1;
      return [each.rule];
    });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const request = describe(req);
    requests.push(request);
    const faults = takeFaults(request);
    const fault: Fault<Quirk> = Object.assign({}, ...faults);
    alterBody(res, { fault, request });
    await (typeof fault.wait === 'function' ? fault.wait() : fault.wait);
    if (fault.drop) return void res.destroy();
    if (fault.status !== undefined) return sendInstead(res, fault);
    await handler(req, res, (quirk) => faults.some((each) => each.quirk === quirk));
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: Error) => {
      if (res.headersSent || res.destroyed) res.destroy();
      else res.writeHead(500, { 'content-type': 'text/plain' }).end(String(error.stack));
    });
  });
  return {
    url: await listen(server),
    /** In the order of arrival. */
    requests,
    fail(rule: FaultRule<Quirk>): ActiveFault {
      const each = { rule, seen: 0, hits: 0 };
      rules.add(each);
      return { hits: () => each.hits, remove: () => void rules.delete(each) };
    },
    /** Ends all faults and forgets the requests. */
    reset() {
      rules.clear();
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A page with status 200 where JSON or a file is expected, as a captive portal or a proxy sends it. */
export function htmlPage(): Fault<never> {
  const body =
    '<!doctype html><html><title>Sign in</title><body>Please sign in to the network.</body></html>';
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** 429 with Retry-After in seconds, or as a date. */
export function tooManyRequests(retryAfter: number | Date): Fault<never> {
  const value = typeof retryAfter === 'number' ? String(retryAfter) : retryAfter.toUTCString();
  return { status: 429, headers: { 'retry-after': value }, body: { detail: 'Request was throttled.' } };
}

function matches(rule: FaultRule, { method, path, query }: RecordedRequest): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  if (typeof rule.path === 'string' && rule.path !== path) return false;
  if (rule.path instanceof RegExp && !rule.path.test(path)) return false;
  return Object.entries(rule.query ?? {}).every(([name, value]) => query[name] === value);
}

function sendInstead(res: ServerResponse, { status = 200, headers, body = '' }: Fault): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : 'application/json';
  res.writeHead(status, { 'content-type': type, ...headers }).end(isText ? body : JSON.stringify(body));
}

function describe(req: IncomingMessage): RecordedRequest {
  const url = new URL(req.url ?? '/', 'http://x');
  const { authorization = '', range = null } = req.headers;
  return {
    method: req.method ?? '',
    path: decode(url.pathname),
    query: Object.fromEntries(url.searchParams),
    range,
    authorization: schemeOf(authorization),
    headers: req.headers,
    status: null,
    bytesSent: 0,
  };
}

function schemeOf(header: string): RecordedRequest['authorization'] {
  if (header === '') return 'none';
  const scheme = header.split(' ', 1)[0]?.toLowerCase();
  return scheme === 'basic' || scheme === 'bearer' || scheme === 'token' ? scheme : 'other';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
