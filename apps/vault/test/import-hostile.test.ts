import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, NOTHING, traces } from './client.ts';
import { geoJson, plantSecret, rawVrt, text, wms } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openClosedCanary, openServer, OUTBOUND, sendFile } from './outbound.ts';

const MIB = 1024 * 1024;

let app: TestVault;
let ada: Person;
let worker: ReturnType<TestVault['work']>;
let server: Awaited<ReturnType<typeof openServer>>;
let canary: Awaited<ReturnType<typeof openClosedCanary>>;
let secret: Awaited<ReturnType<typeof plantSecret>>;
/** The address of a host name at each lookup. */
let names: string[][] = [];

beforeAll(async () => {
  app = await startTestVault({
    env: OUTBOUND,
    safeFetch: {
      limits: { stretchMs: 500, bytesPerStretch: 1_000, idleMs: 3_000 },
      resolve: () =>
        Promise.resolve(
          (names.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    },
  });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
  canary = await openClosedCanary();
  secret = await plantSecret();
  const bodies: Record<string, Uint8Array> = {
    '/vrt.tif': rawVrt(secret.path),
    '/wms.tif': wms(canary.url),
    '/vrt.geojson': text(`{}\n${Buffer.from(rawVrt(secret.path)).toString()}`),
    '/linked.geojson': geoJson({ crs: { type: 'link', properties: { href: canary.url, type: 'proj4' } } }),
    '/page.gpkg': text('<!doctype html><title>Sign in</title>'),
    '/empty.tif': new Uint8Array(),
    '/cut.zip': text('PK\x03\x04 and then nothing'),
  };
  const heads: Record<string, [number, Record<string, string>]> = {
    '/to-canary': [302, { location: `${canary.url}/secret` }],
    '/to-name': [307, { location: 'http://inner.example/' }],
    '/to-file': [302, { location: `file://${secret.path}` }],
    '/to-itself': [301, { location: '/to-itself' }],
    '/to-nowhere': [302, {}],
    '/page.html': [200, { 'content-type': 'text/html; charset=utf-8' }],
    '/huge.tif': [200, { 'content-length': String(9 * MIB) }],
    '/unknown': [200, { 'content-type': 'application/octet-stream' }],
    '/gone.tif': [404, {}],
    '/login.tif': [403, {}],
    '/ill.tif': [500, {}],
    '/nothing.tif': [204, {}],
    '/odd-encoding.tif': [200, { 'content-encoding': 'rot13' }],
  };
  server = await openServer((req, res) => {
    const url = req.url ?? '';
    const body = bodies[url];
    const head = heads[url];
    if (body) sendFile(req, res, { body });
    else if (head) res.writeHead(...head).end();
    else if (url === '/endless.geojson') {
      const push = (): unknown => res.write(Buffer.alloc(65_536, 32), () => res.destroyed || push());
      push();
    } else if (url === '/bomb.geojson') {
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(256 * MIB, 32)));
    } else if (url === '/drip.geojson') {
      const drip = setInterval(() => res.write(' '), 100);
      res.once('close', () => clearInterval(drip));
    } else if (url === '/silent.geojson') res.write('{');
    else if (url === '/cut.geojson')
      sendFile(req, res, { body: geoJson({ note: 'x'.repeat(200_000) }), cutAfter: 100_000 });
    else res.writeHead(404).end();
  });
});

afterEach(() => {
  names = [];
});

afterAll(async () => {
  await worker.stop();
  await canary.close();
  await server.close();
  await secret.remove();
  await app.close();
});

/** Expects a failed import that leaves only its job and sends no request to the canary. */
async function fails(url: string): Promise<{ status: number; error: string }> {
  const json = { dataset_name: 'hostile', url };
  const { status, body } = await ask(app, ada, { path: '/import-url', method: 'POST', json });
  expect(JSON.stringify(body)).not.toContain(secret.secret);
  expect(canary.requests).toEqual([]);
  const { jobs } = await traces(app);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs });
  return { status, error: body.error };
}

test.each([
  ['file:///etc/passwd', 'http:// or https://'],
  ['ftp://127.0.0.1/a.tif', 'http:// or https://'],
  ['gopher://127.0.0.1:70/_x', 'http:// or https://'],
  ['/vsicurl/http://127.0.0.1/a.tif', 'http:// or https://'],
  ['http://ada:secret@127.0.0.1/a.tif', 'username or password'],
  ['http://127.0.0.2/a.tif', 'private or reserved network'],
  ['http://[::1]/a.tif', 'private or reserved network'],
  ['http://[::ffff:127.0.0.2]/a.tif', 'private or reserved network'],
  ['http://2130706434/a.tif', 'private or reserved network'],
  ['http://169.254.169.254/latest/meta-data/', 'private or reserved network'],
  ['http://0/a.tif', 'private or reserved network'],
])('POST /import-url returns 400 for the address %s (%s) without queueing a job', async (url, sentence) => {
  const jobs = await app.rows('jobs');
  expect(await fails(url)).toEqual({ status: 400, error: expect.stringContaining(sentence) });
  expect(await app.rows('jobs')).toBe(jobs);
});

