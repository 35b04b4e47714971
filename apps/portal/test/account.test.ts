import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.addUser({ username: 'ada', email: 'ada@example.org', admin: true });
  bob = await portal.addUser({ username: 'bob' });
});
afterAll(() => portal.close());

describe('GET /api/me', () => {
  test('GET /api/me returns authenticated false to visitors', async () => {
    const { status, body, headers } = await portal.as().get('/api/me');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ authenticated: false, user: null, admin: false, server_time: expect.any(String) });
    expect(Math.abs(Date.parse(body.server_time) - Date.now())).toBeLessThan(10_000);
  });

  test('GET /api/me returns the user, the groups and whether the user is an administrator', async () => {
    const { body } = await portal.as(ada).get('/api/me');
    expect(body).toMatchObject({ authenticated: true, admin: true });
    expect(body.user).toMatchObject({
      username: 'ada',
      email: 'ada@example.org',
      groups: ['Administrators'],
    });
    expect((await portal.as(bob).get('/api/me')).body).toMatchObject({
      admin: false,
      user: { email: '', groups: [] },
    });
  });

  test('GET /api/me accepts a personal access token and records its use within a minute', async () => {
    const token = await portal.addToken(bob.id);
    expect((await portal.as({ bearer: token.secret }).get('/api/me')).body.user.username).toBe('bob');
    const [row] = await portal.until(
      () =>
        portal.rows('SELECT last_used_at FROM tokens WHERE id = $1 AND last_used_at IS NOT NULL', [token.id]),
      (found) => found.length > 0,
    );
    expect(row?.last_used_at).toBeInstanceOf(Date);
  });
});

describe('tokens', () => {
  test('POST /api/me/tokens returns the secret once and stores only its hash', async () => {
    const { status, body } = await portal.as(bob).post('/api/me/tokens').send({ name: ' laptop ' });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^cairn_pat_[0-9A-Za-z]{46}$/);
    expect(body.message).toMatch(/not be shown again/);
    expect(body.token).toMatchObject({
      user_id: bob.id,
      name: 'laptop',
      scopes: [],
      active: true,
      expires_at: null,
    });
    expect(body.secret.startsWith(body.token.token_prefix)).toBe(true);
    expect(body.token.token_prefix.length).toBeLessThan(20);

    const listed = await portal.as(bob).get('/api/me/tokens');
    expect(JSON.stringify(listed.body)).not.toContain(body.secret);
    const stored = await portal.rows('SELECT t.*, a.details FROM tokens t, audit_events a');
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(16));
    expect((await portal.as({ bearer: body.secret }).get('/api/me')).body.authenticated).toBe(true);
  });

  test('GET /api/me/tokens returns the tokens of the caller that are not revoked', async () => {
    const carol = await portal.addUser();
    const mine = await portal.addToken(carol.id);
    await portal.addToken(bob.id);
    const { status, body } = await portal.as(carol).get('/api/me/tokens');
    expect(status).toBe(200);
    expect(body.tokens.map((token: { id: number }) => token.id)).toEqual([mine.id]);
    expect((await portal.as().get('/api/me/tokens')).status).toBe(401);
  });

  test.each([
    ['2999-12-31', '2999-12-31T23:59:59.999Z', 'a day means its end in UTC'],
    ['2999-12-31T12:00:00Z', '2999-12-31T12:00:00.000Z', 'an RFC 3339 time in UTC'],
    ['2999-12-31T12:00:00+02:00', '2999-12-31T10:00:00.000Z', 'an RFC 3339 time with an offset'],
  ])('POST /api/me/tokens accepts expires_at %s as %s: %s', async (given, expected) => {
    const { status, body } = await portal
      .as(bob)
      .post('/api/me/tokens')
      .send({ name: 'dated', expires_at: given });
    expect(status).toBe(201);
    expect(body.token.expires_at).toBe(expected);
  });

  test('POST /api/me/tokens accepts the current day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { status } = await portal.as(bob).post('/api/me/tokens').send({ name: 'today', expires_at: today });
    expect(status).toBe(201);
  });

  test.each<[object, string]>([
    [{ name: 'x', expires_at: '2001-01-01' }, 'a day in the past'],
    [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, 'a time in the past'],
    [{ name: 'x', expires_at: '2999-02-30' }, 'a day that no calendar has'],
    [{ name: 'x', expires_at: '2999-12-31T25:00:00Z' }, 'an hour that no day has'],
    [{ name: 'x', expires_at: '2999-12-31T12:00:00' }, 'a time without zone'],
    [{ name: 'x', expires_at: '9999-12-31T23:59:59-23:00' }, 'a year that RFC 3339 cannot write in UTC'],
    [{ name: 'x', expires_at: 'tomorrow' }, 'a word'],
    [{ name: 'x', expires_at: '' }, 'an empty text'],
    [{ name: 'x', expires_at: 32503680000 }, 'a number'],
    [{ name: '   ' }, 'a blank name'],
    [{ name: '' }, 'an empty name'],
    [{}, 'no name'],
    [{ name: 'x', scopes: ['all'] }, 'an unknown field'],
    [[], 'an array'],
  ])('POST /api/me/tokens returns 400 to %j: %s', async (body) => {
    const answer = await portal.as(bob).post('/api/me/tokens').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(expect.any(String));
  });

  test('DELETE /api/me/tokens/{id} revokes a token at once, and returns 404 for a revoked, foreign or unknown one', async () => {
    const token = await portal.addToken(bob.id);
    const agent = portal.as({ bearer: token.secret });
    expect((await agent.get('/api/me/tokens')).status).toBe(200);
    expect((await portal.as(ada).delete(`/api/me/tokens/${token.id}`)).status).toBe(404);
    expect((await portal.as(bob).delete(`/api/me/tokens/${token.id}`)).status).toBe(204);
    expect((await agent.get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as(bob).delete(`/api/me/tokens/${token.id}`)).status).toBe(404);
    expect((await portal.as(bob).delete('/api/me/tokens/2000000000')).status).toBe(404);
    expect((await portal.as().delete(`/api/me/tokens/${token.id}`)).status).toBe(401);
  });

  test.each(['0', '-1', 'abc', '1.5', '99999999999'])(
    'DELETE /api/me/tokens/{id} returns 400 to the id %s',
    async (id) => {
      expect((await portal.as(bob).delete(`/api/me/tokens/${id}`)).status).toBe(400);
    },
  );
});

