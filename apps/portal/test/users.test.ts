import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const api = () => portal.as(admin);

describe('users', () => {
  test('POST /api/admin/users creates a user who can sign in', async () => {
    const group = await portal.addGroup('Surveyors');
    const input = { username: 'dora', email: 'dora@example.org', password: 'pw of dora', group_ids: [group] };
    const { status, body } = await api().post('/api/admin/users').send(input);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      username: 'dora',
      display_name: '',
      email: 'dora@example.org',
      enabled: true,
      must_change_password: false,
      is_admin: false,
      groups: ['Surveyors'],
      group_ids: [group],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const form = { username: 'dora', password: 'pw of dora' };
    expect((await portal.as().post('/login').type('form').send(form)).status).toBe(303);
    const stored = await portal.rows('SELECT password_hash FROM users WHERE id = $1', [body.id]);
    expect(stored[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('POST /api/admin/users requires only a name and a password, and accepts enabled and nulls', async () => {
    const { status, body } = await api()
      .post('/api/admin/users')
      .send({ username: 'plain', password: 'long enough', email: null, enabled: false, group_ids: null });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: '', enabled: false, groups: [], group_ids: [] });
  });

  test.each<[object, string]>([
    [{ username: 'x' }, 'no password'],
    [{ password: 'long enough' }, 'no username'],
    [{ username: '  ', password: 'long enough' }, 'a blank username'],
    [{ username: 'x', password: '   ' }, 'a blank password'],
    [{ username: 'x', password: 'long enough', email: 'no address' }, 'an invalid email'],
    [{ username: 'x', password: 'long enough', group_ids: [999999] }, 'a group that does not exist'],
    [{ username: 'x', password: 'long enough', group_ids: ['1'] }, 'a group id that is a text'],
    [{ username: 'x', password: 'long enough', is_admin: true }, 'an unknown field'],
    [{ username: 'x​y', password: 'long enough' }, 'an invisible character'],
    [{ username: '\u3164', password: 'long enough' }, 'an invisible letter'],
    [{ username: '\ud800', password: 'long enough' }, 'half a character'],
    [{ username: 'ｒｏｏｔ', password: 'long enough' }, 'a username that is taken, in wide letters'],
    [{ username: 'ROOT', password: 'long enough' }, 'a username that is taken, whatever its case'],
  ])('POST /api/admin/users returns 400 to %j: %s', async (body) => {
    const answer = await api().post('/api/admin/users').send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/\w.*[.;]/);
  });

  test('POST /api/admin/users rejects look-alike usernames, and accepts other alphabets', async () => {
    const create = (username: string) =>
      api().post('/api/admin/users').send({ username, password: 'long enough' });
    for (const username of ['cop', 'milan', 'modern']) expect((await create(username)).status).toBe(201);
    for (const [username, sentence] of [
      ['\u0430dmin', /different alphabets/],
      ['ro\u03bft', /different alphabets/],
      ['\u0441\u043e\u0440', /looks like "cop", which is taken/],
      ['\u0421\u041e\u0420', /looks like "cop", which is taken/],
      ['mi1an', /looks like "milan", which is taken/],
      ['rnilan', /looks like "milan", which is taken/],
      ['m\u0131lan', /looks like "milan", which is taken/],
      ['rnodern', /looks like "modern", which is taken/],
      ['COP', /has this username/],
    ] as const) {
      const answer = await create(username);
      expect([username, answer.status]).toEqual([username, 400]);
      expect(answer.body.error).toMatch(sentence);
    }
    for (const username of [
      '\u0410\u043d\u043d\u0430',
      '\u7530\u4e2d\u30bf\u30ed\u30a6',
      'm\u00fcller',
      'mila\u00f1',
    ]) {
      expect((await create(username)).status).toBe(201);
    }
  });

  test.each([
    ['1', /./],
    ['1234567', /./],
    ['12345678', /most common/],
    ['PassWord', /most common/],
    ['aaaaaaaaaa', /most common/],
    ['Wilhelmina', /the username/],
  ])('a user cannot be created with the password %j, and it cannot be set', async (password, sentence) => {
    const answer = await api().post('/api/admin/users').send({ username: 'wilhelmina', password });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
    const user = await portal.addUser({ username: `Wilhelmina` });
    const reset = await api().post(`/api/admin/users/${user.id}/password`).send({ password });
    expect(reset.status).toBe(400);
    const change = { current_password: PASSWORD, new_password: password };
    expect((await portal.as(user).post('/api/me/password').send(change)).status).toBe(400);
    await portal.rows('DELETE FROM users WHERE id = $1', [user.id]);
  });

  test('POST and PUT /api/admin/users accept a display name, which the search finds', async () => {
    const input = { username: 'ruth', password: 'long enough', display_name: '  Ruth Möller ' };
    const { body } = await api().post('/api/admin/users').send(input);
    expect(body).toMatchObject({ display_name: 'Ruth Möller', must_change_password: false });
    const found = await api().get('/api/admin/users').query({ search: 'MÖLLER' });
    expect(found.body.items).toMatchObject([{ username: 'ruth' }]);
    const changed = await api().put(`/api/admin/users/${body.id}`).send({ display_name: 'Ruth M.' });
    expect(changed.body.display_name).toBe('Ruth M.');
    const bad = await api().put(`/api/admin/users/${body.id}`).send({ display_name: 'Ruth\u202e' });
    expect(bad.status).toBe(400);
  });

  test('GET /api/admin/users returns all users, and searches names and email addresses in any case', async () => {
    await portal.addUser({ username: 'Erika_50%', email: 'e@survey.example' });
    const all = await api().get('/api/admin/users');
    expect(all.status).toBe(200);
    expect(all.body.total).toBe(all.body.items.length);
    const names = async (search: string) =>
      (await api().get('/api/admin/users').query({ search })).body.items.map(
        (user: { username: string }) => user.username,
      );
    expect(await names('ERIKA')).toEqual(['Erika_50%']);
    expect(await names('SURVEY.EX')).toEqual(['Erika_50%']);
    expect(await names('_50%')).toEqual(['Erika_50%']);
    expect(await names('%')).toEqual(['Erika_50%']);
    expect(await names('nobody at all')).toEqual([]);
  });

  test('GET /api/admin/users/{id} returns a user, 404 for an unknown and 400 for a malformed id', async () => {
    const { status, body } = await api().get(`/api/admin/users/${admin.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: 'root', is_admin: true, groups: ['Administrators'] });
    expect((await api().get('/api/admin/users/2000000000')).status).toBe(404);
    for (const id of ['0', '-1', 'x', '1e3', '2147483648', '%00']) {
      expect((await api().get(`/api/admin/users/${id}`)).status).toBe(400);
    }
  });

  test('PUT /api/admin/users/{id} changes email, enabled and groups, and ignores username and password', async () => {
    const user = await portal.addUser({ username: 'frank' });
    const group = await portal.addGroup();
    const publicGroup = await portal.groupId('public');
    const { status, body } = await api()
      .put(`/api/admin/users/${user.id}`)
      .send({
        email: 'f@example.org',
        group_ids: [group, publicGroup],
        username: 'changed',
        password: 'changed',
      });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: 'frank',
      email: 'f@example.org',
      enabled: true,
      group_ids: [group],
    });
    const form = { username: 'frank', password: PASSWORD };
    expect((await portal.as().post('/login').type('form').send(form)).status).toBe(303);
    const emptied = await api().put(`/api/admin/users/${user.id}`).send({ email: null, group_ids: [] });
    expect(emptied.body).toMatchObject({ email: '', group_ids: [] });
    const untouched = await api().put(`/api/admin/users/${user.id}`).send({});
    expect(untouched.body).toMatchObject({ email: '', enabled: true });
  });

  test('PUT /api/admin/users/{id} with enabled false ends sessions and tokens at once', async () => {
    const user = await portal.addUser();
    const token = await portal.addToken(user.id);
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(200);
    expect((await portal.as({ bearer: token.secret }).get('/api/me/tokens')).status).toBe(200);
    expect((await api().put(`/api/admin/users/${user.id}`).send({ enabled: false })).body.enabled).toBe(
      false,
    );
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as({ bearer: token.secret }).get('/api/me/tokens')).status).toBe(401);
    await api().put(`/api/admin/users/${user.id}`).send({ enabled: true });
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(401);
    expect((await portal.as({ bearer: token.secret }).get('/api/me/tokens')).status).toBe(401);
  });

  test.each<[object, string]>([
    [{ groups: ['a'] }, 'an unknown field'],
    [{ enabled: 'yes' }, 'a text for a boolean'],
    [{ group_ids: [999999] }, 'a group that does not exist'],
    [{ email: 'none' }, 'an invalid email'],
  ])('PUT /api/admin/users/{id} returns 400 to %j and changes nothing: %s', async (body) => {
    const user = await portal.addUser();
    expect((await api().put(`/api/admin/users/${user.id}`).send(body)).status).toBe(400);
    expect((await api().get(`/api/admin/users/${user.id}`)).body).toMatchObject({
      email: '',
      enabled: true,
      group_ids: [],
    });
  });

  test('PUT /api/admin/users/{id} returns 404 for an unknown user', async () => {
    expect((await api().put('/api/admin/users/2000000000').send({})).status).toBe(404);
  });

  test('POST /api/admin/users/{id}/password sets the password and ends the sessions of the user', async () => {
    const user = await portal.addUser({ username: 'gina' });
    const { status, body } = await api()
      .post(`/api/admin/users/${user.id}/password`)
      .send({ password: 'quite new words' });
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await portal.as(user).get('/api/me/tokens')).status).toBe(401);
    expect(
      (await portal.as().post('/login').type('form').send({ username: 'gina', password: 'quite new words' }))
        .status,
    ).toBe(303);
    expect(
      (await api().post('/api/admin/users/2000000000/password').send({ password: 'quite new words' })).status,
    ).toBe(404);
  });

  test('POST /api/admin/users/{id}/password revokes the tokens of the user', async () => {
    const user = await portal.addUser();
    const token = await portal.addToken(user.id);
    const asToken = () => portal.as({ bearer: token.secret }).get('/api/me/tokens');
    expect((await asToken()).status).toBe(200);
    await api().post(`/api/admin/users/${user.id}/password`).send({ password: 'quite new words' });
    expect((await asToken()).status).toBe(401);
    const { cookie } = await portal.addSession(user.id);
    expect((await portal.as({ cookie }).get('/api/me/tokens')).body.tokens).toEqual([]);
  });

  test.each([
    [{}],
    [{ password: '' }],
    [{ password: '  ' }],
    [{ password: 'long enough', user_id: 1 }],
    [{ password: 7 }],
  ])('POST /api/admin/users/{id}/password returns 400 to %j', async (body) => {
    expect((await api().post(`/api/admin/users/${admin.id}/password`).send(body)).status).toBe(400);
  });
});

describe('the last administrator', () => {
  test('PUT /api/admin/users/{id} does not disable or demote the last enabled administrator', async () => {
    expect((await api().put(`/api/admin/users/${admin.id}`).send({ enabled: false })).status).toBe(400);
    const { status, body } = await api().put(`/api/admin/users/${admin.id}`).send({ group_ids: [] });
    expect(status).toBe(400);
    expect(body.error).toMatch(/without an administrator/);
    expect((await portal.as(admin).get('/api/me')).body.admin).toBe(true);
  });

  test('DELETE /api/admin/groups/{id}/users/{user_id} removes one of two administrators, but not the last one', async () => {
    const administrators = await portal.groupId('administrators');
    expect((await api().delete(`/api/admin/groups/${administrators}/users/${admin.id}`)).status).toBe(400);
    const second = await portal.addUser({ admin: true });
    expect((await portal.as(second).get('/api/me')).body.admin).toBe(true);
    expect((await api().delete(`/api/admin/groups/${administrators}/users/${second.id}`)).status).toBe(204);
    expect((await portal.as(second).get('/api/me')).body.admin).toBe(false);
  });

  test('two administrators who demote each other at the same time do not both succeed', async () => {
    const [one, two] = [await portal.addUser({ admin: true }), await portal.addUser({ admin: true })];
    const administrators = await portal.groupId('administrators');
    await portal.rows('DELETE FROM group_members WHERE group_id = $1 AND user_id = $2', [
      administrators,
      admin.id,
    ]);
    const statuses = await Promise.all([
      portal.as(one).delete(`/api/admin/groups/${administrators}/users/${two.id}`),
      portal.as(two).put(`/api/admin/users/${one.id}`).send({ enabled: false }),
    ]);
    expect(statuses.map((answer) => answer.status).filter((status) => status < 300)).toHaveLength(1);
    await portal.join(administrators, admin.id);
    portal.context.auth.forget();
  });
});
