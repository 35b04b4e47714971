import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const api = () => portal.as(admin);

describe('groups', () => {
  test('GET /api/admin/groups returns built-in groups first, with member counts', async () => {
    const { status, body } = await api().get('/api/admin/groups');
    expect(status).toBe(200);
    expect(body.total).toBe(body.items.length);
    expect(body.items.slice(0, 2).map((group: { name: string }) => group.name)).toEqual([
      'Administrators',
      'Public',
    ]);
    const [users] = await portal.rows<{ count: string }>('SELECT count(*) FROM users');
    expect(body.items[1]).toMatchObject({ protected: true, member_count: Number(users?.count) });
  });

  test('POST /api/admin/groups creates a group, and rejects a name that is taken', async () => {
    const { status, body } = await api()
      .post('/api/admin/groups')
      .send({ name: ' Hydrology ', description: 'Rivers' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Hydrology',
      description: 'Rivers',
      member_count: 0,
      protected: false,
      created_at: expect.any(String),
    });
    expect((await api().post('/api/admin/groups').send({ name: 'hydrology' })).status).toBe(400);
    expect((await api().post('/api/admin/groups').send({ name: 'public' })).status).toBe(400);
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: '  ' }],
    [{ name: 'a\nb' }],
    [{ name: 'Administrators\u200b' }],
    [{ name: '\u3164' }],
    [{ name: 'x', members: [] }],
    [{ name: 1 }],
  ])('POST /api/admin/groups returns 400 to %j', async (body) => {
    expect((await api().post('/api/admin/groups').send(body)).status).toBe(400);
  });

  test('PUT /api/admin/groups/{id} renames a group, also for its signed-in members', async () => {
    const group = await portal.addGroup();
    const user = await portal.addUser();
    await api().post(`/api/admin/groups/${group}/users`).send({ user_id: user.id });
    const { status, body } = await api().put(`/api/admin/groups/${group}`).send({ name: 'Renamed' });
    expect({ status, name: body.name }).toEqual({ status: 200, name: 'Renamed' });
    expect((await portal.as(user).get('/api/me')).body.user.groups).toEqual(['Renamed']);
    expect((await api().put('/api/admin/groups/2000000000').send({ name: 'x' })).status).toBe(404);
    expect((await api().put('/api/admin/groups/x').send({ name: 'x' })).status).toBe(400);
  });

  test.each(['administrators', 'public'] as const)(
    'PUT /api/admin/groups/{id} returns 400 when renaming and accepts a description: %s',
    async (kind) => {
      const id = await portal.groupId(kind);
      const name = kind === 'public' ? 'Public' : 'Administrators';
      expect((await api().put(`/api/admin/groups/${id}`).send({ name: 'Other' })).status).toBe(400);
      expect((await api().put(`/api/admin/groups/${id}`).send({ name: name.toLowerCase() })).status).toBe(
        400,
      );
      const described = await api().put(`/api/admin/groups/${id}`).send({ name, description: 'Changed' });
      expect(described.body).toMatchObject({ name, description: 'Changed' });
    },
  );

  test.each(['administrators', 'public'] as const)(
    'DELETE /api/admin/groups/{id} returns 400 for a built-in group: %s',
    async (kind) => {
      const id = await portal.groupId(kind);
      expect((await api().delete(`/api/admin/groups/${id}`)).status).toBe(400);
      expect(await portal.groupId(kind)).toBe(id);
    },
  );

  test('DELETE /api/admin/groups/{id} removes the group with its memberships and permissions', async () => {
    const group = await portal.addGroup();
    const user = await portal.addUser();
    const resource = await portal.addResource();
    await portal.join(group, user.id);
    await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
      resource,
      group,
    ]);
    expect((await api().delete(`/api/admin/groups/${group}`)).status).toBe(204);
    expect((await portal.as(user).get('/api/me')).body.user.groups).toEqual([]);
    expect(await portal.rows('SELECT 1 FROM permissions WHERE resource_id = $1', [resource])).toEqual([]);
    expect((await api().delete(`/api/admin/groups/${group}`)).status).toBe(404);
  });

  test('POST /api/admin/groups/{id}/users adds a member, and can be repeated', async () => {
    const group = await portal.addGroup();
    const user = await portal.addUser();
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await api()
        .post(`/api/admin/groups/${group}/users`)
        .send({ user_id: user.id });
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    }
    expect((await portal.as(user).get('/api/me')).body.user.group_ids).toEqual([group]);
    expect((await api().post('/api/admin/groups/2000000000/users').send({ user_id: user.id })).status).toBe(
      404,
    );
    expect((await api().post(`/api/admin/groups/${group}/users`).send({ user_id: 2000000000 })).status).toBe(
      400,
    );
    expect(
      (
        await api()
          .post(`/api/admin/groups/${group}/users`)
          .send({ user_id: String(user.id) })
      ).status,
    ).toBe(400);
  });

  test('POST /api/admin/groups/{id}/users adds an administrator, and does not change Public', async () => {
    const user = await portal.addUser();
    await api()
      .post(`/api/admin/groups/${await portal.groupId('administrators')}/users`)
      .send({ user_id: user.id });
    expect((await portal.as(user).get('/api/me')).body.admin).toBe(true);
    const publicGroup = await portal.groupId('public');
    expect(
      (await api().post(`/api/admin/groups/${publicGroup}/users`).send({ user_id: user.id })).status,
    ).toBe(200);
    expect((await portal.as(user).get('/api/me')).body.user.groups).toEqual(['Administrators']);
  });

  test('DELETE /api/admin/groups/{id}/users/{user_id} returns 204 also when the user is not a member', async () => {
    const group = await portal.addGroup();
    const user = await portal.addUser();
    await portal.join(group, user.id);
    expect((await api().delete(`/api/admin/groups/${group}/users/${user.id}`)).status).toBe(204);
    expect((await api().delete(`/api/admin/groups/${group}/users/${user.id}`)).status).toBe(204);
    expect((await api().delete(`/api/admin/groups/2000000000/users/2000000000`)).status).toBe(204);
    expect((await api().delete(`/api/admin/groups/x/users/1`)).status).toBe(400);
  });
});