describe('operations that need a session', () => {
  test.each([
    ['POST', '/api/me/tokens', { name: 'child' }],
    ['DELETE', '/api/me/tokens/{id}', undefined],
    ['DELETE', '/api/me/sessions/{id}', undefined],
    ['POST', '/api/me/password', { current_password: PASSWORD, new_password: 'another good password' }],
  ] as const)(
    '%s %s with a token returns 403 with a sentence and changes nothing',
    async (method, path, body) => {
      const carol = await portal.addUser();
      const token = await portal.addToken(carol.id);
      const id = path.includes('sessions') ? carol.sessionId : token.id;
      const agent = portal.as({ bearer: token.secret });
      const request = method === 'POST' ? agent.post(path) : agent.delete(path.replace('{id}', String(id)));
      const answer = await request.send(body);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        error: 'Access tokens cannot be used for this. Sign in in a browser and try again.',
      });
      const { body: left } = await portal.as(carol).get('/api/me/tokens');
      expect(left.tokens.map((each: { id: number }) => each.id)).toEqual([token.id]);
    },
  );
});

describe('sessions', () => {
  test('GET /api/me/sessions returns the sessions of the caller and marks the current one', async () => {
    const carol = await portal.addUser();
    const other = await portal.addSession(carol.id);
    await portal.addSession(carol.id, { age: '13 hours' });
    const { status, body } = await portal.as(carol).get('/api/me/sessions');
    expect(status).toBe(200);
    const ids = body.sessions.map((session: { id: number }) => session.id);
    expect(ids.sort()).toEqual([carol.sessionId, other.sessionId].sort());
    expect(body.sessions.filter((session: { current: boolean }) => session.current)).toMatchObject([
      { id: carol.sessionId },
    ]);
    expect((await portal.as().get('/api/me/sessions')).status).toBe(401);
  });

  test('DELETE /api/me/sessions/{id} ends a session at once, and returns 404 for foreign or unknown ones and 400 for malformed ids', async () => {
    const carol = await portal.addUser();
    const other = await portal.addSession(carol.id);
    expect((await portal.as(other).get('/api/me/tokens')).status).toBe(200);
    expect((await portal.as(bob).delete(`/api/me/sessions/${other.sessionId}`)).status).toBe(404);
    expect((await portal.as(carol).delete(`/api/me/sessions/${other.sessionId}`)).status).toBe(204);
    expect((await portal.as(other).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as(carol).delete('/api/me/sessions/2000000000')).status).toBe(404);
    expect((await portal.as(carol).delete('/api/me/sessions/x')).status).toBe(400);
    expect((await portal.as().delete(`/api/me/sessions/${carol.sessionId}`)).status).toBe(401);
  });

  test('a session is invalid after 12 hours without use, and after 7 days', async () => {
    const idle = await portal.addSession(bob.id, { age: '12 hours 1 second' });
    const old = await portal.addSession(bob.id, { life: '-1 second' });
    const fresh = await portal.addSession(bob.id, { age: '11 hours 59 minutes' });
    expect((await portal.as(idle).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as(old).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as(fresh).get('/api/me/tokens')).status).toBe(200);
  });
});

