import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestOidcProvider } from '@cairn/testing';
import type { TestOidcProvider } from '@cairn/testing';
import { createCookieJar } from './cookie-jar.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const CLIENT = {
  ...{ clientId: 'field-sync', clientSecret: 'a secret of the client' },
  redirectUri: 'https://sync.example/field-sync/auth/oidc/callback.php',
  afterLogout: 'https://sync.example/field-sync/login.php',
};

let provider: TestOidcProvider;
let app: TestFieldSync;
beforeAll(async () => {
  provider = await startTestOidcProvider({ ...CLIENT, rolesOf: () => ['Geosync_Admin'] });
  app = await startTestFieldSync({
    env: {
      ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: provider.issuer, SYNC_OIDC_ROLES_CLAIM: 'roles' },
      ...{ SYNC_OIDC_CLIENT_ID: CLIENT.clientId, SYNC_OIDC_CLIENT_SECRET: CLIENT.clientSecret },
      SYNC_OIDC_REDIRECT_URI: CLIENT.redirectUri,
    },
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** A browser at two sites; cookies of both have different names. The public address of field-sync is that of the test. */
function openBrowser() {
  const jar = createCookieJar();
  return async (address: string, form?: Record<string, string>) => {
    const url = address.replace('https://sync.example/field-sync', app.url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: jar.headers(),
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    jar.keep(response.headers);
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
