import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let viewer: Person;
let pages: string;

const PAGES = [
  'GET /workspace',
  'GET /connections',
  'GET /databases',
  'GET /databases/{id}',
  'GET /jobs',
  'GET /users',
  'GET /users/detail',
  'GET /groups',
  'GET /groups/detail',
  'GET /network-access',
  'GET /settings',
  'GET /terminal',
];
const FILES = ['GET /app.js', 'GET /style.css', 'GET /terminal.js'];
const pathOf = (operation: string) => operation.replace('GET ', '');

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  await writeFile(join(pages, 'index.html'), '<!doctype html><head><base href="/"></head>');
  for (const file of FILES) await writeFile(join(pages, pathOf(file)), `/* ${file} */`);
  app = await startTestDbadmin({ PAGES_ROOT: pages });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

test.each(['/', '/dbadmin/'])('GET / as %s redirects to the databases below the base path', async (path) => {
  const { status, headers } = await app.ask(null, { path });
  expect([status, headers.get('location')]).toEqual([302, '/dbadmin/databases']);
});

test('GET /login redirects to the central sign-in page', async () => {
  const { status, headers } = await app.ask(null, { path: '/login' });
  expect(status).toBe(303);
  expect(headers.get('location')).toMatch(/^\/login\?next=/);
});

test.each(PAGES)(
  '%s is a page for signed-in users and redirects others to the sign-in page',
  async (operation) => {
    const path = pathOf(operation).replace('{id}', 'not-a-number');
    const page = await app.ask(viewer, { path });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await app.ask(viewer, { path, method: 'HEAD' })).status).toBe(200);
    const nobody = await app.ask(null, { path });
    expect(nobody.status).toBe(303);
    expect(nobody.headers.get('location')).toContain('/login?next=');
  },
);

test.each(FILES)('%s is revalidated by its modification time', async (operation) => {
  const path = pathOf(operation);
  await utimes(join(pages, path), new Date('2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:05Z'));
  const first = await app.ask(null, { path });
  expect(first.status).toBe(200);
  const modified = first.headers.get('last-modified') ?? '';
  expect(modified).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
  // Said outright, or fetch adds no-cache to what is asked with a condition.
  const headers = { 'if-modified-since': modified, 'cache-control': 'max-age=0' };
  const again = await app.ask(null, { path, headers });
  expect(again.status).toBe(304);
  await utimes(join(pages, path), new Date(), new Date());
  expect((await app.ask(null, { path, headers })).status).toBe(200);
});

test('ANY /shared/ui/{path} serves the shared assets', async () => {
  expect((await app.ask(null, { path: '/shared/ui/theme.js' })).status).toBe(200);
  expect((await app.ask(null, { path: '/shared/ui/nothing.js' })).status).toBe(404);
  expect((await app.ask(null, { path: '/shared/ui/..%2f..%2fpackage.json' })).status).not.toBe(200);
});
