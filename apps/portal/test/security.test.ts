import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '@cairn/service';
import { readPortalConfig } from '../src/config.ts';
import { bootstrapAdministrator } from '../src/bootstrap.ts';
import { PASSWORD, SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;
let user: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  user = await portal.addUser({ username: 'plain' });
});
afterAll(() => portal.close());

describe('trust in headers', () => {
  test.each([
    { 'X-User-ID': '1' },
    { 'X-Forwarded-User': 'root' },
    { 'X-Remote-User': 'root' },
    { 'X-Auth-Request-User': 'root' },
    { 'X-Is-Admin': 'true' },
  ])('an identity header does not sign in: %j', async (headers) => {
    expect((await portal.as().get('/api/me').set(headers)).body.authenticated).toBe(false);
    expect((await portal.as(user).get('/api/admin/users').set(headers)).status).toBe(403);
  });

  test.each([
    { 'X-Forwarded-Prefix': '//evil.example' },
    { 'X-Forwarded-Prefix': '/\\evil.example' },
    { 'X-Forwarded-Prefix': 'https://evil.example' },
    { Host: 'evil.example' },
    { 'X-Forwarded-Host': 'evil.example' },
  ])('redirects and the form ignore the host of a header: %j', async (headers) => {
    const account = await portal.as().get('/account').set(headers);
    expect(account.headers.location).toMatch(/^\/login\?next=%2Faccount$/);
    const form = await portal.as().get('/login').set(headers);
    expect(form.text).not.toContain('evil.example');
    const answer = await portal
      .as()
      .post('/login')
      .set(headers)
      .type('form')
      .send({ username: 'plain', password: PASSWORD });
    expect(answer.headers.location).toBe('/');
    expect(answer.headers['set-cookie']?.[0]).toContain('; Path=/;');
    expect(JSON.stringify(answer.headers)).not.toContain('evil');
  });
});

describe('other spellings of an admin route', () => {
  test.each([
    '//api/admin/users',
    '/api//admin/users',
    '/./api/admin/users',
    '/api/./admin/users',
    '/api/x/../admin/users',
    '/api/%61dmin/users',
    '/API/ADMIN/USERS',
    '/api/admin/users/',
    '/api/admin/users;x=1',
    '/api/admin/users%2f',
    '/api/admin%2fusers',
    '/admin/api/../api/users',
  ])('a user who is not an administrator gets no 2xx from %s', async (path) => {
    const answer = await fetch(`${portal.url}${path}`, { headers: { cookie: user.cookie } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const head = await fetch(`${portal.url}${path}`, { method: 'HEAD', headers: { cookie: user.cookie } });
    expect(head.status).toBeGreaterThanOrEqual(400);
  });

  test('a method override changes no method', async () => {
    const group = await portal.addGroup();
    const path = `/api/admin/groups/${group}`;
    await portal.as(admin).get(`${path}?_method=DELETE`).set('X-HTTP-Method-Override', 'DELETE');
    await portal.as(admin).post(path).set('X-HTTP-Method-Override', 'DELETE');
    expect(await portal.rows('SELECT 1 FROM groups WHERE id = $1', [group])).toHaveLength(1);
  });
});

describe('bodies', () => {
  const post = (body: string, type = 'application/json') =>
    portal.as(admin).post('/api/admin/groups').set('Content-Type', type).send(body);

  test.each([
    ['__proto__', '{"name":"x","__proto__":{"admin":true}}'],
    ['constructor', '{"name":"x","constructor":{"prototype":{"admin":true}}}'],
    ['a key twice', '{"name":"x","name":"y"}'],
    ['a depth of 100,000', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['no JSON', '{"name":'],
    ['an unknown field', '{"name":"x","colour":"red"}'],
    ['nothing', ''],
    ['null', 'null'],
    ['more than 1 MiB', JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024) })],
  ])('%s returns 400', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(expect.any(String));
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'JSON that is sent as %s is rejected',
    async (type) => {
      expect((await post('{"name":"sneaky"}', type)).status).toBe(400);
      expect(await portal.rows(`SELECT 1 FROM groups WHERE name = 'sneaky'`)).toEqual([]);
    },
  );

  test.each(['search[]=a', 'search=a&search=b', 'search[__proto__]=a', '__proto__=a', 'search=%00'])(
    'the query %s changes no prototype and never fails with 500',
    async (query) => {
      expect([200, 400]).toContain((await portal.as(admin).get(`/api/admin/users?${query}`)).status);
      expect(({} as { a?: string }).a).toBeUndefined();
    },
  );
});