test.each([
  ['private', [['10.0.0.1']]],
  ['loopback', [['127.0.0.2']]],
  ['loopback in IPv6', [['::1']]],
  ['public and private', [['93.184.215.14', '192.168.1.1']]],
])(
  'POST /import-url returns 400 for a host name with a %s address and sends no request',
  async (_what, meanings) => {
    names = meanings;
    const { port } = new URL(canary.url);
    expect(await fails(`http://inner.example:${port}/a.tif`)).toEqual({
      status: 400,
      error: expect.stringContaining('inner.example'),
    });
  },
);

test('a host name that resolves to a private address when a download resumes (DNS rebinding) returns 400, and the canary gets no request', async () => {
  names = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
  const { port } = new URL(server.url);
  const before = server.requests.length;
  const { status, error } = await fails(`http://rebind.example:${port}/cut.geojson`);
  expect([status, error]).toEqual([400, expect.stringContaining('private or reserved network')]);
  expect(server.requests.length).toBe(before + 1);
  expect(names).toEqual([['127.0.0.2']]);
});

test.each([
  ['/to-canary', 400, 'private or reserved network'],
  ['/to-name', 400, 'private or reserved network'],
  ['/to-file', 400, 'http:// or https://'],
  ['/to-itself', 422, 'redirects too many times'],
  ['/to-nowhere', 422, 'a redirect without an address'],
  ['/page.html', 422, 'a web page, not a file'],
  ['/page.gpkg', 422, 'a different content'],
  ['/vrt.tif', 422, 'a different content'],
  ['/wms.tif', 422, 'a different content'],
  ['/vrt.geojson', 422, ''],
  ['/linked.geojson', 422, ''],
  ['/empty.tif', 422, 'empty'],
  ['/cut.zip', 422, ''],
  ['/huge.tif', 422, '9 MiB, and 8 MiB is the maximum'],
  ['/endless.geojson', 422, 'larger than 8 MiB'],
  ['/bomb.geojson', 422, 'larger than 8 MiB'],
  ['/drip.geojson', 422, 'sends too slowly'],
  ['/silent.geojson', 422, ''],
  ['/unknown', 422, 'Use an address that ends in'],
  ['/odd-encoding.tif', 422, 'encoding'],
  ['/gone.tif', 422, 'There is no file'],
  ['/login.tif', 422, 'without a login'],
  ['/ill.tif', 422, 'answers 500'],
  ['/nothing.tif', 422, 'answers 204'],
])(
  'an import of %s returns %i "%s", leaves nothing and sends no other request',
  async (path, status, sentence) => {
    names = [['10.0.0.1']];
    expect(await fails(server.url + path)).toEqual({ status, error: expect.stringContaining(sentence) });
  },
);

test('an import of a slow, silent or endless response closes the connection', async () => {
  const open = () => server.requests.filter(({ url }) => /drip|silent|endless/.test(url)).length;
  expect(open()).toBeGreaterThanOrEqual(3);
  await until('no connection is left', async () => (await server.connections()) === 0);
});

test('an import returns 422 when its time limit is reached over many lost connections', async () => {
  const cutting = await openServer((req, res) => {
    setTimeout(() => sendFile(req, res, { body: new Uint8Array(7 * MIB), cutAfter: 100_000 }), 100);
  });
  const short = await startTestVault({ env: OUTBOUND, importMs: 1_000 });
  const busy = short.work();
  try {
    const bob = await short.signUp({ username: 'bob' });
    const json = { dataset_name: 'cut', url: `${cutting.url}/file.gpkg` };
    const { status, body } = await ask(short, bob, { path: '/import-url', method: 'POST', json });
    expect({ status, error: body.error }).toEqual({
      status: 422,
      error: 'The server took longer than is allowed for one file.',
    });
    const { jobs } = await traces(short);
    expect(await traces(short)).toEqual({ ...NOTHING, jobs });
    expect(cutting.requests.length).toBeGreaterThan(1);
  } finally {
    await busy.stop();
    await short.close();
    await cutting.close();
  }
});
