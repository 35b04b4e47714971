import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listen, until } from '@cairn/testing';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';

/** A publish service whose answers a test chooses. The real one is tried in gis-runtime.test.ts. */
let answer: (req: IncomingMessage, res: ServerResponse) => void;
const asked: { method: string; url: string; authorization: string }[] = [];
const publishService = createServer((req, res) => {
  asked.push({
    ...{ method: req.method ?? '', url: req.url ?? '' },
    authorization: req.headers.authorization ?? '',
  });
  answer(req, res);
});

let app: TestVault;
let viewer: Person;
let editor: Person;
let stranger: Person;
beforeAll(async () => {
  const url = await listen(publishService);
  app = await startTestVault({ inspects: false, env: { GISPROJ_URL: `${url}/` } });
  [viewer, editor, stranger] = [
    await app.signUp({ username: 'viewer', service: 'view' }),
    await app.signUp({ username: 'editor' }),
    await app.signUp({ username: 'stranger', service: null }),
  ];
});
beforeEach(() => void asked.splice(0));
afterAll(async () => {
  publishService.closeAllConnections();
  publishService.close();
  await app?.close();
});

const json =
  (status: number, body: unknown): typeof answer =>
  (_req, res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const get = (person: Person | null, path = '', to: { url: string } = app) =>
  ask(to, person, { path: `/api/gisproj-projects${path}` });
const restore = (person: Person | null, path: string) =>
  ask(app, person, { path: `/api/gisproj-projects${path}`, method: 'POST' });

const ROADS = {
  ...{ id: 'roads', name: 'Roads', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' },
  ...{ render_mode: 'wms', viewer_url: 'https://gis.example.org/roads', runtime_status: 'running' },
};

test('GET /api/gisproj-projects returns the summaries of the publish service, with what the caller may do', async () => {
  answer = json(200, {
    projects: [
      { ...ROADS, snapshot_count: 3, secret: 'x' },
      { id: 'bare', name: 'Bare' },
    ],
  });
  expect(await get(editor)).toMatchObject({
    status: 200,
    body: [
      { ...ROADS, snapshot_count: 3, can_edit: true },
      { id: 'bare', name: 'Bare', snapshot_count: 0, runtime_status: 'unknown', can_edit: true },
    ],
  });
  const { body } = await get(viewer);
  expect(body.map((each: any) => each.can_edit)).toEqual([false, false]);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect([asked[0]?.url, asked[0]?.authorization]).toEqual([
    '/api/projects',
    expect.stringMatching(/^Bearer cairn_svc_/),
  ]);
});

test('GET /api/gisproj-projects/{id} counts the snapshots with a second request', async () => {
  answer = (req, res) =>
    req.url?.endsWith('/versions')
      ? json(200, { project_id: 'roads', versions: [{ version: 0 }, { version: 1 }, { version: 2 }] })(
          req,
          res,
        )
      : json(200, ROADS)(req, res);
  const { status, body } = await get(viewer, '/roads');
  expect([status, body]).toEqual([200, { ...ROADS, snapshot_count: 2, can_edit: false }]);
  expect(asked.map(({ url }) => url)).toEqual(['/api/projects/roads', '/api/projects/roads/versions']);
  expect((await get(viewer, '/a%2Fb')).status).toBe(400);
  expect((await get(viewer, '/..')).status).toBeGreaterThanOrEqual(400);
  answer = json(404, { error: 'none' });
  expect((await get(viewer, '/gone')).status).toBe(404);
});

test('GET /api/gisproj-projects/{id}/versions returns the versions, and passes on other statuses', async () => {
  const versions = [
    { version: 0, created_at: '2026-01-02T00:00:00Z', size_bytes: 7, is_runtime: true },
    { version: 1, created_at: '2026-01-01T00:00:00Z', size_bytes: 5, is_runtime: false },
  ];
  answer = json(200, { versions });
  expect((await get(viewer, '/roads/versions')).body).toEqual({ project_id: 'roads', versions });
  answer = json(410, { error: 'gone' });
  expect(await get(viewer, '/roads/versions')).toMatchObject({ status: 410, body: { error: 'gone' } });
});

test('POST /api/gisproj-projects/{id}/versions/{version}/restore passes on status and JSON, for editors only', async () => {
  answer = json(202, { queued: true });
  expect(await restore(editor, '/roads/versions/2/restore')).toMatchObject({
    status: 202,
    body: { queued: true },
  });
  expect(asked).toMatchObject([{ method: 'POST', url: '/api/projects/roads/versions/2/restore' }]);
  answer = json(409, { error: 'A restore is running.' });
  expect(await restore(editor, '/roads/versions/2/restore')).toMatchObject({
    status: 409,
    body: { error: 'A restore is running.' },
  });
  asked.splice(0);
  expect((await restore(viewer, '/roads/versions/2/restore')).status).toBe(403);
  expect((await restore(null, '/roads/versions/2/restore')).status).toBe(401);
  expect((await restore(editor, '/roads/versions/-1/restore')).status).toBe(400);
  expect(asked).toEqual([]);
});

test('GET /api/gisproj-projects/{id}/download passes on the file with its content headers, and no others', async () => {
  answer = (_req, res) =>
    void res
      .writeHead(200, {
        ...{ 'Content-Type': 'text/html', 'Content-Length': 25, 'Set-Cookie': 'platform_session=x' },
        ...{ 'Content-Disposition': 'inline; filename="x.html"', 'Access-Control-Allow-Origin': '*' },
      })
      .end('<script>alert(1)</script>');
  const response = await fetch(`${app.url}/api/gisproj-projects/roads/download`, {
    headers: cookieOf(viewer),
  });
  expect(await response.text()).toBe('<script>alert(1)</script>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'text/html', 'content-length': '25', 'x-content-type-options': 'nosniff' },
    'content-disposition': 'attachment; filename="roads.zip"',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect([response.headers.get('set-cookie'), response.headers.get('access-control-allow-origin')]).toEqual([
    null,
    null,
  ]);
});

test('GET /api/gisproj-projects/{id}/versions/{version}/download ends the request when the client leaves', async () => {
  let wasCut = false;
  answer = (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': 1_000_000_000 });
    res.write(Buffer.alloc(64 * 1024));
    res.once('close', () => (wasCut = true));
  };
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/api/gisproj-projects/roads/versions/1/download`, {
    headers: cookieOf(viewer),
    signal: leaving.signal,
  });
  await response.body!.getReader().read();
  expect(wasCut).toBe(false);
  leaving.abort();
  await until('the request has ended', async () => wasCut);
});

test('GET /api/gisproj-projects returns 502 when the publish service fails, and 503 without one', async () => {
  for (const bad of [
    json(500, { error: 'x' }),
    json(401, { error: 'x' }),
    json(200, { projects: 'none' }),
    json(200, [{ name: 'no id' }]),
    ((_req, res) => void res.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()) as typeof answer,
    ((_req, res) => void res.end('<html>')) as typeof answer,
    ((_req, res) => void res.destroy()) as typeof answer,
    ((_req, res) => {
      res.writeHead(200, { 'Content-Length': 100 });
      res.write('{"projects":');
      setImmediate(() => res.destroy());
    }) as typeof answer,
    ((_req, res) => {
      res.write('[');
      // More than the vault reads.
      const more = () => res.writable && res.write(Buffer.alloc(1 << 20, ' '), () => more());
      more();
    }) as typeof answer,
  ]) {
    answer = bad;
    const { status, body } = await get(viewer);
    expect([status, body]).toMatchObject([502, { error: expect.stringMatching(/publish service/) }]);
  }
  expect((await get(null)).status).toBe(401);
  expect((await get(stranger)).status).toBe(403);
  const bare = await startTestVault({ inspects: false });
  try {
    const person = await bare.signUp({ username: 'someone' });
    for (const path of ['', '/roads', '/roads/versions', '/roads/download', '/roads/versions/1/download'])
      expect((await get(person, path, bare)).status).toBe(503);
  } finally {
    await bare.close();
  }
});

test('GET /api/gisproj-projects/{id}/download is cut, not completed, when the publish service breaks off', async () => {
  answer = (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': 1_000 });
    res.write('PK', () => res.destroy());
  };
  const response = await fetch(`${app.url}/api/gisproj-projects/roads/download`, {
    headers: cookieOf(viewer),
  });
  await expect(response.arrayBuffer()).rejects.toThrow();
});

function cookieOf({ cookie }: Person): { Cookie: string } {
  return { Cookie: cookie };
}
