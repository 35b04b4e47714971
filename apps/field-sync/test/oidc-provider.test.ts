import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '@cairn/testing';
import Provider from 'oidc-provider';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const REDIRECT_URI = 'https://sync.example/field-sync/auth/oidc/callback.php';
const CLIENT = { client_id: 'field-sync', client_secret: 'a secret of the client' };

const server = createServer();
let app: TestFieldSync;
beforeAll(async () => {
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ ...CLIENT, redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: 'client_secret_post' },
        post_logout_redirect_uris: ['https://sync.example/field-sync/login.php'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], profile: ['name', 'roles'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: 'Ada',
        email: 'ada@example.org',
        email_verified: true,
        roles: ['Geosync_Admin'],
      }),
    }),
  });
  server.on('request', provider.callback());
  app = await startTestFieldSync({
    env: {
      ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: issuer, SYNC_OIDC_REDIRECT_URI: REDIRECT_URI },
      ...{ SYNC_OIDC_CLIENT_ID: CLIENT.client_id, SYNC_OIDC_CLIENT_SECRET: CLIENT.client_secret },
      SYNC_OIDC_ROLES_CLAIM: 'roles',
    },
  });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** A browser at two sites; cookies of both have different names. The public address of field-sync is that of the test. */
function openBrowser() {
  const jar = new Map<string, string>();
  return async (address: string, form?: Record<string, string>) => {
    const url = address.replace('https://sync.example/field-sync', app.url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    await response.text();
    return { status: response.status, location: location === null ? null : new URL(location, url).href };
  };
}

test('GET /auth/oidc/login.php and GET /auth/oidc/callback.php sign in at oidc-provider, GET /logout.php signs out', async () => {
  const go = openBrowser();
  const forms: Record<string, string>[] = [
    { prompt: 'login', login: 'ada', password: 'any' },
    { prompt: 'consent' },
  ];
  let at = `${app.url}/auth/oidc/login.php`;
  const seen: string[] = [];
  for (let steps = 0; steps < 20 && !at.endsWith('/index.php'); steps += 1) {
    const { pathname } = new URL(at);
    seen.push(pathname);
    const isForm = pathname.startsWith('/interaction/');
    const { location } = await go(at, isForm ? forms.shift() : undefined);
    expect([pathname, location]).toEqual([pathname, expect.any(String)]);
    at = location!;
  }
  expect(at).toBe('https://sync.example/field-sync/index.php');
  expect(seen).toContain('/field-sync/auth/oidc/callback.php');
  expect((await go(`${app.url}/api/audit`)).status).toBe(200);
  const { rows } = await app.admin.query('SELECT identity FROM field_sync.sessions');
  expect(rows).toMatchObject([{ identity: { subject: 'ada', level: 'Admin', roles: ['geosync_admin'] } }]);

  const { location } = await go(`${app.url}/logout.php`);
  expect(new URL(location!).pathname).toBe('/session/end');
  expect((await go(location!)).status).toBe(200);
  expect((await go(`${app.url}/api/audit`)).status).toBe(401);
});
