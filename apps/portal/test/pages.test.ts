import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

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
  portal = await startTestPortal({ pages: folder, sharedAssets: join(folder, 'shared') });
  admin = await portal.addUser({ admin: true });
  user = await portal.addUser();
});
afterAll(async () => {
  await portal.close();
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
  test.each(OPEN)('%s is a page for everyone', async (operation) => {
    const { status, headers, text } = await portal.as().get(pathOf(operation));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(text).toContain('<title>Portal</title>');
  });

  test.each(['/admin', '/nowhere', '/admin/nowhere/at/all'])(
    'GET %s returns 404 as a page to browsers and as JSON to programs',
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

  test('GET /account is a page for signed-in users, and redirects others to the sign-in form and back', async () => {
    expect((await portal.as(user).get('/account')).status).toBe(200);
    const { status, headers } = await portal.as().get('/account?tab=tokens');
    expect({ status, location: headers.location }).toEqual({
      status: 303,
      location: '/login?next=%2Faccount%3Ftab%3Dtokens',
    });
  });

  test.each(ADMIN)(
    '%s is a page for administrators, redirects visitors to the sign-in form, and returns 403 to others',
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

  test('GET / uses the prefix of a trusted proxy as its base', async () => {
    const { text } = await portal.as().get('/').set('X-Forwarded-Prefix', '/gis');
    expect(text).toContain('<base href="/gis/">');
  });

  test('GET /assets/app-Ab12Cd34.js is cached forever, and files above the folder are not served', async () => {
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
  ])('GET /shared/ui/{path} returns shared assets: %s as %s', async (operation, type) => {
    const { status, headers } = await portal.as().get(pathOf(operation));
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['nothing.js', '..%2fsecret.txt', '../secret.txt', '%2e%2e/secret.txt', '.hidden', 'basemap'])(
    'GET /shared/ui/{path} returns 404 to %s',
    async (path) => {
      expect((await portal.as().get(`/shared/ui/${path}`)).status).toBe(404);
    },
  );

  test('GET /api/health returns a constant', async () => {
    const { status, body } = await portal.as().get('/api/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });

  test('GET /readyz returns whether the database is available', async () => {
    const { status, body } = await portal.as().get('/readyz');
    expect({ status, body }).toEqual({ status: 200, body: { ready: true, checks: { database: true } } });
  });
});
