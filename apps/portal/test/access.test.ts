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
const row = (groupId: number, ...permissions: ('view' | 'edit' | 'admin')[]) => ({
  group_id: groupId,
  view: permissions.includes('view'),
  edit: permissions.includes('edit'),
  admin: permissions.includes('admin'),
});
type Row = ReturnType<typeof row>;

async function matrixOf(
  id: number,
): Promise<{ visibility: string; matrix: (Row & { group_name: string })[] }> {
  return (await api().get(`/api/admin/resources/${id}/permissions`)).body;
}

describe('resources', () => {
  test('GET /api/admin/resources filters by exact service and type', async () => {
    const id = await portal.addResource({ type: 'map_sheet', key: 'a/b', service: 'maps', name: 'Sheet' });
    await portal.addResource({ type: 'map_sheet2', service: 'maps2' });
    const { status, body } = await api()
      .get('/api/admin/resources')
      .query({ service: 'maps', resource_type: 'map_sheet' });
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          id,
          resource_type: 'map_sheet',
          resource_key: 'a/b',
          display_name: 'Sheet',
          service: 'maps',
          created_at: expect.any(String),
        },
      ],
      total: 1,
    });
    expect((await api().get('/api/admin/resources').query({ service: 'map' })).body.total).toBe(0);
    const all = (await api().get('/api/admin/resources')).body.total;
    expect((await api().get('/api/admin/resources').query({ service: '' })).body.total).toBe(all);
  });

  test('GET /api/admin/resource-access-overview returns owners and the groups with access', async () => {
    const owner = await portal.addUser({ username: 'owner' });
    const id = await portal.addResource({
      name: 'Geology of Übersee',
      key: 'geo',
      service: 'overview',
      ownerId: owner.id,
    });
    const open = await portal.addResource({ name: 'Open', service: 'overview' });
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'restricted', matrix: [row(surveyors, 'edit')] });
    await api().put(`/api/admin/resources/${open}/permissions`).send({ visibility: 'public', matrix: [] });
    const overview = async (query: Record<string, string>) =>
      (
        await api()
          .get('/api/admin/resource-access-overview')
          .query({ service: 'overview', ...query })
      ).body;

    const all = await overview({});
    expect(all.total).toBe(2);
    expect(all.items.find((item: { resource_id: number }) => item.resource_id === id)).toEqual({
      resource_id: id,
      resource_type: 'vault_dataset',
      resource_key: 'geo',
      display_name: 'Geology of Übersee',
      service: 'overview',
      owner_id: owner.id,
      owner_name: 'owner',
      visibility: 'restricted',
      group_names_with_access: ['Surveyors'],
    });
    const ids = async (query: Record<string, string>) =>
      (await overview(query)).items.map((item: { resource_id: number }) => item.resource_id);
    expect(await ids({ visibility: 'public' })).toEqual([open]);
    expect(await ids({ visibility: 'restricted' })).toEqual([id]);
    expect(await ids({ visibility: 'anything else' })).toHaveLength(2);
    expect(await ids({ search: 'GEOLOGY' })).toEqual([id]);
    expect(await ids({ search: 'GEO' })).toEqual([id]);
    expect(await ids({ resource_type: 'vault' })).toEqual([]);
  });
});