describe('credentials', () => {
  test('a token that is malformed, shortened, expired or revoked is invalid', async () => {
    const good = await portal.addToken(user.id);
    const last = good.secret.at(-1) === 'a' ? 'b' : 'a';
    const revoked = await portal.addToken(user.id);
    await portal.rows('UPDATE tokens SET revoked_at = now() WHERE id = $1', [revoked.id]);
    const expired = await portal.addToken(user.id, { expires: '-1 second' });
    expect((await portal.as({ bearer: good.secret }).get('/api/me/tokens')).status).toBe(200);
    const dead = [
      good.secret.slice(0, -1) + last,
      good.secret.slice(0, -1),
      good.secret.toUpperCase(),
      revoked.secret,
      expired.secret,
    ];
    for (const bearer of dead) expect((await portal.as({ bearer }).get('/api/me/tokens')).status).toBe(401);
  });

  test('an invalid token is rejected despite a valid cookie', async () => {
    expect(
      (await portal.as({ cookie: user.cookie, bearer: 'cairn_pat_bad' }).get('/api/me/tokens')).status,
    ).toBe(401);
  });

  test('a cached token expires on time', async () => {
    const token = await portal.addToken(user.id, { expires: '700 milliseconds' });
    expect((await portal.as({ bearer: token.secret }).get('/api/me/tokens')).status).toBe(200);
    await portal.until(
      async () => (await portal.as({ bearer: token.secret }).get('/api/me/tokens')).status,
      (status) => status === 401,
    );
  });

  test('a revocation by another process applies at once', async () => {
    const person = await portal.addUser();
    const token = await portal.addToken(person.id);
    expect(portal.context.auth.caching()).toBe(true);
    for (const [revoke, values] of [
      ['UPDATE tokens SET revoked_at = now() WHERE id = $1', [token.id]],
      ['DELETE FROM sessions WHERE id = $1', [person.sessionId]],
    ] as const) {
      const who = revoke.includes('tokens') ? { bearer: token.secret } : person;
      expect((await portal.as(who).get('/api/me/tokens')).status).toBe(200);
      const begun = performance.now();
      await portal.rows(revoke, [...values]);
      await portal.until(
        async () => (await portal.as(who).get('/api/me/tokens')).status,
        (status) => status === 401,
      );
      expect(performance.now() - begun).toBeLessThan(1000);
    }
  });

  test('tables contain no secrets of clients', async () => {
    const minted = await portal.as(user).post('/api/me/tokens').send({ name: 'dump' });
    const session = user.cookie.split('=')[1] ?? '';
    const tables = await portal.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'portal' AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const dump = JSON.stringify(await portal.rows(`SELECT * FROM "${name}"`));
      for (const secret of [minted.body.secret, session, PASSWORD]) expect(dump).not.toContain(secret);
    }
  });
});

describe('errors', () => {
  test('a 500 response contains no stack, SQL or path', async () => {
    await portal.rows('ALTER TABLE cards RENAME TO cards_away');
    const { status, body } = await portal.as(admin).get('/api/admin/portal/cards');
    await portal.rows('ALTER TABLE cards_away RENAME TO cards');
    expect(status).toBe(500);
    expect(body.error).toMatch(/Something went wrong/);
    expect(JSON.stringify(body)).not.toMatch(/select|relation|cards_away|\.ts|node_modules/i);
  });

  test.each(['/debug/pprof', '/__server.php', '/.git/config', '/.env', '/server-status'])(
    'GET %s is 404',
    async (path) => {
      expect((await portal.as().get(path)).status).toBe(404);
    },
  );

  test('logs contain no passwords, tokens or cookies', async () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'portal',
      destination: { write: (line) => void lines.push(line) },
    });
    logger.info(
      { password: PASSWORD, headers: { authorization: 'Bearer x-secret', cookie: 'c-secret' } },
      'request',
    );
    expect(lines.join()).not.toMatch(/battery staple|x-secret|c-secret/);
  });
});

