import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testProjects } from './test-projects.ts';
import { createCookieJar } from './cookie-jar.ts';
import { addLocalPerson } from './local-people.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { startTestIssuer } from './test-issuer.ts';
import type { IssuerFaults, TestIssuer } from './test-issuer.ts';

const CLIENT = { clientId: 'field-sync', clientSecret: 'planted client secret' };
const REDIRECT_URI = 'https://sync.example/field-sync/auth/oidc/callback.php';
const ADMIN: IssuerFaults = { userInfo: { realm_access: { roles: ['admin'] } } };

let issuer: TestIssuer;
let app: TestFieldSync;
beforeAll(async () => {
  issuer = await startTestIssuer(CLIENT);
  app = await startTestFieldSync({ env: settings() });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});
beforeEach(() => app.admin.query('DELETE FROM field_sync.sessions'));

const settings = (more: Record<string, string> = {}) => ({
  ...{ SYNC_AUTH_MODE: 'oidc', SYNC_OIDC_ISSUER: issuer.url, SYNC_OIDC_CLIENT_ID: CLIENT.clientId },
  ...{ SYNC_OIDC_CLIENT_SECRET: CLIENT.clientSecret, SYNC_OIDC_REDIRECT_URI: REDIRECT_URI },
  ...more,
});

/** A browser, with its cookies. */
function openBrowser(service: TestFieldSync = app) {
  const jar = createCookieJar();
  async function get(path: string) {
    const answer = await service.ask(null, { path, headers: jar.headers() });
    jar.keep(answer.headers);
    return { ...answer, location: answer.headers.get('location') };
  }
  return {
    cookies: jar.cookies,
    get,
    async begin(): Promise<URL> {
      const { status, location } = await get('/auth/oidc/login.php');
      expect(status).toBe(302);
      return new URL(location!);
    },
    callback: (parameters: Record<string, string>) =>
      get(`/auth/oidc/callback.php?${new URLSearchParams(parameters)}`),
    async signIn(faults: IssuerFaults = {}) {
      return this.callback(issuer.answerFor(await this.begin(), faults));
    },
  };
}

const home = 'https://sync.example/field-sync/index.php';
const failed = (problem: string) => ({ status: 302, location: `/field-sync/login.php?err=${problem}` });
const sessions = async () => (await app.admin.query('SELECT * FROM field_sync.sessions')).rows;

