import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyPassword } from '@cairn/auth';
import type { Person } from '@cairn/testing';
import { createFirstAdmin, prepareFirstAdmin } from '../src/features/accounts/first-admin.ts';
import { deleteEndedSessions } from '../src/features/sign-in/session-repo.ts';
import { addLocalPerson, PASSWORD } from './local-people.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let ada: Person;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local', TRUSTED_PROXIES: '127.0.0.1' } });
  ada = await addLocalPerson(app, { name: 'ada', accesslevel: 'Admin', hasPassword: true });
});
afterAll(() => app.close());
beforeEach(() => app.admin.query('DELETE FROM field_sync.sign_in_throttle'));

const FIELDS = { submit: '', email: 'ada@example.org', pwd: PASSWORD };
const login = (change: ActionFields = {}, headers: Record<string, string> = {}) =>
  sendAction(app, null, { path: 'login.php', fields: { ...FIELDS, ...change }, headers });
const cookiesOf = (headers: Headers) => headers.getSetCookie();
/** As a browser sends it back. */
const sessionOf = (headers: Headers) =>
  cookiesOf(headers)
    .find((text) => text.startsWith('field_sync_session='))!
    .split(';', 1)[0]!;
const isSignedIn = async (cookie: string) =>
  (await app.ask({ ...ada, cookie }, { path: '/api/audit' })).status === 200;
const events = async () =>
  (await app.admin.query('SELECT * FROM field_sync.audit_events ORDER BY id DESC LIMIT 1')).rows[0];