describe('own password', () => {
  test('POST /api/me/password changes the password and ends all other sessions', async () => {
    const carol = await portal.addUser({ username: 'carol-password' });
    const other = await portal.addSession(carol.id);
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    const { status, body } = await portal.as(carol).post('/api/me/password').send(change);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await portal.as(other).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as(carol).get('/api/me/tokens')).status).toBe(200);
    const form = { username: 'carol-password', next: '/' };
    expect(
      (
        await portal
          .as()
          .post('/login')
          .type('form')
          .send({ ...form, password: PASSWORD })
      ).status,
    ).toBe(401);
    expect(
      (
        await portal
          .as()
          .post('/login')
          .type('form')
          .send({ ...form, password: change.new_password })
      ).status,
    ).toBe(303);
  });

  test('POST /api/me/password revokes the tokens of the user unless keep_tokens is true', async () => {
    const carol = await portal.addUser();
    const token = await portal.addToken(carol.id);
    const asToken = () => portal.as({ bearer: token.secret }).get('/api/me/tokens');
    const change = (from: string, to: string, more: object) =>
      portal
        .as(carol)
        .post('/api/me/password')
        .send({ current_password: from, new_password: to, ...more });
    expect((await change(PASSWORD, 'a second good password', { keep_tokens: true })).status).toBe(200);
    expect((await asToken()).status).toBe(200);
    expect((await change('a second good password', 'a third good password', {})).status).toBe(200);
    expect((await asToken()).status).toBe(401);
  });

  test.each<[object, string]>([
    [{ current_password: 'wrong', new_password: 'another good password' }, 'a wrong current password'],
    [{ current_password: PASSWORD, new_password: 'short' }, 'a new password below eight characters'],
    [{ current_password: PASSWORD, new_password: '          ' }, 'a blank new password'],
    [{ new_password: 'another good password' }, 'no current password'],
    [{ current_password: PASSWORD, new_password: 'another good password', user_id: 1 }, 'an unknown field'],
  ])('POST /api/me/password returns 400 to %j: %s', async (body) => {
    const carol = await portal.addUser();
    expect((await portal.as(carol).post('/api/me/password').send(body)).status).toBe(400);
    expect((await portal.as(carol).get('/api/me/tokens')).status).toBe(200);
  });

  test('POST /api/me/password returns 429 after ten wrong passwords, and 401 to visitors', async () => {
    const carol = await portal.addUser();
    const guess = { current_password: 'wrong', new_password: 'another good password' };
    for (let count = 0; count < 10; count += 1) {
      expect((await portal.as(carol).post('/api/me/password').send(guess)).status).toBe(400);
    }
    const answer = await portal
      .as(carol)
      .post('/api/me/password')
      .send({ ...guess, current_password: PASSWORD });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await portal.as().post('/api/me/password').send(guess)).status).toBe(401);
  });
});
