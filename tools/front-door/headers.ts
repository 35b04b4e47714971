import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

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

/**
 * Removes what a client may not say and adds what only the front door knows. Services trust these headers from
 * loopback, so this is the one place where they are made.
 */
export function prepareHeaders(request: IncomingMessage, kind: 'request' | 'upgrade'): void {
  const { headers } = request;
  const socket = request.socket as IncomingMessage['socket'] & { encrypted?: boolean };
  for (const name of Object.keys(headers)) {
    if (!harmless.has(name) && claims.some((pattern) => pattern.test(name))) delete headers[name];
  }
  if (kind === 'request') {
    const closes = /(^|,)\s*close\s*(,|$)/i.test(headers.connection ?? '');
    for (const name of ['connection', 'upgrade', 'http2-settings']) delete headers[name];
    if (closes) headers.connection = 'close';
  }
  const { host = '' } = headers;
  const protocol = socket.encrypted ? 'https' : 'http';
  headers['x-forwarded-for'] = plainAddress(socket.remoteAddress);
  headers['x-forwarded-proto'] = protocol;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-port'] = /:(\d+)$/.exec(host)?.[1] ?? (protocol === 'https' ? '443' : '80');
  const id = headers['x-request-id'];
  headers['x-request-id'] = typeof id === 'string' && acceptableId.test(id) ? id : randomUUID();
}

/** IPv4 as IPv4, although it came through a socket of both families. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
