import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to a proxy that the operator put before the front door. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Reads addresses and networks with commas between them, such as `10.0.0.0/8,2001:db8::1`; an empty text trusts nobody.
 * @throws Error with a sentence for the operator when an entry is neither.
 */
export function parseTrustedProxies(text: string): IsTrustedProxy {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry !== '') addEntry(list, entry);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, familyName(family));
  };
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  if (
    family === 0 ||
    rest.length > 0 ||
    (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  ) {
    throw new Error(
      `CAIRN_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8 with commas between them; "${entry}" is neither.`,
    );
  }
  if (bits === undefined) list.addAddress(address, familyName(family));
  else list.addSubnet(address, Number(bits), familyName(family));
}

/** IPv4 as IPv4, although it came through a socket of both families, and without a port; null for anything else. */
export function plainAddress(text = ''): string | null {
  const bare = text.trim().replace(/^\[([0-9A-Fa-f:.]+)\](:\d+)?$/, '$1');
  const address = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * The address of the client: going backwards from the socket through X-Forwarded-For, the first that is not a trusted
 * proxy's. What stands before it is the client's own claim. An entry that is no address ends the search.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrustedProxy,
): string {
  let client = peer;
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    if (!isTrusted(client)) return client;
    const address = plainAddress(hop);
    if (address === null) return client;
    client = address;
  }
  return client;
}

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}
