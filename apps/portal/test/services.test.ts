import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import type { Kysely } from 'kysely';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const vault = () => portal.as({ service: 'vault' });
const service = { display_name: 'Dataset vault', discovery_url: 'http://127.0.0.1:8883/api/discovery' };

describe('registered services', () => {
  test('PUT /internal/services/{service_key} registers a service once, and GET /api/admin/portal/services returns it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const answer = await vault().put('/internal/services/vault').send(service);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ service_key: 'vault', ...service });
    }
    await vault()
      .put('/internal/services/vault')
      .send({ ...service, display_name: 'Vault' });
    const { status: code, body } = await portal.as(admin).get('/api/admin/portal/services');
    expect(code).toBe(200);
    expect(body).toEqual({ items: [{ service_key: 'vault', ...service, display_name: 'Vault' }], total: 1 });
    const events = await portal.rows(`SELECT 1 FROM audit_events WHERE event = 'service.registered'`);
    expect(events).toHaveLength(2);
  });

  test('PUT /internal/services/{service_key} registers the service as a public resource', async () => {
    await vault().put('/internal/services/vault').send(service);
    const { body } = await portal
      .as(admin)
      .get('/api/admin/resource-access-overview')
      .query({ resource_type: 'service' });
    expect(body.items).toMatchObject([
      { resource_key: 'vault', visibility: 'public', group_names_with_access: ['Public'] },
    ]);
    const matrix = { visibility: 'restricted', matrix: [] };
    await portal.as(admin).put(`/api/admin/resources/${body.items[0].resource_id}/permissions`).send(matrix);
    await vault().put('/internal/services/vault').send(service);
    const after = await portal
      .as(admin)
      .get('/api/admin/resource-access-overview')
      .query({ resource_type: 'service' });
    expect(after.body.items[0].visibility).toBe('restricted');
  });

  test.each<[object, number]>([
    [{ ...service, discovery_url: 'file:///etc/passwd' }, 400],
    [{ ...service, discovery_url: 'nowhere' }, 400],
    [{ ...service, discovery_url: 'http://user:pw@127.0.0.1:8883/api/discovery' }, 400],
    [{ ...service, discovery_url: 'http://user@127.0.0.1:8883/api/discovery' }, 400],
    [{ ...service, visibility: 'hidden' }, 400],
    [{ display_name: 'x' }, 400],
    [{ ...service, admin: true }, 400],
  ])('PUT /internal/services/{service_key} with %j returns %i', async (body, code) => {
    expect((await vault().put('/internal/services/vault').send(body)).status).toBe(code);
  });

  test('PUT /internal/services/{service_key} with visibility restricted shows the service to granted groups only', async () => {
    const person = await portal.addUser();
    const group = await portal.addGroup();
    await portal.join(group, person.id);
    const dbadmin = () => portal.as({ service: 'dbadmin' }).put('/internal/services/dbadmin');
    const input = { ...service, display_name: 'Databases' };
    const seenBy = async (who: Person) =>
      (await portal.as(who).get('/api/services')).body.items.map(
        (item: { service_key: string }) => item.service_key,
      );
    expect((await dbadmin().send({ ...input, visibility: 'restricted' })).status).toBe(200);
    expect(await seenBy(person)).not.toContain('dbadmin');
    expect(await seenBy(admin)).toContain('dbadmin');
    const [resource] = await portal.rows<{ id: number }>(
      `SELECT id FROM resources WHERE resource_type = 'service' AND resource_key = 'dbadmin'`,
    );
    const grant = { resource_id: resource?.id, group_id: group, permission: 'view' };
    expect((await portal.as(admin).post('/api/admin/permissions').send(grant)).status).toBe(201);
    await dbadmin().send({ ...input, visibility: 'restricted' });
    expect(await seenBy(person)).toContain('dbadmin');
  });

  test('the migration removes the view permission of Public on dbadmin that an older version granted, and nothing else', async () => {
    const { up } = await import('../src/db/migrations/20261122T1420_restricted_services.ts');
    const migrate = () => up(portal.context.db as unknown as Kysely<unknown>);
    await portal.rows(
      `INSERT INTO resources (resource_type, resource_key, display_name, service)
        VALUES ('service', 'dbadmin', 'Databases', 'dbadmin') ON CONFLICT DO NOTHING`,
    );
    const idOf = async (key: string) => {
      const [row] = await portal.rows<{ id: number }>(
        `SELECT id FROM resources WHERE resource_type = 'service' AND resource_key = $1`,
        [key],
      );
      return row?.id ?? 0;
    };
    const dbadmin = await idOf('dbadmin');
    await vault().put('/internal/services/vault').send(service);
    const group = await portal.addGroup('database people');
    await portal.rows('DELETE FROM permissions WHERE resource_id = $1', [dbadmin]);
    const give = (groupId: number, resource: number, permission: string) =>
      portal.rows('INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)', [
        resource,
        groupId,
        permission,
      ]);
    const everybody = await portal.groupId('public');
    await give(everybody, dbadmin, 'view');
    await give(group, dbadmin, 'view');
    await portal.rows('DELETE FROM permissions WHERE resource_id = $1', [await idOf('vault')]);
    await give(everybody, await idOf('vault'), 'view');
    await migrate();
    expect(await portal.grantsOf(dbadmin)).toEqual(['database people view']);
    expect(await portal.grantsOf(await idOf('vault'))).toEqual(['Public view']);
    // An administrator chose more than what was installed: that stays.
    await give(everybody, dbadmin, 'view');
    await give(everybody, dbadmin, 'edit');
    await migrate();
    expect(await portal.grantsOf(dbadmin)).toEqual(['Public edit', 'Public view', 'database people view']);
    await portal.rows('DELETE FROM resources WHERE id = $1', [dbadmin]);
    await portal.rows(`DELETE FROM services WHERE service_key = 'dbadmin'`);
  });

  test('PUT /internal/services/{service_key} lets a service register only itself', async () => {
    expect((await vault().put('/internal/services/dbadmin').send(service)).status).toBe(403);
  });

  test.each([
    ['nobody', () => ({})],
    ['an administrator', () => ({ cookie: admin.cookie })],
    [
      'a token for another service',
      () => ({ bearer: signServiceToken({ service: 'vault', audience: 'vault', secret: SERVICE_SECRET }) }),
    ],
    [
      'a token under another secret',
      () => ({ bearer: signServiceToken({ service: 'vault', audience: 'portal', secret: 'x'.repeat(32) }) }),
    ],
    [
      'a token that has ended',
      () => ({
        bearer: signServiceToken({
          service: 'vault',
          audience: 'portal',
          secret: SERVICE_SECRET,
          now: Date.now() - 70_000,
        }),
      }),
    ],
  ])('PUT /internal/services/{service_key} returns 401 to %s', async (_who, who) => {
    expect((await portal.as(who()).put('/internal/services/vault').send(service)).status).toBe(401);
    expect((await portal.as(who()).put('/internal/resources/a/b').send({})).status).toBe(401);
    expect((await portal.as(who()).delete('/internal/resources/a/b')).status).toBe(401);
  });

  test('a service token is rejected where users sign in', async () => {
    expect((await vault().get('/api/admin/users')).status).toBe(401);
    expect((await vault().get('/api/me/tokens')).status).toBe(401);
    expect((await vault().get('/api/me')).body.authenticated).toBe(false);
  });
});
