import { resolveOutboundAddress } from '@cairn/service/resolve-address';
import type { ServerAddress } from './address.ts';
import { openSession } from './session.ts';
import type { Session, SessionOptions } from './session.ts';

/**
 * Opens a session on a server that a user named, if all addresses of its host are public or in an allowed network. It connects to the
 * address that was checked, also where the name leads elsewhere a moment later.
 * @throws {OutboundError} refused, or unreachable when the name is unknown; else errors of the driver, as `openSession`
 */
export async function openAllowedSession(
  address: ServerAddress,
  { allowedNetworks, ...options }: Omit<SessionOptions, 'at'> & { allowedNetworks: string[] },
): Promise<Session> {
  const at = await resolveOutboundAddress(address.host, { allowedNetworks });
  return openSession(address, { ...options, at });
}
