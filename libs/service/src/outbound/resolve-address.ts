import { isIP } from 'node:net';
import { createAddressCheck } from './address-check.ts';
import { resolveBySystem } from './lookup.ts';
import type { Resolve } from './lookup.ts';
import { OutboundError } from './outbound-error.ts';
import { privateNetworkError } from './outbound-url.ts';

/**
 * The address of a host that a user named, for protocols other than HTTP: connect to it and to nothing else, so that the
 * name cannot mean something else a moment later. All addresses of the host must be public or in an allowed network.
 * OutboundError `refused`, or `unreachable` when the name is unknown.
 */
export async function resolveOutboundAddress(
  host: string,
  { allowedNetworks, resolve = resolveBySystem }: { allowedNetworks: string[]; resolve?: Resolve },
): Promise<string> {
  const mayCall = createAddressCheck(allowedNetworks);
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (found.some(({ address }) => !mayCall(address))) throw privateNetworkError(host);
  const [first] = found;
  if (!first) throw new OutboundError('unreachable', `There is no server called ${host}; check its name.`);
  return first.address;
}
