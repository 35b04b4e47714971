import { SocketAddress, isIP } from 'node:net';

export interface Network {
  family: 4 | 6;
  /** The first address as a number. */
  start: bigint;
  prefix: number;
  /** As RFC 4632 and RFC 5952 write it. */
  text: string;
}

const WIDTH = { 4: 32, 6: 128 } as const;

/** A network such as 10.20.0.0/16, or a sentence about what is wrong with it. */
export function readNetwork(text: string): Network | string {
  const [address = '', length = '', ...rest] = text.trim().split('/');
  const start = addressValue(address);
  if (start === null || rest.length > 0) {
    return 'A rule is about a network such as 10.20.0.0/16 or fd00:1::/64; names and words such as "all" or "samenet" are not taken.';
  }
  const family = isIP(address) as 4 | 6;
  if (!/^\d{1,3}$/.test(length) || Number(length) > WIDTH[family] || String(Number(length)) !== length) {
    return `Say after a slash how many bits of ${address} are fixed, 0 to ${WIDTH[family]}; a single machine is ${address}/${WIDTH[family]}.`;
  }
  const prefix = Number(length);
  if (family === 6 && start >> 32n === 0xffffn) {
    return 'This is an IPv4 address inside an IPv6 one, and no connection ever shows that; write the IPv4 network.';
  }
  const hostBits = BigInt(WIDTH[family] - prefix);
  if ((start >> hostBits) << hostBits !== start) {
    return `${address}/${length} is an address inside a network and not the network; set the last ${hostBits} bits to zero.`;
  }
  const plain = new SocketAddress({ address, family: family === 4 ? 'ipv4' : 'ipv6' }).address;
  return { family, start, prefix, text: `${plain}/${prefix}` };
}

/** An IP address as a number; null when it is none, or has a zone. */
export function addressValue(address: string): bigint | null {
  const family = isIP(address);
  if (family === 4) return groups(address.split('.'), 10, 8n);
  if (family !== 6 || address.includes('%')) return null;
  const [head = '', tail] = address.split('::');
  const left = sixteens(head);
  const right = tail === undefined ? [] : sixteens(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return groups([...left, ...zeros, ...right], 16, 16n);
}

/** Whether networks together let in more than half of all addresses of a family: nobody means that by a rule. */
export function coversMostOf(networks: Network[], family: 4 | 6): boolean {
  const ranges = networks
    .filter((network) => network.family === family)
    .map(({ start, prefix }) => ({ start, end: start + (1n << BigInt(WIDTH[family] - prefix)) }))
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  let [covered, reached] = [0n, 0n];
  for (const { start, end } of ranges) {
    if (end <= reached) continue;
    covered += end - (start > reached ? start : reached);
    reached = end;
  }
  return covered * 2n > 1n << BigInt(WIDTH[family]);
}

function sixteens(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return group;
    const value = groups(group.split('.'), 10, 8n);
    return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  });
}

function groups(parts: string[], radix: number, bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, radix)), 0n);
}
