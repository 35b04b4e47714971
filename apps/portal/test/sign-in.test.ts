import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashCredential, SESSION_COOKIE } from '@cairn/auth';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { TestPortal } from './test-app.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

function login(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return portal.as().post('/login').set(headers).type('form').send(fields);
}

function cookieOf(response: { headers: Record<string, unknown> }): string {
  const [header] = response.headers['set-cookie'] as string[];
  return header ?? '';
}

describe('the form', () => {
  test('GET /login is a labelled form that works without scripts and keeps the redirect target', async () => {
    const { status, text, headers } = await portal.as().get('/login?next=%2Fvault%2Fdatasets%3Fa%3D%22b');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).not.toContain('<script');
    expect(text).toContain('<label for="username">');
    expect(text).toContain('<label for="password">');
    expect(text).toContain('name="next" value="/vault/datasets?a=%22b"');
    expect(text).toContain('method="post" action="/login"');
  });

  test('GET /login redirects signed-in users to their target', async () => {
    const { status, headers } = await portal.as(await portal.addUser()).get('/login?next=/catalog');
    expect(status).toBe(303);
    expect(headers.location).toBe('/catalog');
  });

  test('GET /login uses the prefix of a trusted proxy', async () => {
    const { text } = await portal.as().get('/login').set('X-Forwarded-Prefix', '/gis');
    expect(text).toContain('action="/gis/login"');
    expect(text).toContain('name="next" value="/gis/"');
  });
});

