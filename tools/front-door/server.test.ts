import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { discardBody } from '@cairn/service/discard-body';
import { sendThenRead } from '@cairn/testing';
import { exchange, startTestFrontDoor, type TestFrontDoor } from './test-front-door.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

let opened: TestFrontDoor | null = null;

afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function open(...args: Parameters<typeof startTestFrontDoor>): Promise<TestFrontDoor> {
  return (opened = await startTestFrontDoor(...args));
}

const megabyte = Buffer.alloc(1024 * 1024, 'x');

describe.each([
  ['400', '/vault/a%2Fb'],
  ['404', '/internal/x'],
  ['401', '/vault'],
  ['503', '/'],
])('%s for %s', (status, path) => {
  /** The vault refuses before it reads the body, as services do; the portal is down. */
  async function openRefusing(): Promise<TestFrontDoor> {
    const door = await open((request, response) => {
      void discardBody(request).then(() =>
        response.writeHead(401, { 'content-length': 20 }).end('{"error":"Sign in."}'),
      );
    });
    door.services.portal.close();
    return door;
  }

  test('reaches a client that sends its whole body before it reads', async () => {
    const { port } = await openRefusing();
    for (const count of [1, 20]) {
      for (const connection of ['', 'Connection: close\r\n']) {
        const length = `Content-Length: ${count * megabyte.length}\r\n\r\n`;
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${connection}${length}`;
        const answer = await sendThenRead(port, [head, ...Array<Buffer>(count).fill(megabyte)]);
        expect(answer).toMatch(`HTTP/1.1 ${status} `);
      }
    }
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendThenRead(port, [head, chunk, chunk, '0\r\n\r\n'])).toMatch(`HTTP/1.1 ${status} `);
  });

  test('reaches fetch with its sentence', async () => {
    const { url } = await openRefusing();
    for (const size of [1, 20]) {
      const body = Buffer.alloc(size * megabyte.length);
      const answer = await fetch(`${url}${path}`, { method: 'POST', body });
      expect([String(answer.status), await answer.json()]).toEqual([
        status,
        { error: expect.any(String) as unknown },
      ]);
    }
  });
});

test('a refused client that stops in the middle of its body is answered after a second', async () => {
  const { port } = await open();
  const started = performance.now();
  const { text } = await exchange(
    port,
    'POST /internal/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
    2_500,
  );
  expect(text).toMatch(/^HTTP\/1\.1 404 /);
  expect(performance.now() - started).toBeLessThan(2_400);
});

test('a path reaches its service as the client spelled it, query included', async () => {
  const { url, seen } = await open();
  await fetch(`${url}/vault/datasets/a%20b?x=%2F&y=1`);
  expect(seen).toMatchObject([{ service: 'vault', url: '/vault/datasets/a%20b?x=%2F&y=1' }]);
});

test('a service is told address, protocol, host and port of the client, whatever the client says of them', async () => {
  const { url, port, seen } = await open();
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
  const found = seen[0]?.headers ?? {};
  const told = Object.entries(found).filter(([name]) =>
    /forward|user|real|original|method|groups|custom/.test(name),
  );
  expect(Object.fromEntries(told)).toEqual({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': `127.0.0.1:${port}`,
    'x-forwarded-port': String(port),
    'x-custom': 'kept',
    'user-agent': 'test',
  });
});

/** A proxy that appends the address of its client, as nginx, Caddy and HAProxy do. */
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
  const { url, seen } = await open(undefined, '127.0.0.50/31');
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

test('X-Forwarded headers from an address outside the trusted networks do not count', async () => {
  const { url, port, seen } = await open(undefined, '127.0.0.50/31');
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
  const { url, seen } = await open(undefined, '127.0.0.50');
  await getFrom('127.0.0.50', url, { 'X-Forwarded-For': hop });
  expect(seen[0]?.headers['x-forwarded-for']).toBe(address);
});

test('a list of trusted proxies with an invalid entry is refused with a sentence', () => {
  for (const text of ['10.0.0.0/33', 'loopback', '10.0.0.0/8/8', '10.0.0.0/8;11.0.0.0/8', '10.0.0.0/']) {
    expect(() => parseTrustedProxies(text)).toThrow('CAIRN_TRUSTED_PROXIES must list addresses or networks');
  }
  expect(parseTrustedProxies(' 10.0.0.0/8 , 2001:db8::/32 ')('2001:db8::9')).toBe(true);
});

test('a request id is kept when it is harmless and made anew when it is not', async () => {
  const { url, seen } = await open();
  await fetch(url, { headers: { 'X-Request-Id': 'abc-123.DEF_9' } });
  await fetch(url, { headers: { 'X-Request-Id': 'a" onload="x' } });
  await fetch(url);
  const ids = seen.map(({ headers }) => headers['x-request-id']);
  expect(ids[0]).toBe('abc-123.DEF_9');
  expect(ids[1]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[2]).toMatch(/^[0-9a-f-]{36}$/);
});

test('a request that names headers to drop is refused before any service', async () => {
  const { port, seen } = await open();
  const { text } = await exchange(
    port,
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close, X-Forwarded-For\r\n\r\n',
  );
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(seen).toHaveLength(0);
});

test('an upload reaches the service while it is being sent', async () => {
  let arrived: (text: string) => void;
  const first = new Promise<string>((resolve) => (arrived = resolve));
  const { port } = await open((request, response) => {
    request.once('data', (chunk) => arrived(String(chunk)));
    request.on('end', () => response.end('done'));
  });
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/vault/upload',
    headers: { 'content-length': 10 },
  });
  outgoing.write('first');
  expect(await first).toBe('first');
  outgoing.end('-rest');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('a download reaches the client while the service still writes', async () => {
  let finish: () => void = () => undefined;
  const { url } = await open((_request, response) => {
    response.write('first');
    finish = () => void response.end('last');
  });
  const response = await fetch(url);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  finish();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last');
});

test('a client that goes away ends the request at the service too', async () => {
  let gone: () => void;
  const closed = new Promise<void>((resolve) => (gone = resolve));
  const { url } = await open((_request, response) => {
    response.write('x');
    response.on('close', () => gone());
  });
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  expect(response.status).toBe(200);
  abort.abort();
  await closed;
});

test('a WebSocket is passed on with the same headers made and stripped', async () => {
  const { port, seen } = await open();
  const handshake =
    'GET /vault/live HTTP/1.1\r\nHost: cairn.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-User-ID: 1\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\nping';
  const { text } = await exchange(port, handshake);
  expect(text).toMatch(/^HTTP\/1\.1 101 /);
  expect(text).toMatch(/ping$/);
  expect(seen[0]).toMatchObject({
    service: 'vault',
    method: 'UPGRADE',
    headers: { 'x-forwarded-host': 'cairn.example' },
  });
  expect(seen[0]?.headers['x-user-id']).toBeUndefined();
});

test('an upgrade to anything internal is refused, one to another protocol is an ordinary request', async () => {
  const { port, seen } = await open();
  const websocket = await exchange(
    port,
    'GET /internal/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(websocket.text).toMatch(/^HTTP\/1\.1 404 /);
  const h2c = await exchange(
    port,
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
  );
  expect(h2c.text).toMatch(/^HTTP\/1\.1 200 /);
  expect(seen.map(({ method }) => method)).toEqual(['GET']);
});

test('a service that is down is a 503 in the form that was asked for, and the others go on', async () => {
  const { url, services } = await open();
  services.vault.close();
  const json = await fetch(`${url}/vault/datasets`);
  expect(json.status).toBe(503);
  expect(json.headers.get('retry-after')).toBe('5');
  expect(await json.json()).toEqual({
    error: 'The service "vault" is not running at the moment. Try again in a few seconds.',
  });
  const page = await fetch(`${url}/vault/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<h1>One moment</h1>');
  expect((await fetch(url)).status).toBe(200);
});

test('a service that breaks off before it answers is a 502', async () => {
  const { url } = await open((request) => void request.socket.destroy());
  const response = await fetch(`${url}/vault/x`);
  expect(response.status).toBe(502);
});

test('a WebSocket to a service that is down is answered, not left hanging', async () => {
  const { port, services } = await open();
  services.vault.close();
  const { text } = await exchange(
    port,
    'GET /vault/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
});

test('closing waits for a request under way and takes no new one', async () => {
  let finish: () => void = () => undefined;
  const { url, door } = await open((_request, response) => {
    finish = () => void response.end('finished');
  });
  const pending = fetch(url);
  await delay(50);
  const closing = door.close(5_000);
  await expect(fetch(`${url}/other`)).rejects.toThrow();
  finish();
  expect(await (await pending).text()).toBe('finished');
  await closing;
});
