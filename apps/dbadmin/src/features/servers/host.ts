import { isIP } from 'node:net';
import { OutboundError, badGateway, badRequest, resolveOutboundAddress } from '@cairn/service';

/** RFC 1123, and underscores, which private networks use. No list of hosts, no path of a socket, no user in front. */
const NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*$/;
/** Numbers that the resolver of the system takes for an address: 2130706433, 0x7f.1. */
const DISGUISED = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){0,3}$/i;

/** Checks a host that a user typed: one plain name or one plain address. @throws {AppError} bad_request */
export function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, '$1');
  const isPlainAddress = isIP(host) === 4 || (isIP(host) === 6 && !isMapped(host) && !host.includes('%'));
  const isName = isIP(host) === 0 && NAME.test(host) && !DISGUISED.test(host);
  if (isPlainAddress || isName) return host;
  throw notAllowed();
}

/**
 * The IP address to connect to. Names are looked up for each connection, and all their addresses must be in allowed networks. A
 * forbidden address and a malformed one get the same message, which reveals nothing of the network.
 */
export async function resolveHost(host: string, allowedNetworks: string[]): Promise<string> {
  try {
    return await resolveOutboundAddress(host, { allowedNetworks });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === 'refused') throw notAllowed();
    throw badGateway('dbadmin.unknown_host', `The host ${host} could not be found. Check its name.`);
  }
}

function isMapped(address: string): boolean {
  return /^::(ffff:)?(\d+\.){3}\d+$|^::ffff:|^64:ff9b:/i.test(address);
}

function notAllowed() {
  return badRequest(
    'dbadmin.bad_host',
    'The host must be the name or IP address of one server in a network that the operator allows.',
  );
}
