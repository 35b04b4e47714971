import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';

/**
 * Checks an address from a user without a DNS look-up: http or https, no credentials, and an allowed address if the host is
 * an IP address. The URL parser has normalized forms such as 0x7f.1 and 2130706433.
 * @throws {OutboundError} refused
 */
export function parseOutboundUrl(text: string | URL, mayCall: (address: string) => boolean): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new OutboundError('refused', 'The address must begin with http:// or https:// and name a server.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'The address must not contain a username or password.');
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
