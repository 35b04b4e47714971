import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestUpstream } from '@cairn/testing';
import type { Person, TestUpstream } from '@cairn/testing';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let ada: Person;
let analysis: TestUpstream;
let formbuilder: TestUpstream;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'field-sync-static-'));
  await mkdir(join(folder, 'css'));
  await writeFile(join(folder, 'css/site.css'), 'body { color: red }');
  await writeFile(join(folder, '.secret'), 'hidden');
  await symlink('/etc/hostname', join(folder, 'link.txt'));
  analysis = await startTestUpstream('analysis');
  formbuilder = await startTestUpstream('formbuilder');
  app = await startTestFieldSync({
    env: {
      ...{ ANALYSIS_URL: `${analysis.url}/base`, FORMBUILDER_URL: formbuilder.url },
      ANALYSIS_STATIC_ROOT: folder,
    },
  });
  ada = await app.signUp({ username: 'ada', isAdmin: true });
});
afterAll(async () => {
  await app.close();
  await Promise.all([analysis.close(), formbuilder.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  analysis.requests.length = 0;
  formbuilder.requests.length = 0;
});

/** Sends the path letter by letter, which fetch would not. */
function send(path: string, { method = 'GET', person = ada as Person | null } = {}) {
  const { hostname, port } = new URL(app.url);
  return new Promise<{ status: number; headers: Record<string, any>; body: string }>((resolve, reject) => {
    const headers = person ? { cookie: person.cookie } : {};
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test.each([
  [
    'GET /analysis/{path} catch-all UI proxy',
    '/analysis/app/a%20b.html?q=1&q=%2F',
    '/base/app/a%20b.html?q=1&q=%2F',
  ],
  ['GET /analysis/{path} catch-all UI proxy', '/field-sync/analysis/app.js', '/base/app.js'],
  ['GET /analysis/{path} catch-all UI proxy', '/analysis/', '/base/'],
  ['GET /formbuilder/{path} catch-all UI proxy', '/formbuilder/forms/1?x', '/forms/1?x'],
  ['GET /formbuilder/{path} catch-all UI proxy', '/formbuilder/', '/'],
])('%s passes %s on as %s', async (_operation, path, address) => {
  const upstream = path.includes('analysis') ? analysis : formbuilder;
  const answer = await send(path);
  expect([answer.status, JSON.parse(answer.body).address]).toEqual([200, address]);
  expect(upstream.requests).toMatchObject([{ method: 'GET', address }]);
  for (const name of ['cookie', 'x-user-id']) expect(upstream.requests[0]!.headers).not.toHaveProperty(name);
});

test('GET /analysis/{path} lets only type and body come back, in a sandbox', async () => {
  analysis.answer('/base/page', {
    status: 404,
    headers: { 'content-type': 'text/html', 'x-own': '1', 'clear-site-data': '"*"', etag: '"1"' },
    body: '<h1>page</h1>',
  });
  const { status, headers, body } = await send('/analysis/page');
  expect([status, headers['content-type'], body]).toEqual([200, 'text/html', '<h1>page</h1>']);
  expect(headers['content-security-policy']).toMatch(/^sandbox /);
  expect(headers['content-security-policy']).not.toContain('allow-same-origin');
  for (const name of ['set-cookie', 'x-own', 'clear-site-data', 'etag'])
    expect(headers).not.toHaveProperty(name);
});

test.each([
  '/analysis/../admin/projects.php',
  '/analysis/%2e%2e/x',
  '/analysis/%252e%252e/x',
  '/analysis/a/%25252e%25252e/x',
  '/analysis/a%252f..%252fx',
  '/analysis/%5c..%5cx',
  '/analysis/%255cx',
  '/analysis//evil.example/',
  '/analysis/a%250d%250ax',
  '/formbuilder/%252e%252e/x',
])('GET %s is refused, and the upstream sees nothing', async (path) => {
  expect([403, 404]).toContain((await send(path)).status);
  expect([...analysis.requests, ...formbuilder.requests]).toEqual([]);
});

test('GET /analysis/{path} sends the files of the operator by their exact names', async () => {
  const { status, headers, body } = await send('/analysis/css/site.css');
  expect([status, body]).toEqual([200, 'body { color: red }']);
  expect(headers['content-type']).toMatch(/^text\/css/);
  expect(headers['content-security-policy']).toMatch(/^sandbox /);
  expect(analysis.requests).toEqual([]);
  for (const path of ['CSS/site.css', 'css/site.css.bak', '.secret', 'link.txt', 'css%2Fsite.css']) {
    const other = await send(`/analysis/${path}`);
    expect(other.body).not.toMatch(/color|hidden/);
  }
  expect(analysis.requests.map(({ address }) => address)).toContain('/base/link.txt');
  expect((await send('/formbuilder/css/site.css')).body).toContain('formbuilder');
});

test('HEAD is passed on, and other methods are refused', async () => {
  const head = await send('/analysis/page.html', { method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
  expect(analysis.requests).toMatchObject([{ method: 'HEAD' }]);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await send('/analysis/page.html', { method })).status).toBe(405);
  expect(analysis.requests).toHaveLength(1);
});

test('GET /analysis/{path} is 502 for a redirect, and sends nobody to the platform to sign in', async () => {
  analysis.answer('/base/moved', { status: 301, headers: { location: 'https://evil.example/' } });
  const moved = await send('/analysis/moved');
  expect([moved.status, moved.headers['location']]).toEqual([502, undefined]);
  const nobody = await send('/analysis/moved', { person: null });
  expect(nobody.status).toBe(303);
});
