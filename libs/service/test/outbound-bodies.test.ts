import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSafeFetch, formBody, jsonBody, multipartBody } from '../src/index.ts';
import type { OutboundBody, OutboundRequest, SafeFetch } from '../src/index.ts';

let server: Server;
let outbound: SafeFetch;
let url: string;
let received: { method: string; headers: IncomingHttpHeaders; body: Buffer } | null;

beforeEach(async () => {
  received = null;
  server = createServer(async (req, res) => {
    received = { method: req.method!, headers: req.headers, body: await buffer(req) };
    res.setHeader('Set-Cookie', ['session=1', 'other=2']).setHeader('X-Kept', 'yes').end('done');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outbound = createSafeFetch({ allowedNetworks: ['127.0.0.1/32'], userAgent: 'Cairn test' });
});

afterEach(async () => {
  await outbound.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function send(request: Partial<OutboundRequest>) {
  const { status, headers, body } = await outbound.fetch({ url, method: 'POST', ...request });
  expect([status, (await buffer(body)).toString()]).toEqual([200, 'done']);
  return headers;
}

/** As the server understands it. */
function form(): Promise<FormData> {
  const type = received!.headers['content-type']!;
  return new Response(new Uint8Array(received!.body), { headers: { 'content-type': type } }).formData();
}

test.each(['POST', 'PUT', 'PATCH'] as const)('%s sends JSON', async (method) => {
  await send({ method, ...jsonBody({ name: 'Seen & gesehen' }) });
  expect([received?.method, received?.headers['content-type']]).toEqual([method, 'application/json']);
  expect(JSON.parse(String(received?.body))).toEqual({ name: 'Seen & gesehen' });
});

test('POST sends the fields of a form, a list once for each value', async () => {
  await send(formBody({ name: 'a b&c', ids: ['1', '2'], none: [] }));
  expect(received?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(String(received?.body)).toBe('name=a+b%26c&ids=1&ids=2');
});

describe('a multipart form', () => {
  test('has its texts and files as they are, and a length when all sizes are known', async () => {
    const stream = Readable.from([Buffer.from('one '), Buffer.from('two\r\n--')]);
    await send(
      multipartBody([
        { name: 'manifest', value: '{"é":1}' },
        { name: 'bundle', fileName: 'a "b"\r\n.zip', type: 'application/zip', content: stream, size: 11 },
        { name: 'icon', fileName: 'i.png', content: Buffer.from([0, 255, 13, 10]) },
      ]),
    );
    expect(Number(received?.headers['content-length'])).toBe(received?.body.length);
    const fields = await form();
    const [bundle, icon] = [fields.get('bundle') as File, fields.get('icon') as File];
    expect(fields.get('manifest')).toBe('{"é":1}');
    expect([bundle.name, bundle.type, await bundle.text()]).toEqual([
      expect.stringContaining('b'),
      'application/zip',
      'one two\r\n--',
    ]);
    expect([...new Uint8Array(await icon.arrayBuffer())]).toEqual([0, 255, 13, 10]);
    expect([...fields.keys()]).toEqual(['manifest', 'bundle', 'icon']);
  });

  test('is sent in chunks when the size of a stream is unknown', async () => {
    const content = Readable.from([Buffer.from('abc')]);
    await send(multipartBody([{ name: 'file', fileName: 'f', content }]));
    expect(received?.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(await ((await form()).get('file') as File).text()).toBe('abc');
    expect(content.destroyed).toBe(true);
  });

  test('ends the request when a stream fails, and destroys those that were not read', async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('disk'));
      },
    });
    const next = Readable.from([Buffer.from('never')]);
    const parts = [failing, next].map((content) => ({ name: 'file', fileName: 'f', content }));
    await expect(outbound.fetch({ url, method: 'POST', ...multipartBody(parts) })).rejects.toThrow();
    expect(next.destroyed).toBe(true);
  });

  test('destroys its streams when the address is refused', async () => {
    const content = Readable.from([Buffer.from('never')]);
    const sent: OutboundBody = multipartBody([{ name: 'file', fileName: 'f', content }]);
    await expect(
      outbound.fetch({ url: 'http://127.0.0.2:1/', method: 'POST', ...sent }),
    ).rejects.toMatchObject({ reason: 'refused' });
    await new Promise(setImmediate);
    expect(content.destroyed).toBe(true);
  });
});

describe('cookies', () => {
  test('of the server do not reach the caller', async () => {
    const headers = await send({});
    expect([headers['x-kept'], headers['set-cookie']]).toEqual(['yes', undefined]);
  });

  test('are not sent, and the request is not made', async () => {
    await expect(outbound.fetch({ url, headers: { Cookie: 'a=1' } })).rejects.toThrow(
      'This request may not send a cookie.',
    );
    expect(received).toBeNull();
  });

  test('pass in both directions when the request says so', async () => {
    const headers = await send({ headers: { cookie: 'a=1' }, cookies: true });
    expect([received?.headers.cookie, headers['set-cookie']]).toEqual(['a=1', ['session=1', 'other=2']]);
  });
});
