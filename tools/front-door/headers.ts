import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isClaimHeader } from '@cairn/service/claim-headers';
import { clientAddress, plainAddress } from './trusted-proxies.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Headers between two hops only. */
const hopHeaders = new Set(['keep-alive', 'proxy-connection', 'te', 'trailer']);

/** A Connection header may name headers to drop. Other words than these could remove headers that services rely on. */
const connectionWords = new Set(['close', 'keep-alive', 'upgrade', 'te', 'http2-settings']);

const acceptableId = /^[A-Za-z0-9._-]{8,64}$/;

/** Whether the Connection header has only the usual words. */
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
 * Removes the claims of a client and sets the X-Forwarded headers. Services trust these headers from loopback, so nothing else
 * may set them.
 */
export function prepareHeaders(
  request: IncomingMessage,
  { kind, isTrustedProxy }: { kind: 'request' | 'upgrade'; isTrustedProxy: IsTrustedProxy },
): void {
  const { headers } = request;
  const { address, protocol, host } = forwardedFor(request, isTrustedProxy);
  for (const name of Object.keys(headers)) {
    if (isClaimHeader(name) || hopHeaders.has(name)) delete headers[name];
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
