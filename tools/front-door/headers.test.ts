import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { startTestFrontDoor, type TestFrontDoor } from './test-front-door.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

let frontDoor: TestFrontDoor | null = null;

afterEach(async () => {
  await frontDoor?.close();
  frontDoor = null;
});

async function start(...args: Parameters<typeof startTestFrontDoor>): Promise<TestFrontDoor> {
  return (frontDoor = await startTestFrontDoor(...args));
}

test('a service gets the address, protocol, host and port of the client, but not its claims', async () => {
  const { url, port, seen } = await start();
  const headers = {
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Prefix': '//evil',
    'X-Forwarded-User': 'admin',
    Forwarded: 'for=6.6.6.6',
    'X-Real-IP': '6.6.6.6',
    'X-User-ID': '1',
    'X-Remote-User': 'admin',
    'Remote-User': 'admin',
    'X-Original-URL': '/internal/x',
    'X-HTTP-Method-Override': 'DELETE',
    'X-Groups': 'admins',
    'X-Custom': 'kept',
    'User-Agent': 'test',
  };
  await fetch(`${url}/`, { headers });
  const relevant = Object.entries(seen[0]?.headers ?? {}).filter(([name]) =>
    /forward|user|real|original|method|groups|custom/.test(name),
  );
  expect(Object.fromEntries(relevant)).toEqual({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-port': String(port),
    'x-custom': 'kept',
    'user-agent': 'test',
  });
});

/** Starts a proxy that appends the address of its client, as nginx, Caddy and HAProxy do. */
async function startProxy(target: string, localAddress: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer((incoming, outgoing) => {
    const { 'x-forwarded-for': before, ...headers } = incoming.headers;
    const hop = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const upstream = httpRequest(new URL(incoming.url ?? '/', target), {
      localAddress,
      method: incoming.method ?? 'GET',
      headers: {
        ...headers,
        'x-forwarded-for': before === undefined ? hop : `${String(before)}, ${hop}`,
        'x-forwarded-proto': headers['x-forwarded-proto'] ?? 'https',
        'x-forwarded-host': headers['x-forwarded-host'] ?? 'maps.example.org',
      },
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** GET from one address of this machine. */
async function getFrom(localAddress: string, url: string, headers: Record<string, string> = {}) {
  const request = httpRequest(url, { localAddress, headers, agent: false });
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
}

test('behind two trusted proxies a service gets the address, protocol and host that the client used', async () => {
  const { url, seen } = await start(undefined, '127.0.0.50/31');
  const inner = await startProxy(url, '127.0.0.51');
  const outer = await startProxy(inner.url, '127.0.0.50');
  try {
    await getFrom('127.0.0.78', `${outer.url}/vault`, { 'X-Forwarded-For': '6.6.6.6, 127.0.0.50' });
  } finally {
    outer.close();
    inner.close();
  }
  expect(seen[0]?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.78',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'maps.example.org',
    'x-forwarded-port': '443',
  });
});

test('X-Forwarded headers from outside the trusted networks are ignored', async () => {
  const { url, port, seen } = await start(undefined, '127.0.0.50/31');
  const headers = {
    'X-Forwarded-For': '6.6.6.6',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
  };
  await getFrom('127.0.0.78', url, headers);
  const seenHeaders = {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-port': String(port),
  };
  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.78', ...seenHeaders });
  // Nor do values from a trusted proxy that are not an address, a protocol or a host.
  const broken = {
    'X-Forwarded-For': '6.6.6.6, unknown',
    'X-Forwarded-Proto': 'javascript',
    'X-Forwarded-Host': 'evil.example/path',
  };
  await getFrom('127.0.0.50', url, broken);
  expect(seen[1]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.50', ...seenHeaders });
});

test.each([
  ['198.51.100.7:4711', '198.51.100.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8::7', '2001:db8::7'],
])('the hop %s of a trusted proxy is the address %s', async (hop, address) => {
  const { url, seen } = await start(undefined, '127.0.0.50');
  await getFrom('127.0.0.50', url, { 'X-Forwarded-For': hop });
  expect(seen[0]?.headers['x-forwarded-for']).toBe(address);
});

test('a list of trusted proxies with an invalid entry is rejected', () => {
  for (const text of ['10.0.0.0/33', 'loopback', '10.0.0.0/8/8', '10.0.0.0/8;11.0.0.0/8', '10.0.0.0/']) {
    expect(() => parseTrustedProxies(text)).toThrow('CAIRN_TRUSTED_PROXIES must list addresses or networks');
  }
  expect(parseTrustedProxies(' 10.0.0.0/8 , 2001:db8::/32 ')('2001:db8::9')).toBe(true);
});

test('a harmless request id is kept, any other is replaced', async () => {
  const { url, seen } = await start();
  await fetch(url, { headers: { 'X-Request-Id': 'abc-123.DEF_9' } });
  await fetch(url, { headers: { 'X-Request-Id': 'a" onload="x' } });
  await fetch(url);
  const ids = seen.map(({ headers }) => headers['x-request-id']);
  expect(ids[0]).toBe('abc-123.DEF_9');
  expect(ids[1]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[2]).toMatch(/^[0-9a-f-]{36}$/);
});