describe('signing in', () => {
  test('POST /login returns 303 with a new session cookie that scripts cannot read', async () => {
    const user = await portal.addUser({ username: 'Grace' });
    const answer = await login({ username: ' grace ', password: PASSWORD, next: '/catalog?q=a#b' });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/catalog?q=a#b');
    expect(cookieOf(answer)).toMatch(
      /^platform_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const value = cookieOf(answer).split(';')[0] ?? '';
    expect((await portal.as({ cookie: value }).get('/api/me')).body.user.username).toBe('Grace');
    const [row] = await portal.rows<{ token_hash: string }>(
      'SELECT token_hash FROM sessions WHERE user_id = $1 ORDER BY id DESC',
      [user.id],
    );
    expect(row?.token_hash).toBe(hashCredential(value.slice(SESSION_COOKIE.length + 1)));
  });

  test('POST /login accepts a name with umlauts in any case and composition', async () => {
    const admin = await portal.addUser({ admin: true });
    const created = await portal
      .as(admin)
      .post('/api/admin/users')
      .send({ username: 'Jürgen', password: PASSWORD });
    expect(created.body.username).toBe('Jürgen'.normalize('NFC'));
    for (const username of ['jürgen', 'JÜRGEN', 'Jürgen'.normalize('NFD')]) {
      expect((await login({ username, password: PASSWORD })).status).toBe(303);
    }
  });

  test('POST /login sets the cookie as Secure over https', async () => {
    await portal.addUser({ username: 'over-tls' });
    const answer = await login(
      { username: 'over-tls', password: PASSWORD },
      { 'X-Forwarded-Proto': 'https' },
    );
    expect(cookieOf(answer)).toMatch(/; Secure$/);
  });

  test.each([
    ['wrong password', 'known-user', 'not it'],
    ['unknown user', 'nobody-by-this-name', PASSWORD],
    ['disabled user', 'disabled-user', PASSWORD],
  ])('POST /login returns 401 with the form and one sentence to a %s', async (_what, username, password) => {
    await portal.addUser({ username: 'known-user' }).catch(() => undefined);
    await portal.addUser({ username: 'disabled-user', enabled: false }).catch(() => undefined);
    const { status, text, headers } = await login({ username, password, next: '/catalog' });
    expect(status).toBe(401);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).toContain('role="alert">Incorrect username or password');
    expect(text).toContain(`value="${username}"`);
    expect(text).toContain('name="next" value="/catalog"');
    expect(text).not.toContain(password);
  });

  test.each<[Record<string, string>, string]>([
    [{ password: 'x' }, 'no username'],
    [{ username: 'x' }, 'no password'],
    [{ username: '', password: '' }, 'empty fields'],
    [{ username: 'x'.repeat(151), password: 'x' }, 'a username that is too long'],
  ])('POST /login returns 400 as a page to %j: %s', async (fields) => {
    const { status, headers } = await login(fields);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('POST /login returns 400 to JSON', async () => {
    expect((await portal.as().post('/login').send({ username: 'a', password: 'b' })).status).toBe(400);
  });

  test('POST /login never reuses the session cookie of the request, and ends its session', async () => {
    const victim = await portal.addUser({ username: 'fixated' });
    const preset = { cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` };
    const answer = await login({ username: 'fixated', password: PASSWORD }, { Cookie: preset.cookie });
    expect(cookieOf(answer)).not.toContain('A'.repeat(43));
    expect((await portal.as(preset).get('/api/me')).body.authenticated).toBe(false);

    expect((await portal.as(victim).get('/api/me')).body.authenticated).toBe(true);
    expect((await login({ username: 'fixated', password: PASSWORD }, { Cookie: victim.cookie })).status).toBe(
      303,
    );
    expect((await portal.as(victim).get('/api/me')).body.authenticated).toBe(false);
  });

  test('POST /login takes as long for an unknown user as for a wrong password', async () => {
    await portal.addUser({ username: 'timed' });
    const time = async (username: string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const begun = performance.now();
        await login({ username: round === 0 ? `${username}-warm` : username, password: 'wrong' });
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[2] ?? 0;
    };
    const [known, unknown] = [await time('timed'), await time('nobody-timed')];
    // An answer without a hash would take a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.4);
  });
});

describe('redirect target', () => {
  test.each([
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https:evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/%09/evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/%5cevil.example', '/'],
    ['/%2fevil.example', '/'],
    ['/.//evil.example', '/'],
    ['/a/..//evil.example', '/'],
    ['/\nSet-Cookie: a=b', '/'],
    ['/%0d%0aSet-Cookie:%20a=b', '/'],
    ['/%zz', '/'],
    ['evil', '/'],
    ['', '/'],
    ['/login', '/'],
    ['/logout', '/'],
    ['/vault/datasets/Fl%C3%BCsse?x=1', '/vault/datasets/Fl%C3%BCsse?x=1'],
  ])('POST /login with next %j redirects to %s', async (next, expected) => {
    const user = await portal.addUser();
    const { status, headers } = await login({ username: user.username, password: PASSWORD, next });
    expect({ status, location: headers.location }).toEqual({ status: 303, location: expected });
  });
});

describe('signing out', () => {
  test.each(['get', 'post'] as const)(
    'GET /logout and POST /logout end the session, clear the cookie and redirect to the form: %s',
    async (method) => {
      const user = await portal.addUser();
      const agent = portal.as(user);
      expect((await agent.get('/api/me/tokens')).status).toBe(200);
      const answer = await portal.as(user)[method]('/logout');
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe('/login');
      expect(cookieOf(answer)).toMatch(/^platform_session=; Path=\/; Max-Age=0/);
      expect((await portal.as(user).get('/api/me/tokens')).status).toBe(401);
    },
  );

  test('GET /logout without a session redirects to the form', async () => {
    const { status, headers } = await portal.as().get('/logout');
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/login' });
  });

  test('HEAD /logout does not sign out, as link previews send it', async () => {
    const user = await portal.addUser();
    expect((await portal.as(user).head('/logout')).status).toBe(303);
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(200);
  });

  test.each([
    ['a link on another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }],
    ['a link on a sibling host', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'document' }],
    ['a picture on a sibling host', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'image' }],
    ['a picture on a page of this site', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' }],
    ['a frame on a page of this site', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'iframe' }],
    ['a browser that loads pages ahead', { 'Sec-Purpose': 'prefetch' }],
  ])('GET /logout from %s does not sign out', async (_what, headers) => {
    const user = await portal.addUser();
    const answer = await portal.as(user).get('/logout').set(headers);
    expect(answer.status).toBe(303);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(200);
  });

  test.each(['none', 'same-origin'])('GET /logout as a navigation from %s signs out', async (site) => {
    const user = await portal.addUser();
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'document' };
    expect(cookieOf(await portal.as(user).get('/logout').set(headers))).toMatch(/Max-Age=0/);
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(401);
  });
});

describe('a password that an administrator set', () => {
  const choose = (cookie: string, fields: object) =>
    portal.as({ cookie }).post('/new-password').type('form').send(fields);

  async function arrive(username: string) {
    const admin = await portal.addUser({ admin: true });
    const input = { username, password: 'handed over on paper', must_change_password: true };
    const made = await portal.as(admin).post('/api/admin/users').send(input);
    expect(made.body).toMatchObject({ must_change_password: true });
    const form = { username, password: input.password, next: '/vault/' };
    const answer = await portal.as().post('/login').type('form').send(form);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/new-password?next=%2Fvault%2F');
    return { cookie: cookieOf(answer).split(';', 1)[0] ?? '', id: made.body.id as number };
  }

  test('POST /login redirects to the form, and the session is invalid until the password is changed', async () => {
    const { cookie, id } = await arrive('arrival');
    expect((await portal.as({ cookie }).get('/api/me')).body.authenticated).toBe(false);
    expect((await portal.as({ cookie }).get('/api/me/tokens')).status).toBe(401);
    const views = await portal.rows('SELECT 1 FROM portal.auth_sessions WHERE user_id = $1', [id]);
    expect(views).toHaveLength(0);
    const page = await portal.as({ cookie }).get('/new-password?next=/vault/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('New password for arrival');
    expect((await portal.as().get('/new-password')).headers.location).toBe('/login');

    const good = 'chosen by myself';
    const answer = await choose(cookie, { new_password: good, again: good, next: '/vault/' });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/vault/');
    const fresh = { cookie: cookieOf(answer).split(';', 1)[0] ?? '' };
    expect(fresh.cookie).not.toBe(cookie);
    expect((await portal.as(fresh).get('/api/me')).body.user.username).toBe('arrival');
    expect((await portal.as({ cookie }).get('/api/me')).body.authenticated).toBe(false);
    expect((await choose(fresh.cookie, { new_password: good, again: good })).headers.location).toBe('/login');
    const again = { username: 'arrival', password: good };
    expect((await portal.as().post('/login').type('form').send(again)).headers.location).toBe('/');
  });

  test('POST /new-password returns 400 with a sentence to an unacceptable password', async () => {
    const { cookie } = await arrive('picky');
    for (const [fields, sentence] of [
      [{ new_password: 'short', again: 'short' }, /too short/],
      [{ new_password: 'long enough', again: 'another one' }, /passwords do not match/],
      [{ new_password: 'Password1', again: 'Password1' }, /most common/],
      [{ new_password: 'handed over on paper', again: 'handed over on paper' }, /your current password/],
    ] as const) {
      const answer = await choose(cookie, fields);
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(sentence);
    }
    expect((await portal.as({ cookie }).get('/api/me')).body.authenticated).toBe(false);
  });
});
