/** @own-process because it measures memory. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSafeFetch, decodeBody } from '../src/index.ts';
import type { SafeFetch, OutboundLimits } from '../src/index.ts';
import { gzipSync } from 'node:zlib';

const servers: Server[] = [];
const outsides: SafeFetch[] = [];
let seen: IncomingMessage[];

beforeEach(() => {
  seen = [];
});

afterEach(async () => {
  for (const outside of outsides.splice(0)) await outside.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

/** A server on an address of this machine; 127.0.0.1 may be called, 127.0.0.2 may not. */
async function serve(answer: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer((req, res) => {
    seen.push(req);
    answer(req, res);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

function open(
  limits: Partial<OutboundLimits> = {},
  resolve?: Parameters<typeof createSafeFetch>[0]['resolve'],
) {
  const outside = createSafeFetch({
    allowedNetworks: ['127.0.0.1/32'],
    userAgent: 'Cairn test',
    limits,
    ...(resolve ? { resolve } : {}),
  });
  outsides.push(outside);
  return outside;
}

async function read(outside: SafeFetch, request: Parameters<SafeFetch['fetch']>[0]) {
  const answer = await outside.fetch(request);
  return { status: answer.status, text: (await buffer(answer.body)).toString() };
}

test('an answer is streamed, and the request names us and asks for no encoding', async () => {
  const url = await serve((_req, res) => res.end('hello'));
  expect(await read(open(), { url, headers: { range: 'bytes=0-4' } })).toEqual({
    status: 200,
    text: 'hello',
  });
  expect(seen[0]?.headers).toMatchObject({
    'user-agent': 'Cairn test',
    'accept-encoding': 'identity',
    range: 'bytes=0-4',
  });
});

test('a redirect is followed, and what the caller sent along does not reach another origin', async () => {
  const target = await serve((_req, res) => res.end('there'));
  const url = await serve((_req, res) => res.writeHead(302, { location: `${target}/file` }).end());
  const headers = { authorization: 'AWS4 secret', 'x-amz-date': 'now', cookie: 'a=b', range: 'bytes=0-' };
  expect(await read(open(), { url, headers, cookies: true })).toMatchObject({ text: 'there' });
  expect(seen[0]?.headers).toMatchObject({ authorization: 'AWS4 secret', 'x-amz-date': 'now' });
  expect(seen[1]?.url).toBe('/file');
  expect(seen[1]?.headers.range).toBe('bytes=0-');
  for (const name of ['authorization', 'x-amz-date', 'cookie'])
    expect(seen[1]?.headers[name]).toBeUndefined();
});

test.each([301, 302, 303, 307, 308])(
  'a %i to a closed network is refused, and nothing arrives there',
  async (status) => {
    let calls = 0;
    const canary = await serve(() => (calls += 1), '127.0.0.2');
    const url = await serve((_req, res) => res.writeHead(status, { location: canary }).end());
    await expect(open().fetch({ url })).rejects.toMatchObject({ code: 'outside.refused' });
    expect(calls).toBe(0);
  },
);

test.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'http://ada:pw@127.0.0.1/',
  'http://[::1]/',
  'http://0/',
])('a redirect to %s is refused', async (location) => {
  const url = await serve((_req, res) => res.writeHead(302, { location }).end());
  await expect(open().fetch({ url })).rejects.toMatchObject({ code: 'outside.refused' });
});

test('redirects without end are given up after five, and with redirects: 0 the first is the answer', async () => {
  const url = await serve((req, res) => res.writeHead(302, { location: `${req.url}x` }).end());
  await expect(open().fetch({ url })).rejects.toMatchObject({
    code: 'outside.redirects',
    kind: 'unprocessable',
  });
  expect(seen).toHaveLength(6);
  expect(await read(open(), { url, redirects: 0 })).toMatchObject({ status: 302 });
});

test('a name that means a closed network when it is asked again (DNS rebinding) is asked once for a connection', async () => {
  let calls = 0;
  const canary = await serve(() => (calls += 1), '127.0.0.2');
  const { port } = new URL(canary);
  const honest = createServer((_req, res) => res.end('honest'));
  servers.push(honest);
  await new Promise<void>((done) => honest.listen(Number(port), '127.0.0.1', done));
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
  const asked: string[] = [];
  const outside = open({}, (host) => {
    asked.push(host);
    return Promise.resolve([{ address: answers[asked.length - 1] as string, family: 4 }]);
  });
  expect(await read(outside, { url: `http://rebind.example:${port}/` })).toMatchObject({ text: 'honest' });
  expect(asked).toEqual(['rebind.example']);
  // A new connection resolves the name again, and is refused.
  honest.closeAllConnections();
  await new Promise((done) => honest.close(done));
  await expect(outside.fetch({ url: `http://rebind.example:${port}/` })).rejects.toMatchObject({
    reason: expect.stringMatching(/^(refused|cut)$/),
  });
  await expect(outside.fetch({ url: `http://rebind.example:${port}/` })).rejects.toMatchObject({
    reason: 'refused',
  });
  expect(calls).toBe(0);
});

test('an answer without end is cut off at the limit of bytes', async () => {
  const url = await serve((_req, res) => {
    const push = (): unknown => res.write(Buffer.alloc(65_536), () => res.destroyed || push());
    push();
  });
  await expect(read(open({ maxBytes: 1_000_000 }), { url })).rejects.toMatchObject({
    code: 'outside.too_large',
  });
});

test('one byte a moment is too slow, and the connection ends', async () => {
  const ended = Promise.withResolvers<void>();
  const url = await serve((_req, res) => {
    const drip = setInterval(() => res.write('x'), 20);
    res.once('close', () => {
      clearInterval(drip);
      ended.resolve();
    });
  });
  await expect(read(open({ stretchMs: 300, bytesPerStretch: 1_000 }), { url })).rejects.toMatchObject({
    code: 'outside.slow',
  });
  await ended.promise;
});

test('silence before the headers and within the body ends the exchange, and so does its total time', async () => {
  const mute = await serve(() => undefined);
  await expect(open({ totalMs: 300 }).fetch({ url: mute })).rejects.toMatchObject({ code: 'outside.late' });
  const halting = await serve((_req, res) => void res.write('a'));
  await expect(read(open({ totalMs: 300 }), { url: halting })).rejects.toMatchObject({
    code: 'outside.late',
  });
  await expect(read(open({ idleMs: 1_000 }), { url: halting })).rejects.toMatchObject({
    code: 'outside.slow',
  });
});

test('a connection that is cut in the body is not taken for the end', async () => {
  const url = await serve((_req, res) => {
    res.writeHead(200, { 'content-length': 100 }).write('half');
    setTimeout(() => res.destroy(), 50);
  });
  await expect(read(open(), { url })).rejects.toMatchObject({ code: 'outside.cut' });
});

test('a caller who aborts ends the exchange with its own reason', async () => {
  const url = await serve((_req, res) => void res.write('a'));
  const leaving = new AbortController();
  const reading = read(open(), { url, signal: leaving.signal });
  setTimeout(() => leaving.abort(new Error('cancelled')), 50);
  await expect(reading).rejects.toThrow('cancelled');
});

test('a server that is not there, and one that speaks no HTTP, are named in a sentence', async () => {
  await expect(open().fetch({ url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    code: 'outside.unreachable',
    message: expect.stringContaining('127.0.0.1:9'),
  });
  const garbage = createTcpServer((socket) => void socket.resume().end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((done) => garbage.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(garbage.address() as AddressInfo).port}/`;
  await expect(open().fetch({ url })).rejects.toMatchObject({ code: 'outside.unreadable' });
  await new Promise((done) => garbage.close(done));
  const nowhere = open({}, () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' })));
  await expect(nowhere.fetch({ url: 'http://nowhere.example/' })).rejects.toMatchObject({
    message: 'There is no server with the name nowhere.example.',
  });
});

test('what a server compressed in spite of us is unpacked up to the limit: a megabyte of gzip that holds a gigabyte ends there', async () => {
  const url = await serve((_req, res) =>
    res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain')),
  );
  const answer = await open().fetch({ url });
  const encoding = answer.headers['content-encoding'];
  const plain = await buffer(decodeBody(answer.body, { encoding, maxBytes: 100 }));
  expect(plain.toString()).toBe('plain');

  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  async function* once() {
    yield bomb;
  }
  const before = process.memoryUsage.rss();
  await expect(buffer(decodeBody(once(), { encoding: 'gzip', maxBytes: 1_000_000 }))).rejects.toMatchObject({
    code: 'outside.too_large',
  });
  expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1024 * 1024);
  await expect(buffer(decodeBody(once(), { encoding: 'br', maxBytes: 1_000_000 }))).rejects.toMatchObject({
    code: 'outside.unreadable',
  });
  await expect(
    buffer(decodeBody(once(), { encoding: 'gzip, gzip', maxBytes: 1_000_000 })),
  ).rejects.toMatchObject({ code: 'outside.unreadable' });
});
