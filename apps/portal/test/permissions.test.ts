import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startPortal } from './start-portal.ts';
import type { Person, TestPortal } from './start-portal.ts';

let portal: TestPortal;
let admin: Person;
let surveyors: number;
let publicGroup: number;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  surveyors = await portal.addGroup('Surveyors');
  publicGroup = await portal.groupId('public');
});
afterAll(() => portal.stop());

const api = () => portal.as(admin);
const visibilityOf = async (id: number): Promise<string> =>
  (await api().get(`/api/admin/resources/${id}/permissions`)).body.visibility;

describe('single permissions', () => {
  test('POST /api/admin/permissions gives one permission; twice is once', async () => {
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
  ])('POST /api/admin/permissions answers to %j with %i', async (body, status) => {
    await portal.addResource();
    expect((await api().post('/api/admin/permissions').send(body)).status).toBe(status);
  });

  test('GET /api/admin/permissions lists every permission', async () => {
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

  test('DELETE /api/admin/permissions/{id} takes it away; the Public group’s last one makes the resource restricted', async () => {
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