describe('start', () => {
  test.each([
    ['', 'no secret'],
    ['short', 'a short one'],
    ['change-me-change-me-change-me-change-me', 'an example'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'one letter'],
  ])('the portal refuses to start with the secret %j: %s', (secret) => {
    expect(() => readPortalConfig({ SERVICE_SECRET: secret })).toThrow('SERVICE_SECRET');
  });

  test('every configuration problem is one sentence', () => {
    const bad = { SERVICE_SECRET, SESSION_IDLE_HOURS: '0', CATALOG_DEADLINE_MS: 'soon' };
    expect(() => readPortalConfig(bad)).toThrow(
      /SESSION_IDLE_HOURS.*\n?.*CATALOG_DEADLINE_MS|CATALOG_DEADLINE_MS.*\n?.*SESSION_IDLE_HOURS/,
    );
  });

  test('the first administrator is created once, and a second password in the environment changes nothing', async () => {
    const fresh = await startTestPortal();
    const { db } = fresh.context;
    const created = await Promise.all([1, 2, 3].map(() => bootstrapAdministrator(db, 'the first password')));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await bootstrapAdministrator(db, 'another password')).toBe(false);
    const login = (password: string) =>
      fresh.as().post('/login').type('form').send({ username: 'admin', password });
    expect((await login('the first password')).status).toBe(303);
    expect((await login('another password')).status).toBe(401);
    await fresh.close();
  });
});

describe('session cookies that a sibling host planted', () => {
  const valueOf = (cookie: string) => cookie.split('=')[1] ?? '';
  const planted = (count: number) =>
    Array.from({ length: count }, () => `platform_session=${randomBytes(32).toString('base64url')}`);
  const both = (first: string, second: string) => ({
    cookie: `platform_session=${valueOf(first)}; platform_session=${valueOf(second)}`,
  });
  const unknown = `platform_session=${'A'.repeat(43)}`;

  test('an invalid cookie before or after the session does not hide it', async () => {
    const user = await portal.addUser();
    for (const who of [both(unknown, user.cookie), both(user.cookie, unknown)]) {
      expect((await portal.as(who).get('/api/me')).body.user.username).toBe(user.username);
    }
  });

  test('two hundred cookies do not hide the session, and GET /logout ends it', async () => {
    const user = await portal.addUser();
    const second = await portal.addSession(user.id);
    const who = { cookie: [...planted(200), second.cookie, user.cookie].join('; ') };
    expect((await portal.as(who).get('/api/me')).body.user.username).toBe(user.username);
    await portal.as(who).get('/logout').expect(303);
    const left = await portal.rows('SELECT 1 FROM sessions WHERE user_id = $1', [user.id]);
    expect(left).toEqual([]);
  });

  test('a session with a pending password change is found among them', async () => {
    const user = await portal.addUser();
    await portal.rows('UPDATE users SET must_change_password = true WHERE id = $1', [user.id]);
    const who = { cookie: [...planted(100), user.cookie].join('; ') };
    expect((await portal.as(who).get('/new-password')).text).toContain(user.username);
  });

  test('sessions of two users are rejected, and GET /logout ends both', async () => {
    const [user, thief] = [await portal.addUser(), await portal.addUser()];
    for (const who of [both(thief.cookie, user.cookie), both(user.cookie, thief.cookie)]) {
      expect((await portal.as(who).get('/api/me')).body.authenticated).toBe(false);
    }
    await portal.as(both(thief.cookie, user.cookie)).get('/logout');
    for (const who of [user, thief])
      expect((await portal.as(who).get('/api/me')).body.authenticated).toBe(false);
  });
});
