import { SocketAddress, isIP } from 'node:net';

export interface Network {
  family: 4 | 6;
  /** The first address. */
  start: bigint;
  prefix: number;
  /** As RFC 4632 and RFC 5952 write it. */
  text: string;
}

const WIDTH = { 4: 32, 6: 128 } as const;

/** Parses a network such as 10.20.0.0/16. Returns a sentence when it is not one. */
export function readNetwork(text: string): Network | string {
  const [address = '', length = '', ...rest] = text.trim().split('/');
  const start = addressValue(address);
  if (start === null || rest.length > 0) {
    return 'Enter a network such as 10.20.0.0/16 or fd00:1::/64. Host names and keywords such as "all" or "samenet" are not supported.';
  }
  const family = isIP(address) as 4 | 6;
  if (!/^\d{1,3}$/.test(length) || Number(length) > WIDTH[family] || String(Number(length)) !== length) {
    return `Enter the prefix length after a slash, from 0 to ${WIDTH[family]}. A single machine is ${address}/${WIDTH[family]}.`;
  }
  const prefix = Number(length);
  if (family === 6 && start >> 32n === 0xffffn) {
    return 'This is an IPv4-mapped IPv6 address, which servers never see. Enter the IPv4 network.';
  }
  const hostBits = BigInt(WIDTH[family] - prefix);
  if ((start >> hostBits) << hostBits !== start) {
    return `${address}/${length} is an address in a network, not the network. Set the last ${hostBits} bits to zero.`;
  }
  const plain = new SocketAddress({ address, family: family === 4 ? 'ipv4' : 'ipv6' }).address;
  return { family, start, prefix, text: `${plain}/${prefix}` };
}

/** An IP address as a number; null when the text is not one, or has a zone. */
export function addressValue(address: string): bigint | null {
  const family = isIP(address);
  if (family === 4) return groups(address.split('.'), 10, 8n);
  if (family !== 6 || address.includes('%')) return null;
  const [head = '', tail] = address.split('::');
  const left = hexGroups(head);
  const right = tail === undefined ? [] : hexGroups(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return groups([...left, ...zeros, ...right], 16, 16n);
}

/** Whether networks together cover more than half of all addresses of a family, which no rule is meant to do. */
export function coversMajority(networks: Network[], family: 4 | 6): boolean {
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

function hexGroups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return group;
    const value = groups(group.split('.'), 10, 8n);
    return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  });
}

function groups(deps: string[], radix: number, bits: bigint): bigint {
  return deps.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, radix)), 0n);
}
