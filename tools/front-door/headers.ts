import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientAddress, plainAddress } from './trusted-proxies.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Names by which proxies tell services who is asking and from where; from a client they are claims. */
const claims = [
  /^x-forwarded-/,
  /^forwarded$/,
  /^x-real-ip$/,
  /^(x-)?(remote|auth|authenticated|user|webauth|original|rewrite|envoy|proxy)-/,
  /^x-(user|users|remote|login|groups?|roles?|email|admin|identity)$/,
  /^(true-client-ip|cf-connecting-ip|fastly-client-ip|client-ip|x-client-ip|x-cluster-client-ip)$/,
  /^x-(http-)?method(-override)?$/,
  // Between two hops only.
  /^(keep-alive|proxy-connection|te|trailer)$/,
];

/** `user-agent` looks like a claim by its first word. */
const harmless = new Set(['user-agent']);

/** A Connection header may name headers to drop; beyond these words that is an attack on what services rely on. */
const connectionWords = new Set(['close', 'keep-alive', 'upgrade', 'te', 'http2-settings']);

const acceptableId = /^[A-Za-z0-9._-]{8,64}$/;

/** Whether the Connection header holds nothing but the usual words. */
export function hasUsualConnection(request: IncomingMessage): boolean {
  const words = (request.headers.connection ?? '').toLowerCase().split(',');
  return words.every((word) => word.trim() === '' || connectionWords.has(word.trim()));
}

/** Values of the X-Forwarded headers that services get. */
interface ForwardedFor {
  address: string;
  protocol: 'http' | 'https';
  host: string;
}

const acceptableHost = /^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

/**
 * Removes what a client may not say and adds what only the front door knows. Services trust these headers from
 * loopback, so this is the one place where they are made.
 */
export function prepareHeaders(
  request: IncomingMessage,
  { kind, isTrustedProxy }: { kind: 'request' | 'upgrade'; isTrustedProxy: IsTrustedProxy },
): void {
  const { headers } = request;
  const { address, protocol, host } = forwardedFor(request, isTrustedProxy);
  for (const name of Object.keys(headers)) {
    if (!harmless.has(name) && claims.some((pattern) => pattern.test(name))) delete headers[name];
  }
  if (kind === 'request') {
    const closes = /(^|,)\s*close\s*(,|$)/i.test(headers.connection ?? '');
    for (const name of ['connection', 'upgrade', 'http2-settings']) delete headers[name];
    if (closes) headers.connection = 'close';
  }
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-proto'] = protocol;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-port'] = /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https' ? '443' : '80');
  const id = headers['x-request-id'];
  headers['x-request-id'] = typeof id === 'string' && acceptableId.test(id) ? id : randomUUID();
}

/**
 * X-Forwarded headers count only when a trusted proxy sent them. Of several protocols or hosts the last one counts, because
 * the proxy next to the front door wrote it.
 */
function forwardedFor({ headers, socket }: IncomingMessage, isTrustedProxy: IsTrustedProxy): ForwardedFor {
  const peer = plainAddress(socket.remoteAddress) ?? '';
  const { encrypted } = socket as IncomingMessage['socket'] & { encrypted?: boolean };
  const seen = { protocol: encrypted ? ('https' as const) : ('http' as const), host: headers.host ?? '' };
  if (!isTrustedProxy(peer)) return { address: peer, ...seen };
  const protocol = lastOf(headers['x-forwarded-proto'])?.toLowerCase();
  const host = lastOf(headers['x-forwarded-host']);
  return {
    address: clientAddress(peer, joined(headers['x-forwarded-for']), isTrustedProxy),
    protocol: protocol === 'https' || protocol === 'http' ? protocol : seen.protocol,
    host: host !== undefined && acceptableHost.test(host) ? host : seen.host,
  };
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return joined(header)?.split(',').at(-1)?.trim();
}
