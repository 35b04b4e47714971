import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractRoutes, named } from '@cairn/testing';
import type { ContractRoute, Person } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const routes = contractRoutes('field-sync').filter(({ needs }) => needs.user === 'required' || needs.admin);
const forAdmins = routes.filter(({ needs }) => needs.admin);
const isApi = ({ path }: ContractRoute) => path.startsWith('/api/');
const isAction = ({ operation }: ContractRoute) => operation['x-errors'] === 'action';
const isDownload = (route: ContractRoute) =>
  route.path.startsWith('/admin/action/') && !isAction(route) && !isApi(route);

let app: TestFieldSync;

async function send(route: ContractRoute, person: Person | null, headers: Record<string, string> = {}) {
  const { status, headers: sent, body } = await app.ask(person, { ...route, headers });
  return { status, location: sent.get('location'), cache: sent.get('cache-control'), body };
}

describe('in central mode', () => {
  let worker: Person;
  beforeAll(async () => {
    app = await startTestFieldSync({
      env: { CENTRAL_LOGIN_URL: '/sign-in?from=field', CENTRAL_API_ME_URL: 'http://127.0.0.1:9/api/me' },
    });
    worker = await app.signUp({ username: 'will', service: 'admin' });
  });
  afterAll(() => app.close());

  test.each(named(routes))(
    '%s sends nobody to the platform to sign in, programs get 401',
    async (_n, route) => {
      const answer = await send(route, null);
      if (isApi(route)) {
        expect([answer.status, answer.location]).toEqual([401, null]);
        return;
      }
      const next = route.method === 'GET' ? `/field-sync${route.path}` : '/field-sync/index.php';
      expect(answer).toMatchObject({
        ...{ status: 303, cache: 'no-store' },
        location: `/sign-in?from=field&next=${encodeURIComponent(next)}`,
      });
    },
  );

  test.each(named(routes))(
    '%s is 403 for people who do not administer, as a page or as JSON',
    async (_n, route) => {
      const page = await send(route, worker);
      expect(page.status).toBe(403);
      if (!isApi(route)) expect(page.body).toContain('Only administrators can do this.');
      const json = await send(route, worker, { accept: 'application/json' });
      expect([json.status, typeof json.body]).toEqual([403, 'object']);
      expect(json.body.success ?? false).toBe(false);
    },
  );

  test.each(named(routes))(
    '%s is 503 while the sessions of the platform cannot be read',
    async (_n, route) => {
      await app.admin.query('ALTER VIEW portal.auth_sessions RENAME TO auth_sessions_gone');
      try {
        expect((await send(route, { ...worker, cookie: unknownCookie() })).status).toBe(503);
      } finally {
        await app.admin.query('ALTER VIEW portal.auth_sessions_gone RENAME TO auth_sessions');
      }
    },
  );

  test('a session of local mode counts for nothing', async () => {
    const boss = await addLocalPerson(app, { name: 'boss', accesslevel: 'Admin', isSuperAdmin: true });
    for (const route of routes) expect([303, 401]).toContain((await send(route, boss)).status);
  });
});

/** A well-formed secret of nobody, which no cache knows. */
function unknownCookie(): string {
  return `platform_session=${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`;
}

describe('in local mode', () => {
  let user: Person;
  beforeAll(async () => {
    app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
    user = await addLocalPerson(app, { name: 'uma' });
  });
  afterAll(() => app.close());

  test.each(named(routes))(
    '%s leads nobody to the sign-in form, or says so to programs',
    async (_n, route) => {
      const answer = await send(route, null);
      if (isApi(route)) expect([answer.status, answer.location]).toEqual([401, null]);
      else if (isAction(route)) expect(answer).toMatchObject({ status: 200, body: { success: false } });
      else if (isDownload(route)) expect(answer.status).toBe(403);
      else expect(answer).toMatchObject({ status: 302, location: '/field-sync/login.php' });
    },
  );

  test.each(named(forAdmins))('%s leads users to the start, or says so to programs', async (_n, route) => {
    const answer = await send(route, user);
    if (isAction(route)) expect(answer).toMatchObject({ status: 200, body: { success: false } });
    else if (isApi(route) || isDownload(route)) expect(answer.status).toBe(403);
    else expect(answer).toMatchObject({ status: 302, location: '/field-sync/index.php' });
  });

  test('a session of the platform counts for nothing', async () => {
    const root = await app.signUp({ username: 'root', isAdmin: true });
    for (const route of routes) expect((await send(route, root)).body?.success ?? false).toBe(false);
    expect((await app.ask(root, { path: '/api/audit' })).status).toBe(401);
  });

  test('an administrator may call what is for administrators', async () => {
    const boss = await addLocalPerson(app, { name: 'boss', accesslevel: 'Admin' });
    expect((await app.ask(boss, { path: '/api/audit' })).status).toBe(200);
    expect((await app.ask(user, { path: '/api/jobs' })).status).toBe(200);
  });
});
