import { BlockList, isIP } from 'node:net';

/**
 * Blocks that are not addresses of a machine on the public internet: IANA's special-purpose registries (RFC 6890 and the
 * registries that it founded), multicast and reserved blocks.
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Only 2000::/3 of IPv6 is global unicast (RFC 4291); these parts of it are reserved. */
const GLOBAL_UNICAST_V6 = '2000::/3';
const NOT_PUBLIC_V6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
];

const notPublicV4 = blockList(NOT_PUBLIC_V4);
const notPublicV6 = blockList(NOT_PUBLIC_V6);
const globalUnicastV6 = blockList([GLOBAL_UNICAST_V6]);

/** Whether a text is a network such as 10.0.0.0/8 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** Whether an IP address may be called: a public one, or one in a network that the operator allows. */
export function createAddressCheck(allowedNetworks: string[]): (address: string) => boolean {
  const allowed = blockList(allowedNetworks);
  return (address) => {
    const plain = withoutZone(address);
    const family = isIP(plain);
    if (family === 0) return false;
    return allowed.check(plain, familyName(family)) || isPublic(plain, family);
  };
}

function isPublic(address: string, family: number): boolean {
  if (family === 4) return !notPublicV4.check(address, 'ipv4');
  // Addresses that contain an IPv4 address (::ffff:…, 64:ff9b::…, 2002:…) are outside it or reserved.
  return globalUnicastV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function blockList(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyName(isIP(address)));
  }
  return list;
}

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}

/** fe80::1%eth0 is fe80::1. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}
