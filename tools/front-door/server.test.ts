import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { discardBody } from '@cairn/service/discard-body';
import { sendThenRead } from '@cairn/testing';
import { exchange, startTestFrontDoor, type TestFrontDoor } from './test-front-door.ts';

let frontDoor: TestFrontDoor | null = null;

afterEach(async () => {
  await frontDoor?.close();
  frontDoor = null;
});

async function start(...args: Parameters<typeof startTestFrontDoor>): Promise<TestFrontDoor> {
  return (frontDoor = await startTestFrontDoor(...args));
}

const megabyte = Buffer.alloc(1024 * 1024, 'x');

describe.each([
  ['400', '/vault/a%2Fb'],
  ['404', '/internal/x'],
  ['401', '/vault'],
  ['503', '/'],
])('%s for %s', (status, path) => {
  /** The vault refuses before it reads the body, as services do; the portal is down. */
  async function startRefusing(): Promise<TestFrontDoor> {
    const refusing = await start((request, response) => {
      void discardBody(request).then(() =>
        response.writeHead(401, { 'content-length': 20 }).end('{"error":"Sign in."}'),
      );
    });
    refusing.services.portal.close();
    return refusing;
  }

  test('reaches a client that sends its whole body before it reads', async () => {
    const { port } = await startRefusing();
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
    const { url } = await startRefusing();
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

test('a refused client that stops in the middle of its body gets its response after a second', async () => {
  const { port } = await start();
  const started = performance.now();
  const { text } = await exchange(
    port,
    'POST /internal/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx',
    2_500,
  );
  expect(text).toMatch(/^HTTP\/1\.1 404 /);
  expect(performance.now() - started).toBeLessThan(2_400);
});

test('a path and its query reach the service unchanged', async () => {
  const { url, seen } = await start();
  await fetch(`${url}/vault/datasets/a%20b?x=%2F&y=1`);
  expect(seen).toMatchObject([{ service: 'vault', url: '/vault/datasets/a%20b?x=%2F&y=1' }]);
});

test('a request whose Connection header names headers to drop is refused', async () => {
  const { port, seen } = await start();
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
  const { port } = await start((request, response) => {
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
  const { url } = await start((_request, response) => {
    response.write('first');
    finish = () => void response.end('last');
  });
  const response = await fetch(url);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  finish();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last');
});

test('the request at the service ends when the client leaves', async () => {
  let gone: () => void;
  const closed = new Promise<void>((resolve) => (gone = resolve));
  const { url } = await start((_request, response) => {
    response.write('x');
    response.on('close', () => gone());
  });
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  expect(response.status).toBe(200);
  abort.abort();
  await closed;
});

test('a WebSocket upgrade gets the same headers set and removed', async () => {
  const { port, seen } = await start();
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

test('an upgrade of an internal path is refused, and an upgrade to another protocol is an ordinary request', async () => {
  const { port, seen } = await start();
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

test('a service that is down gives 503 as a page or as JSON, and other services keep working', async () => {
  const { url, services } = await start();
  services.vault.close();
  const json = await fetch(`${url}/vault/datasets`);
  expect(json.status).toBe(503);
  expect(json.headers.get('retry-after')).toBe('5');
  expect(await json.json()).toEqual({
    error: 'The service "vault" is not running at the moment. Try again in a few seconds.',
  });
  const page = await fetch(`${url}/vault/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<h1>Service unavailable</h1>');
  expect((await fetch(url)).status).toBe(200);
});

test('a service that closes the connection before it responds gives 502', async () => {
  const { url } = await start((request) => void request.socket.destroy());
  const response = await fetch(`${url}/vault/x`);
  expect(response.status).toBe(502);
});

test('a WebSocket to a service that is down gets a response', async () => {
  const { port, services } = await start();
  services.vault.close();
  const { text } = await exchange(
    port,
    'GET /vault/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
});

test('closing waits for a running request and refuses new ones', async () => {
  let finish: () => void = () => undefined;
  const { url, frontDoor } = await start((_request, response) => {
    finish = () => void response.end('finished');
  });
  const pending = fetch(url);
  await delay(50);
  const closing = frontDoor.close(5_000);
  await expect(fetch(`${url}/other`)).rejects.toThrow();
  finish();
  expect(await (await pending).text()).toBe('finished');
  await closing;
});
