import { isIP } from 'node:net';
import { OutboundError, badGateway, badRequest, resolveOutboundAddress } from '@cairn/service';

/** RFC 1123, and underscores, which names in private networks have. No list, no socket's path, no user in front. */
const NAME = /^(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62}))*$/;
/** Numbers that the system's resolver takes for an address although they do not look like one: 2130706433, 0x7f.1. */
const DISGUISED = /^(0x[0-9a-f]+|\d+)(\.(0x[0-9a-f]+|\d+)){0,3}$/i;

/** A host as it was typed, or a sentence: one name or one address, in no disguise. */
export function readHost(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/, '$1');
  const isPlainAddress = isIP(host) === 4 || (isIP(host) === 6 && !isMapped(host) && !host.includes('%'));
  const isName = isIP(host) === 0 && NAME.test(host) && !DISGUISED.test(host);
  if (isPlainAddress || isName) return host;
  throw notAllowed();
}

/**
 * The IP address that a connection goes to. Names are looked up for each connection anew and all their addresses must lie
 * where database servers may stand. The same sentence for what is closed and what is malformed: neither tells of a network.
 */
export async function addressOf(host: string, allowedNetworks: string[]): Promise<string> {
  try {
    return await resolveOutboundAddress(host, { allowedNetworks });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === 'refused') throw notAllowed();
    throw badGateway('dbadmin.unknown_host', `There is no server called ${host}; check its name.`);
  }
}

function isMapped(address: string): boolean {
  return /^::(ffff:)?(\d+\.){3}\d+$|^::ffff:|^64:ff9b:/i.test(address);
}

function notAllowed() {
  return badRequest(
    'dbadmin.bad_host',
    'The host must be the name or the IP address of one server in a network that the operator allows.',
  );
}
