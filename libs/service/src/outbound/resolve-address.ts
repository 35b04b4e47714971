import { isIP } from 'node:net';
import { createAddressCheck } from './address-check.ts';
import { resolveBySystem } from './lookup.ts';
import type { Resolve } from './lookup.ts';
import { OutboundError } from './outbound-error.ts';
import { privateNetworkError } from './outbound-url.ts';

/**
 * The address of a host from a user, for protocols other than HTTP. Connect to this address and not to the name, which
 * could resolve differently later. All addresses of the host must be public or in an allowed network.
 * @throws {OutboundError} refused, or unreachable when the name is unknown
 */
export async function resolveOutboundAddress(
  host: string,
  { allowedNetworks, resolve = resolveBySystem }: { allowedNetworks: string[]; resolve?: Resolve },
): Promise<string> {
  const mayCall = createAddressCheck(allowedNetworks);
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => []);
  if (found.some(({ address }) => !mayCall(address))) throw privateNetworkError(host);
  const [first] = found;
  if (!first)
    throw new OutboundError('unreachable', `There is no server with the name ${host}. Check the name.`);
  return first.address;
}
