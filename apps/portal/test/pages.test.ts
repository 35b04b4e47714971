import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startPortal } from './start-portal.ts';
import type { Person, TestPortal } from './start-portal.ts';

let portal: TestPortal;
let folder: string;
let admin: Person;
let user: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'shared/basemap'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><base href="/"><title>Portal</title></head>',
  );
  await writeFile(join(folder, 'assets/app-Ab12Cd34.js'), 'console.log(1)');
  await writeFile(join(folder, 'shared/mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'shared/basemap/land.json'), '{}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  portal = await startPortal({ pages: folder, sharedAssets: join(folder, 'shared') });
  admin = await portal.addUser({ admin: true });
  user = await portal.addUser();
});
afterAll(async () => {
  await portal.stop();
  await rm(folder, { recursive: true });
});

const OPEN = ['GET /', 'GET /services', 'GET /catalog', 'GET /administration'];
const ADMIN = [
  'GET /admin/portal',
  'GET /admin/resource-sync',
  'GET /admin/users',
  'GET /admin/groups',
  'GET /admin/resources',
  'GET /admin/permissions',
  'GET /admin/audit',
  'GET /admin/users/17',
  'GET /admin/groups/17/members',
  'GET /admin/resources/17/permissions',
  'GET /admin/permissions/17',
];
const pathOf = (operation: string) => operation.slice('GET '.length);

describe('pages', () => {
  test.each(OPEN)('%s is a page for everybody', async (operation) => {
    const { status, headers, text } = await portal.as().get(pathOf(operation));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(text).toContain('<title>Portal</title>');
  });

  test.each(['/admin', '/nowhere', '/admin/nowhere/at/all'])(
    'GET %s is a 404 with the app and its navigation for a browser, and a sentence for a program',
    async (path) => {
      const page = await portal.as(user).get(path).set('Accept', 'text/html');
      expect(page.status).toBe(404);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      });
      expect(page.text).toContain('<title>Portal</title>');
      const answer = await portal.as(user).get(path);
      expect([answer.status, answer.body]).toEqual([404, { error: expect.stringContaining('address') }]);
    },
  );

  test('GET /account is a page for who is signed in, and leads others to the sign-in form and back', async () => {
    expect((await portal.as(user).get('/account')).status).toBe(200);
    const { status, headers } = await portal.as().get('/account?tab=tokens');
    expect({ status, location: headers.location }).toEqual({
      status: 303,
      location: '/login?next=%2Faccount%3Ftab%3Dtokens',
    });
  });

  test.each(ADMIN)(
    '%s is a page for administrators; 303 to the sign-in form for nobody, 403 for others',
    async (operation) => {
      const path = pathOf(operation);
      expect((await portal.as(admin).get(path)).status).toBe(200);
      const refused = await portal.as(user).get(path);
      expect(refused.status).toBe(403);
      expect(refused.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      });
      // The app, with its navigation, says that the page is not for them.
      expect(refused.text).toContain('<meta name="cairn-status" content="403">');
      expect(refused.text).toContain('<title>Portal</title>');
      const { status, headers } = await portal.as().get(path);
      expect({ status, location: headers.location }).toEqual({
        status: 303,
        location: `/login?next=${encodeURIComponent(path)}`,
      });
    },
  );

  test('GET / names the prefix of a trusted proxy as the base of its addresses', async () => {
    const { text } = await portal.as().get('/').set('X-Forwarded-Prefix', '/gis');
    expect(text).toContain('<base href="/gis/">');
  });

  test('GET /assets/app-Ab12Cd34.js is served for ever, and nothing above the folder', async () => {
    const { status, headers } = await portal.as().get('/assets/app-Ab12Cd34.js');
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
    expect((await portal.as().get('/assets/..%2fsecret.txt')).status).toBe(404);
  });
});

describe('assets and health', () => {
  test.each([
    ['GET /shared/ui/mark.svg', 'image/svg+xml'],
    ['GET /shared/ui/basemap/land.json', 'application/json'],
  ])('GET /shared/ui/{path} serves what all services share: %s as %s', async (operation, type) => {
    const { status, headers } = await portal.as().get(pathOf(operation));
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['nothing.js', '..%2fsecret.txt', '../secret.txt', '%2e%2e/secret.txt', '.hidden', 'basemap'])(
    'GET /shared/ui/{path} answers 404 to %s',
    async (path) => {
      expect((await portal.as().get(`/shared/ui/${path}`)).status).toBe(404);
    },
  );

  test('GET /api/health answers a constant', async () => {
    const { status, body } = await portal.as().get('/api/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  test('GET /readyz says whether the database answers', async () => {
    const { status, body } = await portal.as().get('/readyz');
    expect({ status, body }).toEqual({ status: 200, body: { ready: true, checks: { database: true } } });
  });
});
