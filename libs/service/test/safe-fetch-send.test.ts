import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSelfSignedCertificate } from '@cairn/testing';
import { createSafeFetch } from '../src/index.ts';
import type { SafeFetch } from '../src/index.ts';

let servers: Server[];
let outbound: SafeFetch;

beforeEach(() => {
  servers = [];
  outbound = createSafeFetch({ allowedNetworks: ['127.0.0.1/32'], userAgent: 'Cairn test' });
});

afterEach(async () => {
  await outbound.close();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
});

const echo: RequestListener = async (req, res) => res.end(`${req.method} ${await buffer(req)}`);

async function serve(answer: RequestListener, server = createServer(answer)): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(request: Parameters<SafeFetch['fetch']>[0]) {
  return (await buffer((await outbound.fetch(request)).body)).toString();
}

test.each(['POST', 'PUT'] as const)('%s sends text, bytes and streams', async (method) => {
  const url = `http://${await serve(echo)}`;
  expect(await read({ url, method, body: 'a=1' })).toBe(`${method} a=1`);
  expect(await read({ url, method, body: Buffer.from('bytes') })).toBe(`${method} bytes`);
  const body = Readable.from([Buffer.from('one '), Buffer.from('two')]);
  expect(await read({ url, method, body })).toBe(`${method} one two`);
});

test('DELETE is sent without a body', async () => {
  expect(await read({ url: `http://${await serve(echo)}`, method: 'DELETE' })).toBe('DELETE ');
});

test('a redirect of a request that sends something is an error, and nothing reaches the other address', async () => {
  let requests = 0;
  const target = await serve((_req, res) => {
    requests += 1;
    res.end();
  });
  const url = `http://${await serve((_req, res) => res.writeHead(307, { location: `http://${target}/` }).end())}`;
  await expect(outbound.fetch({ url, method: 'POST', body: 'password=1' })).rejects.toMatchObject({
    reason: 'redirects',
    message: expect.stringMatching(/redirects to another address\. Enter that address itself/),
  });
  expect(requests).toBe(0);
});

test('a body is not sent to a private network', async () => {
  await expect(
    outbound.fetch({ url: 'http://127.0.0.2:1/', method: 'POST', body: 'a' }),
  ).rejects.toMatchObject({ reason: 'refused' });
});

test('a self-signed certificate is refused unless the caller accepts it, which allows no other network', async () => {
  const certificate = createSelfSignedCertificate('localhost');
  const host = await serve(echo, createTlsServer(certificate, echo));
  await expect(outbound.fetch({ url: `https://${host}` })).rejects.toMatchObject({ reason: 'unreachable' });
  expect(await read({ url: `https://${host}`, verifyTls: false })).toBe('GET ');
  await expect(outbound.fetch({ url: `https://${host}` })).rejects.toMatchObject({ reason: 'unreachable' });
  const redirect: RequestListener = (_req, res) => res.writeHead(302, { location: `https://${host}/` }).end();
  const url = `https://${await serve(redirect, createTlsServer(certificate, redirect))}`;
  await expect(outbound.fetch({ url, verifyTls: false })).rejects.toMatchObject({ reason: 'unreachable' });
  await expect(outbound.fetch({ url: 'https://127.0.0.2:1', verifyTls: false })).rejects.toMatchObject({
    reason: 'refused',
  });
});
