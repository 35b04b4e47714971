import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { htmlPage, serveWithFaults, tooManyRequests } from './fault-injector.ts';
import type { FaultyServer } from './fault-injector.ts';

const FILE = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
let server: FaultyServer<'odd'>;
beforeAll(async () => {
  server = await serveWithFaults<'odd'>(async (req, res, has) => {
    if (req.url?.startsWith('/json')) {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ odd: has('odd') }));
      return;
    }
    res.writeHead(200, { 'content-length': FILE.length });
    await pipeline(Readable.from(pieces()), res).catch(() => undefined);
  });
});
afterEach(() => server.reset());
afterAll(() => server.close());

function* pieces(): Generator<Buffer> {
  for (let from = 0; from < FILE.length; from += 16_384) yield FILE.subarray(from, from + 16_384);
}

/** The bytes that arrived, and whether the body was complete. */
async function get(path = '/file', init: RequestInit = {}) {
  const response = await fetch(server.url + path, init);
  const chunks: Uint8Array[] = [];
  let complete = true;
  try {
    for await (const chunk of response.body!) chunks.push(chunk);
  } catch {
    complete = false;
  }
  return { response, bytes: Buffer.concat(chunks), complete };
}

test('passes what no rule names, and records the request', async () => {
  const { bytes, complete } = await get('/a%20b?version=v1', {
    headers: { range: 'bytes=0-', authorization: 'Bearer secret' },
  });
  expect(complete && bytes.equals(FILE)).toBe(true);
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/a b',
      query: { version: 'v1' },
      range: 'bytes=0-',
      authorization: 'bearer',
      status: 200,
      bytesSent: FILE.length,
    },
  ]);
});

test('cuts a body at a byte, as often as the rule says and on its path only', async () => {
  const fault = server.fail({ path: /^\/file/, cutAt: 70_000, times: 2, after: 1 });
  const complete: boolean[] = [];
  for (let i = 0; i < 4; i += 1) {
    const download = await get();
    // A client may lose the last bytes before a cut.
    expect(FILE.subarray(0, download.bytes.length).equals(download.bytes)).toBe(true);
    complete.push(download.complete);
  }
  expect(complete).toEqual([true, false, false, true]);
  expect(fault.hits()).toBe(2);
  expect(server.requests.map(({ bytesSent }) => bytesSent)).toEqual([200_000, 70_000, 70_000, 200_000]);
});

test('cuts a body that is sent at once', async () => {
  server.fail({ path: '/json', cutAt: 5 });
  expect(await get('/json')).toMatchObject({ complete: false });
  expect(server.requests).toMatchObject([{ bytesSent: 5 }]);
});

test('stalls until a promise is settled', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.fail({ stallAt: 1_000, until: promise });
  const response = await fetch(`${server.url}/file`);
  const reader = response.body!.getReader();
  expect((await reader.read()).value).toHaveLength(1_000);
  resolve();
  let length = 1_000;
  for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.length;
  expect(length).toBe(FILE.length);
});

test('changes one byte, or sends fewer with a length to match', async () => {
  server.fail({ path: '/flipped', flipAt: 20_000 });
  server.fail({ path: '/short', shortTo: 100 });
  const flipped = await get('/flipped');
  expect(flipped).toMatchObject({ complete: true, bytes: { length: FILE.length } });
  expect(sha(flipped.bytes)).not.toBe(sha(FILE));
  expect(flipped.bytes.filter((byte, index) => byte !== FILE[index])).toHaveLength(1);
  const short = await get('/short');
  expect(short).toMatchObject({ complete: true, bytes: FILE.subarray(0, 100) });
  expect(short.response.headers.get('content-length')).toBe('100');
});

test('calls what happens in the middle of a download', async () => {
  const sent: number[] = [];
  server.fail({ during: { at: 50_000, call: () => sent.push(server.requests[0]!.bytesSent) } });
  expect((await get()).bytes.equals(FILE)).toBe(true);
  expect(sent).toEqual([50_000]);
});

test('answers instead of the server: a status, a page, 429 with seconds or a date', async () => {
  server.fail({ status: 503, body: { detail: 'maintenance' } });
  server.fail({ ...htmlPage(), after: 1 });
  server.fail({ ...tooManyRequests(7), after: 2 });
  server.fail({ ...tooManyRequests(new Date(0)), after: 3 });
  const answers = [await get(), await get(), await get(), await get()];
  expect(answers.map(({ response }) => response.status)).toEqual([503, 200, 429, 429]);
  expect(answers[0]!.bytes.toString()).toBe('{"detail":"maintenance"}');
  expect(answers[1]!.bytes.toString()).toContain('<html>');
  expect(answers[2]!.response.headers.get('retry-after')).toBe('7');
  expect(answers[3]!.response.headers.get('retry-after')).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
});

test('closes the connection before an answer, and asks the server for a quirk', async () => {
  server.fail({ drop: true });
  server.fail({ quirk: 'odd', after: 1 });
  await expect(fetch(`${server.url}/json`)).rejects.toThrow();
  expect((await get('/json')).bytes.toString()).toBe('{"odd":true}');
  expect((await get('/json')).bytes.toString()).toBe('{"odd":false}');
});

function sha(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}