const failed = { status: 302, location: '../../login.php?err=credentials' };
const countUsers = async () => (await app.admin.query('SELECT 1 FROM field_sync.users')).rowCount;
/** Hashes that some work computes: argon2 is the one native module here, and its work has no name. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({ init: (_id, type) => void (count += Number(type === 'undefined')) });
  hook.enable();
  await work();
  hook.disable();
  return count;
}
const summary = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  location: headers.get('location'),
});

describe('POST /admin/action/login.php submit', () => {
  test('redirects to ../../index.php with a session that only servers read', async () => {
    const answer = await login({ email: ' ADA@example.org ' });
    expect(summary(answer)).toEqual({ status: 302, location: '../../index.php' });
    const [session] = cookiesOf(answer.headers);
    expect(session).toMatch(
      /^field_sync_session=[\w-]{43}; Path=\/field-sync; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(await isSignedIn(sessionOf(answer.headers))).toBe(true);
    expect(await events()).toMatchObject({ event: 'session.started', actor_id: ada.id, actor_name: 'ada' });
    const { rows } = await app.admin.query('SELECT * FROM field_sync.sessions');
    expect(JSON.stringify(rows)).not.toContain(sessionOf(answer.headers).split('=')[1]);
  });

  test.each([
    ['a wrong password', { pwd: 'wrong' }],
    ['an unknown address', { email: 'nobody@example.org' }],
    ['no password', { pwd: '' }],
    ['no address', { email: '' }],
    ['an address that PostgreSQL could read as more', { email: "' OR 1=1 --" }],
  ])('redirects to ../../login.php?err=… for %s', async (_what, change) => {
    const answer = await login(change);
    expect(summary(answer)).toEqual(failed);
    expect(cookiesOf(answer.headers)).toEqual([]);
  });

  test('redirects to ../../login.php?err=… without submit', async () => {
    const { submit: _submit, ...fields } = FIELDS;
    expect(summary(await sendAction(app, null, { path: 'login.php', fields }))).toEqual(failed);
  });

  test('ends the session that the browser had, and starts another one', async () => {
    const first = sessionOf((await login()).headers);
    const second = sessionOf((await login({}, { cookie: first })).headers);
    expect(second).not.toBe(first);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
  });

  test('is refused from a page of another site', async () => {
    const answer = await login({}, { origin: 'https://evil.example' });
    expect([answer.status, cookiesOf(answer.headers)]).toEqual([403, []]);
  });

  test('locks one address of the account after ten failures, and not the browser that its owner used before', async () => {
    const known = cookiesOf((await login()).headers)[1]!.split(';', 1)[0]!;
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    for (let count = 0; count < 10; count += 1) await login({ pwd: `wrong ${count}` }, from('203.0.113.7'));
    const locked = await login({}, from('203.0.113.7'));
    expect(summary(locked)).toEqual({ status: 302, location: '../../login.php?err=busy' });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(summary(await login({}, from('203.0.113.8'))).location).toBe('../../index.php');
    const owner = await login({}, { ...from('203.0.113.7'), cookie: known });
    expect(summary(owner).location).toBe('../../index.php');
  });

  test('hashes the password of a known address, of an unknown one, and of an account without a password once each', async () => {
    await addLocalPerson(app, { name: 'via provider' });
    expect(await countHashes(() => verifyPassword(null, 'warms up'))).toBeGreaterThan(0);
    for (const email of [FIELDS.email, 'nobody@example.org', 'via provider@example.org'])
      expect([email, await countHashes(() => login({ email, pwd: 'wrong' }))]).toEqual([email, 1]);
  });

  test('writes neither passwords nor unknown addresses to rows', async () => {
    await login({ email: 'planted address', pwd: 'planted password' });
    await login({ pwd: 'planted password' });
    for (const table of ['audit_events', 'sessions', 'users', 'sign_in_throttle']) {
      const { rows } = await app.admin.query(`SELECT * FROM field_sync.${table}`);
      expect(JSON.stringify(rows)).not.toContain('planted');
    }
  });
});

describe('a session', () => {
  const age = (column: string, interval: string) =>
    app.admin.query(`UPDATE field_sync.sessions SET ${column} = ${column} - interval '${interval}'`);

  test('ends 12 hours after its last use, and use prolongs it', async () => {
    const session = sessionOf((await login()).headers);
    await age('used_at', '11 hours 59 minutes');
    expect(await isSignedIn(session)).toBe(true);
    await age('used_at', '11 hours 59 minutes');
    expect(await isSignedIn(session)).toBe(true);
    await age('used_at', '12 hours');
    expect(await isSignedIn(session)).toBe(false);
    expect(await deleteEndedSessions(app.context.db)).toBeGreaterThan(0);
  });

  test('ends after 7 days, however often it is used', async () => {
    const session = sessionOf((await login()).headers);
    await age('expires_at', '6 days 23 hours');
    expect(await isSignedIn(session)).toBe(true);
    await age('expires_at', '1 hour');
    expect(await isSignedIn(session)).toBe(false);
  });

  test('is found among planted cookies of the same name', async () => {
    const session = sessionOf((await login()).headers);
    const planted = `field_sync_session=${'x'.repeat(43)}`;
    expect(await isSignedIn(`${planted}; field_sync_session=; ${session}; ${planted}`)).toBe(true);
  });
});

describe('GET /login.php', () => {
  const page = (query = '', person: Person | null = null) => app.ask(person, { path: `/login.php${query}` });

  test('is a form that works without scripts', async () => {
    const { status, body, headers } = await page();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('action="/field-sync/admin/action/login.php"');
    for (const name of ['email', 'pwd', 'submit']) expect(body).toContain(`name="${name}"`);
    expect(body).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('says why signing in failed, and never what the address says', async () => {
    expect((await page('?err=credentials')).body).toContain('Incorrect email address or password.');
    expect((await page('?err=busy')).body).toContain('Too many failed attempts.');
    for (const err of ['__proto__', 'Call%20us%20at%20555', '%3Cb%3E']) {
      const { status, body } = await page(`?err=${err}`);
      expect([status, body.includes('Sign-in failed. Try again.')]).toEqual([200, true]);
      expect(body).not.toContain(decodeURIComponent(err));
    }
  });

  test('redirects people who are signed in to index.php', async () => {
    const person = { ...ada, cookie: sessionOf((await login()).headers) };
    expect(summary(await page('', person))).toEqual({ status: 302, location: 'index.php' });
  });
});

describe('GET /logout.php', () => {
  const logout = (cookie: string, headers: Record<string, string> = {}) =>
    app.ask({ ...ada, cookie }, { path: '/logout.php', headers });

  test('ends the session, clears its cookie and redirects to the form', async () => {
    const session = sessionOf((await login()).headers);
    const answer = await logout(session);
    expect(summary(answer)).toEqual({ status: 302, location: 'login.php' });
    expect(cookiesOf(answer.headers)).toEqual([
      'field_sync_session=; Path=/field-sync; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
    expect(await isSignedIn(session)).toBe(false);
    expect(await events()).toMatchObject({ event: 'session.ended', actor_id: ada.id });
  });

  test.each([
    ['a picture of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['prefetching', { 'sec-purpose': 'prefetch' }],
  ])('ends no session for %s', async (_what, headers) => {
    const session = sessionOf((await login()).headers);
    expect(summary(await logout(session, headers))).toEqual({ status: 302, location: 'login.php' });
    expect(await isSignedIn(session)).toBe(true);
  });
});

describe('registration is closed', () => {
  test.each(['GET /signup.php', 'GET /admin/action/verify.php?id=1&verify=x'])(
    '%s is a 403 page',
    async (request) => {
      const path = request.slice('GET '.length);
      const { status, body, headers } = await app.ask(null, { path });
      expect([status, headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
      expect(body).toContain('Ask an administrator for an account.');
    },
  );

  test('GET /admin/action/verify.php gated is 403 whatever it is asked', async () => {
    expect((await app.ask(ada, { path: '/admin/action/verify.php?id=1&verify=1' })).status).toBe(403);
  });

  test('POST /admin/action/signup.php gated is 403 before its body is read', async () => {
    const forms: ActionFields[] = [{}, { email: 'x@example.org' }, { 'a[b]': '\0' }];
    const users = await countUsers();
    for (const fields of forms) {
      const { status, body } = await sendAction(app, null, { path: 'signup.php', fields });
      expect([status, body]).toEqual([403, { success: false, message: expect.any(String) }]);
    }
    expect(await countUsers()).toBe(users);
  });
});

test('the first administrator is made when there is no user, once, and is the super-admin', async () => {
  await app.admin.query('TRUNCATE field_sync.users CASCADE');
  const admin = { email: 'boss@example.org', password: PASSWORD };
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdmin(app.context.db, admin)));
  expect(made.filter(Boolean)).toHaveLength(1);
  const { rows } = await app.admin.query('SELECT name, accesslevel, is_super_admin FROM field_sync.users');
  expect(rows).toEqual([{ name: 'boss', accesslevel: 'Admin', is_super_admin: true }]);
  // A start with other variables changes nothing.
  for (const email of ['boss@example.org', 'other@example.org'])
    await prepareFirstAdmin(app.context, { email, password: 'quite another secret' });
  expect(await countUsers()).toBe(1);
  expect(summary(await login({ email: 'boss@example.org' })).location).toBe('../../index.php');
});

test.each(['short', 'password1', 'weak@example.org'])(
  'no first administrator is made with the password "%s"',
  async (password) => {
    await app.admin.query('TRUNCATE field_sync.users CASCADE');
    await prepareFirstAdmin(app.context, { email: 'weak@example.org', password });
    expect(await countUsers()).toBe(0);
  },
);

describe('in central mode', () => {
  let central: TestFieldSync;
  beforeAll(async () => {
    central = await startTestFieldSync();
    await addLocalPerson(central, { name: 'ada', accesslevel: 'Admin', hasPassword: true });
  });
  afterAll(() => central.close());

  test('GET /login.php and GET /logout.php lead to the platform', async () => {
    const ask = async (path: string) => summary(await central.ask(null, { path }));
    expect(await ask('/login.php')).toEqual({
      status: 303,
      location: '/login?next=%2Ffield-sync%2Findex.php',
    });
    expect(await ask('/logout.php')).toEqual({ status: 303, location: '/logout' });
  });

  test('POST /admin/action/login.php submit checks no password', async () => {
    const answer = await sendAction(central, null, { path: 'login.php', fields: FIELDS });
    expect(summary(answer)).toEqual(failed);
    expect(cookiesOf(answer.headers)).toEqual([]);
  });

  test.each(['Dashboard-Admin', 'ADMINS'])('members of the group %s administer', async (group) => {
    const member = await central.signUp({ username: `member of ${group}` });
    expect((await central.ask(member, { path: '/api/audit' })).status).toBe(403);
    await central.admin.query(
      `WITH g AS (INSERT INTO portal.groups (name) VALUES ($1) RETURNING id)
       INSERT INTO portal.group_members (group_id, user_id) SELECT id, $2 FROM g`,
      [group, member.id],
    );
    await central.admin.query(`SELECT pg_notify('portal_auth', '')`);
    central.context.auth.forget();
    expect((await central.ask(member, { path: '/api/audit' })).status).toBe(200);
  });
});