describe('the matrix', () => {
  test('GET /api/admin/resources/{id}/permissions returns one row for each group with its effective permissions', async () => {
    const id = await portal.addResource();
    await portal.rows(
      `INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'admin')`,
      [id, surveyors],
    );
    const { status, body } = await api().get(`/api/admin/resources/${id}/permissions`);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({ id, display_name: 'Rivers' });
    expect(body.visibility).toBe('restricted');
    const groups = (await api().get('/api/admin/groups')).body.total;
    expect(body.matrix).toHaveLength(groups);
    expect(body.matrix).toContainEqual({
      group_id: surveyors,
      group_name: 'Surveyors',
      view: true,
      edit: true,
      admin: true,
    });
    expect(body.matrix).toContainEqual({
      group_id: publicGroup,
      group_name: 'Public',
      view: false,
      edit: false,
      admin: false,
    });
    expect((await api().get('/api/admin/resources/2000000000/permissions')).status).toBe(404);
    expect((await api().get('/api/admin/resources/x/permissions')).status).toBe(400);
  });

  test('PUT /api/admin/resources/{id}/permissions replaces all permissions', async () => {
    const id = await portal.addResource();
    const other = await portal.addGroup('Others');
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'restricted', matrix: [row(other, 'view', 'edit')] });
    const { status, body } = await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'restricted', matrix: [{ ...row(surveyors, 'view'), group_name: 'whatever' }] });
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await portal.grantsOf(id)).toEqual(['Surveyors view']);
  });

  test('PUT /api/admin/resources/{id}/permissions with public gives view to the Public group, also when the matrix does not', async () => {
    const id = await portal.addResource();
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'public', matrix: [row(publicGroup)] });
    expect(await portal.grantsOf(id)).toEqual(['Public view']);
    expect((await matrixOf(id)).visibility).toBe('public');
  });

  test('PUT /api/admin/resources/{id}/permissions with restricted removes all permissions of the Public group', async () => {
    const id = await portal.addResource();
    await api().put(`/api/admin/resources/${id}/permissions`).send({ visibility: 'public', matrix: [] });
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({
        visibility: 'restricted',
        matrix: [row(publicGroup, 'view', 'edit', 'admin'), row(surveyors, 'view')],
      });
    expect(await portal.grantsOf(id)).toEqual(['Surveyors view']);
    expect((await matrixOf(id)).visibility).toBe('restricted');
  });

  test.each<[object, string]>([
    [{ matrix: [] }, 'no visibility'],
    [{ visibility: 'public' }, 'no matrix'],
    [{ visibility: 'secret', matrix: [] }, 'an unknown visibility'],
    [{ visibility: 'public', matrix: [{ group_id: 999999, view: true }] }, 'an unknown group'],
    [{ visibility: 'public', matrix: [{ group_id: 1, view: true }, { group_id: 1 }] }, 'a group twice'],
    [{ visibility: 'public', matrix: [{ group_id: 1, view: 'yes' }] }, 'a text for a boolean'],
    [{ visibility: 'public', matrix: [{ view: true }] }, 'a row without group'],
    [{ visibility: 'public', matrix: [], owner: 1 }, 'an unknown field'],
  ])('PUT /api/admin/resources/{id}/permissions returns 400 to %j and changes nothing: %s', async (body) => {
    const id = await portal.addResource();
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'restricted', matrix: [row(surveyors, 'view')] });
    expect((await api().put(`/api/admin/resources/${id}/permissions`).send(body)).status).toBe(400);
    expect(await portal.grantsOf(id)).toEqual(['Surveyors view']);
  });

  test('PUT /api/admin/resources/{id}/permissions returns 404 for an unknown resource', async () => {
    const body = { visibility: 'public', matrix: [] };
    expect((await api().put('/api/admin/resources/2000000000/permissions').send(body)).status).toBe(404);
  });

  test('concurrent changes of a matrix leave one of them complete', async () => {
    const id = await portal.addResource();
    const groups = [surveyors, await portal.addGroup(), await portal.addGroup()];
    const save = (permission: 'view' | 'edit') =>
      api()
        .put(`/api/admin/resources/${id}/permissions`)
        .send({ visibility: 'restricted', matrix: groups.map((group) => row(group, permission)) });
    const statuses = await Promise.all([save('view'), save('edit'), save('view'), save('edit')]);
    expect(statuses.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const kinds = new Set((await portal.grantsOf(id)).map((grant) => grant.split(' ').at(-1)));
    expect(await portal.grantsOf(id)).toHaveLength(3);
    expect(kinds.size).toBe(1);
  });
});

describe('access of a group', () => {
  const explain = async (id: number, groupId: number) =>
    (await api().get(`/api/admin/resources/${id}/explain`).query({ group_id: groupId })).body;

  test('GET /api/admin/resources/{id}/explain returns permissions, the Public group and administrators as reasons', async () => {
    const id = await portal.addResource({ name: 'Wells' });
    await api()
      .put(`/api/admin/resources/${id}/permissions`)
      .send({ visibility: 'public', matrix: [row(surveyors, 'edit')] });
    const answer = await explain(id, surveyors);
    expect(answer).toMatchObject({ visibility: 'public', view: true, edit: true, admin: false });
    expect(answer.summary).toBe('Members of Surveyors can view and edit Wells.');
    expect(answer.reasons.map((reason: { kind: string }) => reason.kind).sort()).toEqual(['grant', 'public']);
    const administrators = await explain(id, await portal.groupId('administrators'));
    expect(administrators).toMatchObject({ view: true, edit: true, admin: true });
    expect(administrators.reasons[0]).toMatchObject({ kind: 'administrators', permission: 'admin' });
  });

  test('GET /api/admin/resources/{id}/explain returns why a group has no access', async () => {
    const id = await portal.addResource({ name: 'Secret wells' });
    const answer = await explain(id, surveyors);
    expect(answer).toMatchObject({ view: false, edit: false, admin: false, reasons: [] });
    expect(answer.summary).toMatch(/cannot view Secret wells: it is restricted/);
  });

  test('GET /api/admin/resources/{id}/explain returns 404 for unknown and 400 for malformed ids', async () => {
    const id = await portal.addResource();
    expect((await api().get(`/api/admin/resources/${id}/explain`)).status).toBe(400);
    expect((await api().get(`/api/admin/resources/${id}/explain?group_id=x`)).status).toBe(400);
    expect((await api().get(`/api/admin/resources/${id}/explain?group_id=999999`)).status).toBe(404);
    expect((await api().get(`/api/admin/resources/2000000000/explain?group_id=${surveyors}`)).status).toBe(
      404,
    );
  });
});
