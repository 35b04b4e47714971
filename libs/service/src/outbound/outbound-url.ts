import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

/**
 * An address as a user wrote it, checked as far as one can without asking for its host: http or https, no user-info, and
 * where the host is an IP address one that may be called. The URL parser has turned 0x7f.1, 2130706433 and the like into
 * plain addresses by then. OutboundError `refused` otherwise.
 */
export function parseOutboundUrl(text: string | URL, mayCall: (address: string) => boolean): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new OutboundError('refused', 'The address must begin with http:// or https:// and name a server.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'The address must hold no username or password.');
  }
  const literal = hostOf(url);
  if (isIP(literal) && !mayCall(literal)) throw privateNetworkError(url.hostname);
  return url;
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function privateNetworkError(host: string): OutboundError {
  return new OutboundError(
    'refused',
    `The address leads to ${host}, which is in a private or reserved network; the operator can allow it with OUTBOUND_ALLOWED_CIDRS.`,
  );
}
