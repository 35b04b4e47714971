import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to a proxy that the operator trusts. */
export type IsTrustedProxy = (address: string) => boolean;

/**
 * Parses addresses and networks separated by commas, such as `10.0.0.0/8,2001:db8::1`; an empty text trusts no address.
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
      `CAIRN_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, separated by commas; "${entry}" is neither.`,
    );
  }
  if (bits === undefined) list.addAddress(address, familyName(family));
  else list.addSubnet(address, Number(bits), familyName(family));
}

/** An address without a port, with IPv4-mapped IPv6 as IPv4; null when the text is not an address. */
export function plainAddress(text = ''): string | null {
  const bare = text.trim().replace(/^\[([0-9A-Fa-f:.]+)\](:\d+)?$/, '$1');
  const address = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? null : address;
}

/**
 * The address of the client: going backwards from the socket through X-Forwarded-For, the first address that is not a trusted
 * proxy's. Entries before it are claims of the client. The search ends at an entry that is not an address.
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
