import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;
let surveyors: number;
let publicGroup: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  surveyors = await portal.addGroup('Surveyors');
  publicGroup = await portal.groupId('public');
});
afterAll(() => portal.close());

const api = () => portal.as(admin);
const visibilityOf = async (id: number): Promise<string> =>
  (await api().get(`/api/admin/resources/${id}/permissions`)).body.visibility;

describe('permissions', () => {
  test('POST /api/admin/permissions grants a permission, and can be repeated', async () => {
    const id = await portal.addResource({ name: 'Roads' });
    const input = { resource_id: id, group_id: surveyors, permission: 'edit' };
    const { status, body } = await api().post('/api/admin/permissions').send(input);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...input,
      id: expect.any(Number),
      group_name: 'Surveyors',
      resource_name: 'Roads',
    });
    expect((await api().post('/api/admin/permissions').send(input)).body.id).toBe(body.id);
    expect(await portal.grantsOf(id)).toEqual(['Surveyors edit']);
  });

  test.each([
    [{ resource_id: 2000000000, group_id: 1, permission: 'view' }, 404],
    [{ resource_id: 1, group_id: 2000000000, permission: 'view' }, 404],
    [{ resource_id: 1, group_id: 1, permission: 'own' }, 400],
    [{ resource_id: '1', group_id: 1, permission: 'view' }, 400],
    [{ resource_id: 1, permission: 'view' }, 400],
    [{ resource_id: 1, group_id: 1, permission: 'view', user_id: 1 }, 400],
  ])('POST /api/admin/permissions with %j returns %i', async (body, status) => {
    await portal.addResource();
    expect((await api().post('/api/admin/permissions').send(body)).status).toBe(status);
  });

  test('GET /api/admin/permissions returns all permissions', async () => {
    const { status, body } = await api().get('/api/admin/permissions');
    expect(status).toBe(200);
    expect(body.total).toBe(body.items.length);
    const [stored] = await portal.rows<{ count: string }>('SELECT count(*) FROM permissions');
    expect(body.total).toBe(Number(stored?.count));
    expect(body.items[0]).toMatchObject({
      id: expect.any(Number),
      permission: expect.stringMatching(/view|edit|admin/),
    });
  });

  test('DELETE /api/admin/permissions/{id} revokes a permission, and the last one of the Public group makes the resource restricted', async () => {
    const id = await portal.addResource();
    const input = { resource_id: id, group_id: publicGroup, permission: 'view' };
    const { body } = await api().post('/api/admin/permissions').send(input);
    expect(await visibilityOf(id)).toBe('public');
    expect((await api().delete(`/api/admin/permissions/${body.id}`)).status).toBe(204);
    expect(await visibilityOf(id)).toBe('restricted');
    expect((await api().delete(`/api/admin/permissions/${body.id}`)).status).toBe(404);
    expect((await api().delete('/api/admin/permissions/x')).status).toBe(400);
  });
});