describe('GET /auth/oidc/login.php', () => {
  test('redirects to the provider with code flow, PKCE, and a state of 16 bytes', async () => {
    const browser = openBrowser();
    const form = await browser.begin();
    expect(`${form.origin}${form.pathname}`).toBe(`${issuer.url}/auth`);
    expect(Object.fromEntries(form.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: CLIENT.clientId, redirect_uri: REDIRECT_URI },
      ...{ scope: 'openid profile email', state: expect.stringMatching(/^[0-9a-f]{32}$/) },
      ...{ nonce: expect.any(String), code_challenge: expect.any(String), code_challenge_method: 'S256' },
    });
    const { headers } = await browser.get('/auth/oidc/login.php');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^field_sync_session_login=[\w-]{43}; Path=\/field-sync\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('GET /login.php and pages lead there', async () => {
    expect(await openBrowser().get('/login.php')).toMatchObject({
      ...{ status: 302, location: 'auth/oidc/login.php' },
    });
    const page = (await openBrowser().get('/login.php?err=roles')).body;
    expect(page).toContain('none of the roles');
    expect(page).toContain('href="/field-sync/auth/oidc/login.php"');
  });
});

describe('GET /auth/oidc/callback.php', () => {
  test('signs in with the level of the roles and redirects to the configured page', async () => {
    const browser = openBrowser();
    expect(await browser.signIn(ADMIN)).toMatchObject({ status: 302, location: home });
    expect((await browser.get('/api/audit')).status).toBe(200);
    const [session] = await sessions();
    expect(session.identity).toEqual({
      ...{ issuer: issuer.url, subject: 'subject-1', email: 'ada@example.org', name: 'Ada' },
      ...{ isEmailVerified: false, roles: ['admin'], level: 'Admin' },
    });
    expect(session.user_id).toBeNull();
    expect(session.sealed_id_token).toMatch(/^s1\./);
  });

  test.each<[string, IssuerFaults, boolean]>([
    ['the userinfo', { userInfo: { realm_access: { roles: ['ROLE_Admin'] } } }, true],
    ['the ID token', { idToken: { resource_access: { 'field-sync': { roles: ['geosync_admin'] } } } }, true],
    ['the access token', { accessToken: { realm_access: { roles: ['/admin'] } } }, true],
    ['another client', { idToken: { resource_access: { other: { roles: ['admin'] } } } }, false],
    [
      'an access token that someone else signed',
      { accessToken: { realm_access: { roles: ['admin'] } }, accessTokenKey: 'foreign' },
      false,
    ],
    [
      'an access token of another issuer',
      { accessToken: { realm_access: { roles: ['admin'] }, iss: 'https://evil.example' } },
      false,
    ],
    ['an expired access token', { accessToken: { realm_access: { roles: ['admin'] }, exp: 1 } }, false],
    ['no token', { opaqueAccessToken: true }, false],
    [
      'the userinfo, though the ID token says more',
      { userInfo: { realm_access: { roles: ['crew'] } }, idToken: { realm_access: { roles: ['admin'] } } },
      false,
    ],
  ])('takes roles of %s', async (_where, faults, isAdmin) => {
    const browser = openBrowser();
    expect((await browser.signIn(faults)).location).toBe(home);
    expect((await browser.get('/api/audit')).status).toBe(isAdmin ? 200 : 403);
    expect((await browser.get('/api/jobs')).status).toBe(200);
  });

  test.each<[string, IssuerFaults]>([
    ['an ID token that someone else signed', { idTokenKey: 'foreign' }],
    ['an ID token without a signature', { idTokenKey: 'none' }],
    ['an ID token of another issuer', { idToken: { iss: 'https://evil.example' } }],
    ['an ID token for another client', { idToken: { aud: 'other' } }],
    ['an ID token of another sign-in', { idToken: { nonce: 'other' } }],
    ['an expired ID token', { idToken: { exp: 1 } }],
    ['userinfo about another person', { userInfo: { sub: 'subject-2' } }],
    ['a failing token endpoint', { tokenStatus: 500 }],
  ])('signs nobody in with %s', async (_what, faults) => {
    const browser = openBrowser();
    expect(await browser.signIn({ ...ADMIN, ...faults })).toMatchObject(failed('provider'));
    expect([await sessions(), browser.cookies.has('field_sync_session')]).toEqual([[], false]);
  });

  test('takes a state once, and another one of the browser independently', async () => {
    const browser = openBrowser();
    const [first, second] = [await browser.begin(), await browser.begin()];
    const parameters = issuer.answerFor(first);
    expect((await browser.callback(parameters)).location).toBe(home);
    expect(await browser.callback(parameters)).toMatchObject(failed('expired'));
    const other = openBrowser();
    other.cookies.set('field_sync_session_login', browser.cookies.get('field_sync_session_login') ?? '');
    expect(await other.callback(issuer.answerFor(second))).toMatchObject(failed('expired'));
  });

  test('gives the browser another session than the one that was put into it, and leads nowhere else', async () => {
    const browser = openBrowser();
    await browser.signIn();
    const first = browser.cookies.get('field_sync_session')!;
    const { location } = await browser.get(
      '/auth/oidc/login.php?next=https://evil.example&redirect_uri=//evil',
    );
    expect(new URL(location!).searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
    const parameters = { ...issuer.answerFor(new URL(location!)), next: '//evil.example' };
    expect((await browser.callback(parameters)).location).toBe(home);
    expect(browser.cookies.get('field_sync_session')).not.toBe(first);
    const old = openBrowser();
    old.cookies.set('field_sync_session', first);
    expect((await old.get('/api/jobs')).status).toBe(401);
  });

  test('takes a state only in the browser that began, within ten minutes', async () => {
    const [browser, victim] = [openBrowser(), openBrowser()];
    await victim.begin();
    const form = await browser.begin();
    expect(await victim.callback(issuer.answerFor(form))).toMatchObject(failed('expired'));
    expect(await openBrowser().callback(issuer.answerFor(form))).toMatchObject(failed('expired'));
    await app.admin.query(
      `UPDATE field_sync.oidc_logins SET created_at = created_at - interval '10 minutes'`,
    );
    expect(await browser.callback(issuer.answerFor(form))).toMatchObject(failed('expired'));
  });

  test('keeps five open sign-ins of a browser', async () => {
    const browser = openBrowser();
    const forms = [];
    for (let count = 0; count < 6; count += 1) forms.push(await browser.begin());
    expect(await browser.callback(issuer.answerFor(forms[0]!))).toMatchObject(failed('expired'));
    expect((await browser.callback(issuer.answerFor(forms[1]!))).location).toBe(home);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no state', { code: 'x' }, 'expired'],
    ['a part of the state', { code: 'x', state: 'ab' }, 'expired'],
    ['a refusal', { error: 'access_denied' }, 'denied'],
    ['an error', { error: 'server_error' }, 'provider'],
    ['another issuer', { code: 'x', iss: 'https://evil.example' }, 'provider'],
  ])('answers %s with a sentence', async (what, parameters, problem) => {
    const browser = openBrowser();
    const { state } = issuer.answerFor(await browser.begin());
    const withState = problem === 'expired' ? parameters : { ...parameters, state: state! };
    expect([what, await browser.callback(withState)]).toEqual([
      what,
      expect.objectContaining(failed(problem)),
    ]);
  });

  test('ties the session to the account whose address the provider vouches for, and to no other', async () => {
    const ada = await addLocalPerson(app, { name: 'ada', accesslevel: 'Admin', isSuperAdmin: true });
    const userOf = async (faults: IssuerFaults) => {
      await openBrowser().signIn(faults);
      return (await sessions()).find(({ identity }) => identity !== null)?.user_id;
    };
    expect(await userOf({})).toBeNull();
    await app.admin.query('DELETE FROM field_sync.sessions');
    expect(await userOf({ userInfo: { email_verified: true } })).toBe(ada.id);
    await app.admin.query('DELETE FROM field_sync.users');
  });

  test('takes for an administrator of a project only whose address the provider vouches for', async () => {
    const { id } = await testProjects(app).addProject({ name: 'Wells' });
    await app.admin.query(`UPDATE field_sync.projects SET sync_admins = '{Ada@example.org}'`);
    const statusFor = async (faults: IssuerFaults) => {
      const browser = openBrowser();
      await browser.signIn(faults);
      return (await browser.get(`/admin/project_settings.php?id=${id}`)).status;
    };
    expect(await statusFor({})).toBe(403);
    expect(await statusFor({ userInfo: { email_verified: 'true' } })).toBe(403);
    expect(await statusFor({ userInfo: { email_verified: true } })).toBe(200);
  });

  test('admits only people with a required role', async () => {
    const strict = await startTestFieldSync({
      env: settings({ SYNC_OIDC_REQUIRED_ROLES: 'crew, Role_Boss' }),
    });
    try {
      const browser = openBrowser(strict);
      expect(await browser.signIn(ADMIN)).toMatchObject(failed('roles'));
      const crew = { userInfo: { realm_access: { roles: ['boss'] } } };
      expect((await browser.signIn(crew)).location).toBe(home);
    } finally {
      await strict.close();
    }
  });

  test('writes no token, code, secret or verifier to rows', async () => {
    await openBrowser().signIn(ADMIN);
    const { rows: tables } = await app.admin.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'field_sync'`,
    );
    const { body } = issuer.requests.findLast(({ path }) => path === '/token')!;
    for (const { table_name: table } of tables) {
      const { rows } = await app.admin.query(`SELECT * FROM field_sync.${table}`);
      const stored = JSON.stringify(rows);
      for (const secret of ['eyJ', 'the-code', CLIENT.clientSecret, body.get('code_verifier')!])
        expect([table, stored.includes(secret)]).toEqual([table, false]);
    }
  });
});

test('GET /logout.php ends the session here and leads to the end of the one at the provider', async () => {
  const browser = openBrowser();
  await browser.signIn(ADMIN);
  const { status, location } = await browser.get('/logout.php');
  const url = new URL(location!);
  expect([status, `${url.origin}${url.pathname}`]).toEqual([302, `${issuer.url}/logout`]);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT.clientId,
    post_logout_redirect_uri: 'https://sync.example/field-sync/login.php',
    id_token_hint: expect.stringMatching(/^eyJ/),
  });
  expect((await browser.get('/api/audit')).status).toBe(401);
});

test('a session with an account of local mode counts for nothing', async () => {
  const boss = await addLocalPerson(app, { name: 'boss', accesslevel: 'Admin' });
  expect((await app.ask(boss, { path: '/api/audit' })).status).toBe(401);
});

test('an unreachable provider fails sign-ins and nothing else, until it is back', async () => {
  const browser = openBrowser();
  await browser.signIn(ADMIN);
  issuer.setAway(true);
  const away = await startTestFieldSync({ env: settings() });
  try {
    expect(await openBrowser(away).get('/auth/oidc/login.php')).toMatchObject(failed('provider'));
    expect((await away.ask(null, { path: '/api/health' })).status).toBe(200);
    expect((await away.ask(null, { path: '/login.php?err=provider' })).body).toContain('identity provider');
    expect((await browser.get('/api/audit')).status).toBe(200);
    issuer.setAway(false);
    expect((await openBrowser(away).signIn(ADMIN)).location).toBe(home);
  } finally {
    issuer.setAway(false);
    await away.close();
  }
});
