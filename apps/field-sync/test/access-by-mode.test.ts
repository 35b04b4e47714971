import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractRoutes } from '@cairn/testing';
import type { ContractRoute, Person } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const routes = contractRoutes('field-sync').filter(({ needs }) => needs.user === 'required' || needs.admin);

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

  test('what leads to the platform to sign in is kept by no cache', async () => {
    const answer = await app.ask(null, { path: '/index.php' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
  });

  test('every operation is 403 as JSON for programs of people who do not administer', async () => {
    for (const route of routes) {
      const { status, body } = await send(route, worker, { accept: 'application/json' });
      expect([route.name, status, typeof body, body.success ?? false]).toEqual([
        ...[route.name, 403, 'object', false],
      ]);
    }
  });

  test('every operation is 503 while the sessions of the platform cannot be read', async () => {
    await app.admin.query('ALTER VIEW portal.auth_sessions RENAME TO auth_sessions_gone');
    for (const route of routes) {
      const { status } = await send(route, { ...worker, cookie: unknownCookie() });
      expect([route.name, status]).toEqual([route.name, 503]);
    }
    await app.admin.query('ALTER VIEW portal.auth_sessions_gone RENAME TO auth_sessions');
  });

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
