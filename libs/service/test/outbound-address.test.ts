import { afterEach, expect, test } from '@jest/globals';
import { createSafeFetch } from '../src/index.ts';
import type { SafeFetch } from '../src/index.ts';

let outside: SafeFetch | undefined;

afterEach(async () => {
  await outside?.close();
  outside = undefined;
});

/** Asks for an address whose name means `addresses`; tells whether anything was looked up, and how it ended. */
async function ask(url: string, options: { addresses?: string[]; allowed?: string[] } = {}) {
  let lookUps = 0;
  outside = createSafeFetch({
    allowedNetworks: options.allowed ?? [],
    userAgent: 'test',
    resolve: () => {
      lookUps += 1;
      const found = options.addresses ?? [];
      return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    },
  });
  const error = await outside.fetch({ url }).then(
    (answer) => {
      answer.body.destroy();
      return null;
    },
    (thrown: Error & { kind: string; code: string }) => thrown,
  );
  return { lookUps, code: error?.code, kind: error?.kind, message: error?.message ?? '' };
}

test.each([
  ['loopback', '127.0.0.1'],
  ['another loopback', '127.255.255.254'],
  ['private 10/8', '10.1.2.3'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['link-local, where clouds tell secrets', '169.254.169.254'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['IETF protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarks', '198.19.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped public address', '::ffff:8.8.8.8'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 for local use', '64:ff9b:1::1'],
  ['discard-only', '100::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarks', '2001:2::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['unassigned', '4000::1'],
  ['segment routing', '5f00::1'],
])(
  'an address that is %s (%s) is refused, written out and behind a name, before anything is sent',
  async (_what, address) => {
    const host = address.includes(':') ? `[${address}]` : address;
    const literal = await ask(`http://${host}:8080/x`);
    expect(literal).toMatchObject({ code: 'outside.refused', kind: 'bad_request', lookUps: 0 });
    await outside?.close();
    const named = await ask('http://maps.example/x', { addresses: [address] });
    expect(named).toMatchObject({ code: 'outside.refused', kind: 'bad_request', lookUps: 1 });
    expect(named.message).toContain('maps.example');
  },
);

test.each([
  'http://0x7f.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://%31%32%37.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://[::ffff:7f00:1]/',
])('loopback in another spelling (%s) is refused', async (url) => {
  expect(await ask(url)).toMatchObject({ code: 'outside.refused', lookUps: 0 });
});

test('a name with one public and one private address is refused', async () => {
  const answer = await ask('http://maps.example/', { addresses: ['93.184.215.14', '10.0.0.1'] });
  expect(answer).toMatchObject({ code: 'outside.refused', lookUps: 1 });
});

test.each([
  'file:///etc/passwd',
  'ftp://maps.example/a.tif',
  'gopher://maps.example/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '/vsicurl/http://maps.example/',
  'maps.example/a.tif',
  'http://',
  '',
  'http://ada:secret@maps.example/a.tif',
  'http://token@maps.example/a.tif',
  'http://:secret@maps.example/a.tif',
])('the address "%s" is refused, and no name is looked up', async (url) => {
  const answer = await ask(url);
  expect(answer).toMatchObject({ code: 'outside.refused', kind: 'bad_request', lookUps: 0 });
  expect(answer.message).not.toContain('secret');
});

test('a network that the operator allows may be called, and its neighbour may not', async () => {
  const allowed = ['127.0.0.1/32', 'fd00:1::/32'];
  // Port 9 has no listener: the connection is tried.
  expect(await ask('http://127.0.0.1:9/', { allowed })).toMatchObject({ code: 'outside.unreachable' });
  await outside?.close();
  expect(await ask('http://127.0.0.2:9/', { allowed })).toMatchObject({ code: 'outside.refused' });
  await outside?.close();
  expect(await ask('http://[fd00:2::1]/', { allowed })).toMatchObject({ code: 'outside.refused' });
});
