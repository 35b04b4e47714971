import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { hashPassword } from '@cairn/auth';
import { PASSWORD, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ admin: true });
});
afterAll(() => portal.close());

const api = () => portal.as(admin);

/**
 * Sends requests while somebody else's change is made and not yet committed, and commits it once they wait for it or
 * are through: the moment at which a check that came before it is worth nothing.
 */
async function overtaken<T>(change: [string, unknown[]][], requests: (() => PromiseLike<T>)[]): Promise<T[]> {
  const other = new pg.Client({
    connectionString: portal.database.url('portal'),
    options: '-c search_path=portal,public',
  });
  await other.connect();
  try {
    await other.query('BEGIN');
    for (const [text, values] of change) await other.query(text, values);
    let through = 0;
    const answers = requests.map((request) => Promise.resolve(request()).finally(() => (through += 1)));
    const settled = Promise.all(answers);
    settled.catch(() => undefined);
    await portal.until(
      () =>
        portal.rows<{ waiting: number }>(
          `SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ([row]) => Number(row?.waiting) + through >= requests.length,
    );
    await other.query('COMMIT');
    return await settled;
  } finally {
    await other.end();
  }
}

const audited = async (event: string, subjectId: number) =>
  (
    await portal.rows('SELECT 1 FROM audit_events WHERE event = $1 AND subject_id = $2', [
      event,
      `${subjectId}`,
    ])
  ).length;

describe('a group that is deleted at the same time', () => {
  test.each<
    [string, number, (group: number, resource: number, user: Person) => PromiseLike<{ status: number }>]
  >([
    [
      'PUT /api/admin/resources/{id}/permissions',
      400,
      (group, resource) =>
        api()
          .put(`/api/admin/resources/${resource}/permissions`)
          .send({ visibility: 'restricted', matrix: [{ group_id: group, view: true }] }),
    ],
    [
      'POST /api/admin/permissions',
      404,
      (group, resource) =>
        api()
          .post('/api/admin/permissions')
          .send({ resource_id: resource, group_id: group, permission: 'view' }),
    ],
    [
      'POST /api/admin/groups/{id}/users',
      404,
      (group, _resource, user) => api().post(`/api/admin/groups/${group}/users`).send({ user_id: user.id }),
    ],
    [
      'POST /api/admin/users',
      400,
      (group) =>
        api()
          .post('/api/admin/users')
          .send({ username: `racer-${group}`, password: PASSWORD, group_ids: [group] }),
    ],
    [
      'PUT /api/admin/users/{id}',
      400,
      (group, _resource, user) =>
        api()
          .put(`/api/admin/users/${user.id}`)
          .send({ group_ids: [group] }),
    ],
    [
      'PUT /api/admin/groups/{id}',
      404,
      (group) =>
        api()
          .put(`/api/admin/groups/${group}`)
          .send({ name: `renamed-${group}` }),
    ],
    ['DELETE /api/admin/groups/{id}', 404, (group) => api().delete(`/api/admin/groups/${group}`)],
  ])('%s returns %i', async (_operation, expected, request) => {
    const [group, resource, user] = [
      await portal.addGroup(),
      await portal.addResource(),
      await portal.addUser(),
    ];
    const [answer] = await overtaken(
      [['DELETE FROM groups WHERE id = $1', [group]]],
      [() => request(group, resource, user)],
    );
    expect(answer?.status).toBe(expected);
    expect(await audited('group.deleted', group)).toBe(0);
    expect(await audited('group.updated', group)).toBe(0);
  });
});

describe('a resource that is removed at the same time', () => {
  test.each<[string, (resource: number, group: number) => PromiseLike<{ status: number }>]>([
    [
      'PUT /api/admin/resources/{id}/permissions',
      (resource, group) =>
        api()
          .put(`/api/admin/resources/${resource}/permissions`)
          .send({ visibility: 'public', matrix: [{ group_id: group, view: true }] }),
    ],
    [
      'POST /api/admin/permissions',
      (resource, group) =>
        api()
          .post('/api/admin/permissions')
          .send({ resource_id: resource, group_id: group, permission: 'view' }),
    ],
  ])('%s returns 404', async (_operation, request) => {
    const [group, resource] = [await portal.addGroup(), await portal.addResource()];
    const [answer] = await overtaken(
      [['DELETE FROM resources WHERE id = $1', [resource]]],
      [() => request(resource, group)],
    );
    expect(answer?.status).toBe(404);
  });
});

describe('concurrent requests', () => {
  test('DELETE /api/admin/permissions/{id} revokes a permission once and records it once', async () => {
    const [group, resource] = [await portal.addGroup(), await portal.addResource()];
    const { body } = await api()
      .post('/api/admin/permissions')
      .send({ resource_id: resource, group_id: group, permission: 'view' });
    const answers = await overtaken(
      [['SELECT 1 FROM permissions WHERE id = $1 FOR UPDATE', [body.id]]],
      [1, 2].map(() => () => api().delete(`/api/admin/permissions/${body.id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await audited('permission.revoked', resource)).toBe(1);
  });

  test('DELETE /api/admin/groups/{id} deletes a group once and records it once', async () => {
    const group = await portal.addGroup();
    const answers = await overtaken(
      [['SELECT 1 FROM groups WHERE id = $1 FOR UPDATE', [group]]],
      [1, 2].map(() => () => api().delete(`/api/admin/groups/${group}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await audited('group.deleted', group)).toBe(1);
  });

  test('DELETE /internal/resources/{resource_type}/{resource_key} removes a resource once and records it once', async () => {
    const resource = await portal.addResource({ type: 'vault_dataset', key: 'twice' });
    const answers = await overtaken(
      [['SELECT 1 FROM resources WHERE id = $1 FOR UPDATE', [resource]]],
      [1, 2].map(
        () => () => portal.as({ service: 'vault' }).delete('/internal/resources/vault_dataset/twice'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await audited('resource.forgotten', resource)).toBe(1);
  });

  test('POST /api/admin/portal/cards/reorder applies opposite orders one after another', async () => {
    await portal.rows(
      `INSERT INTO cards (title, card_type, url, icon) SELECT 'Card ' || n, 'map', '/', 'map' FROM generate_series(1, 400) n`,
    );
    const ids = (await portal.rows<{ id: number }>('SELECT id FROM cards ORDER BY id')).map(({ id }) => id);
    const order = (some: number[]) => some.map((id, index) => ({ id, sort_order: index }));
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all(
        [order(ids), order([...ids].reverse()), order([...ids.slice(200), ...ids.slice(0, 200)])].map(
          (body) => api().post('/api/admin/portal/cards/reorder').send(body),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });
});

describe('a password that is reset at the same time', () => {
  test('POST /login with the old password leaves no session behind', async () => {
    const user = await portal.addUser();
    const [answer] = await overtaken(
      [
        ['UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, await hashPassword('another one')]],
        ['DELETE FROM sessions WHERE user_id = $1', [user.id]],
      ],
      [() => portal.as().post('/login').type('form').send({ username: user.username, password: PASSWORD })],
    );
    expect(answer?.status).toBe(401);
    expect(await portal.rows('SELECT 1 FROM sessions WHERE user_id = $1', [user.id])).toHaveLength(0);
  });

  test('POST /login of a user who is disabled leaves no session', async () => {
    const user = await portal.addUser();
    const [answer] = await overtaken(
      [
        ['UPDATE users SET enabled = false WHERE id = $1', [user.id]],
        ['DELETE FROM sessions WHERE user_id = $1', [user.id]],
      ],
      [() => portal.as().post('/login').type('form').send({ username: user.username, password: PASSWORD })],
    );
    expect(answer?.status).toBe(401);
    expect(await portal.rows('SELECT 1 FROM sessions WHERE user_id = $1', [user.id])).toHaveLength(0);
  });

  test('POST /api/me/tokens with a session that the reset ends creates no token', async () => {
    const user = await portal.addUser();
    const [answer] = await overtaken(
      [
        ['DELETE FROM sessions WHERE user_id = $1', [user.id]],
        ['UPDATE tokens SET revoked_at = now() WHERE user_id = $1', [user.id]],
      ],
      [() => portal.as(user).post('/api/me/tokens').send({ name: 'a way back' })],
    );
    expect(answer?.status).toBe(401);
    const left = await portal.rows('SELECT 1 FROM tokens WHERE user_id = $1 AND revoked_at IS NULL', [
      user.id,
    ]);
    expect(left).toHaveLength(0);
  });

  test('POST /api/me/password does not replace the new password', async () => {
    const user = await portal.addUser();
    const hash = await hashPassword('set by an administrator');
    const [answer] = await overtaken(
      [['UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, hash]]],
      [
        () =>
          portal
            .as(user)
            .post('/api/me/password')
            .send({ current_password: PASSWORD, new_password: 'chosen by a thief' }),
      ],
    );
    expect(answer?.status).toBe(400);
    const [row] = await portal.rows<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [user.id],
    );
    expect(row?.password_hash).toBe(hash);
  });
});
