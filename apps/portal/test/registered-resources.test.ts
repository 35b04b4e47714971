import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registerWithPortal, createPortalRegistry } from '@cairn/auth';
import { readDatabaseIdentity } from '@cairn/db';
import { until } from '@cairn/testing';
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

describe('registered resources', () => {
  const input = { display_name: 'Rivers', service: 'vault' };
  const put = (key: string, body: object) =>
    vault()
      .put(`/internal/resources/vault_dataset/${encodeURIComponent(key)}`)
      .send(body);

  test('PUT /internal/resources/{resource_type}/{resource_key} registers a resource and keeps later decisions', async () => {
    const owner = await portal.addUser({ username: 'uploader' });
    const first = await put('a/b ü', { ...input, owner_id: owner.id, visibility: 'public' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      resource_type: 'vault_dataset',
      resource_key: 'a/b ü',
      display_name: 'Rivers',
      service: 'vault',
    });
    await portal
      .as(admin)
      .put(`/api/admin/resources/${first.body.id}/permissions`)
      .send({ visibility: 'restricted', matrix: [] });
    const second = await put('a/b ü', { ...input, display_name: 'Streams', visibility: 'public' });
    expect(second.body).toMatchObject({ id: first.body.id, display_name: 'Streams' });
    const { body } = await portal
      .as(admin)
      .get('/api/admin/resource-access-overview')
      .query({ search: 'streams' });
    expect(body.items).toMatchObject([{ visibility: 'restricted', owner_name: 'uploader' }]);
  });

  test('PUT /internal/resources/{resource_type}/{resource_key} gives the grants to a new resource only, and says whether it is new', async () => {
    const group = await portal.as(admin).post('/api/admin/groups').send({ name: 'Readers' });
    const grants = [
      { group: 'public', permission: 'view' },
      { group: 'Readers', permission: 'edit' },
      { group: group.body.id, permission: 'view' },
    ];
    const given = () =>
      portal.rows(
        `SELECT g.name, p.permission FROM permissions p JOIN groups g ON g.id = p.group_id
           JOIN resources r ON r.id = p.resource_id WHERE r.resource_key = 'granted' ORDER BY 1, 2`,
      );
    expect((await put('granted', { ...input, grants })).body).toMatchObject({ created: true });
    const all = [
      { name: 'Public', permission: 'view' },
      { name: 'Readers', permission: 'edit' },
      { name: 'Readers', permission: 'view' },
    ];
    expect(await given()).toEqual(all);
    const again = await put('granted', { ...input, grants: [{ group: 'Readers', permission: 'admin' }] });
    expect(again.body).toMatchObject({ created: false });
    expect(await given()).toEqual(all);
    const unknown = await put('not made', { ...input, grants: [{ group: 'Nobody', permission: 'view' }] });
    expect(unknown.status).toBe(400);
    expect(await portal.rows(`SELECT 1 FROM resources WHERE resource_key = 'not made'`)).toEqual([]);
  });

  test('PUT /internal/resources/{resource_type}/{resource_key} gives the owner admin, also when the matrix does not', async () => {
    const owner = await portal.addUser();
    await put('owned', { ...input, owner_id: owner.id });
    const actor = await portal.context.auth.identify({ headers: { cookie: owner.cookie } } as never);
    const check = { resourceType: 'vault_dataset', resourceKey: 'owned', permission: 'admin' as const };
    expect(await portal.context.auth.allows(actor, check)).toBe(true);
    expect(await portal.context.auth.visibleKeys(actor, 'vault_dataset', 'admin')).toContain('owned');
  });

  test.each<[string, object, number]>([
    ['ok', { ...input, service: 'dbadmin' }, 403],
    ['ok', { ...input, owner_id: 2000000000 }, 400],
    ['ok', { ...input, visibility: 'secret' }, 400],
    ['ok', { service: 'vault' }, 400],
    ['ok', { ...input, id: 1 }, 400],
  ])(
    'PUT /internal/resources/{resource_type}/{resource_key} returns for %s with %j %i',
    async (key, body, code) => {
      expect((await put(key, body)).status).toBe(code);
    },
  );

  test('PUT /internal/resources/{resource_type}/{resource_key} returns 403 for a resource of another service', async () => {
    await put('mine', input);
    const other = portal.as({ service: 'dbadmin' });
    const theirs = await other
      .put('/internal/resources/vault_dataset/mine')
      .send({ ...input, service: 'dbadmin' });
    expect(theirs.status).toBe(403);
    expect((await other.delete('/internal/resources/vault_dataset/mine')).status).toBe(403);
    const { body } = await portal.as(admin).get('/api/admin/resources').query({ service: 'vault' });
    expect(body.items.some((item: { resource_key: string }) => item.resource_key === 'mine')).toBe(true);
  });

  test('PUT /internal/resources/{resource_type}/{resource_key} does not register services', async () => {
    const body = { display_name: 'Tomorrow', service: 'vault', owner_id: admin.id };
    expect((await vault().put('/internal/resources/service/tomorrow').send(body)).status).toBe(403);
    expect((await vault().delete('/internal/resources/service/vault')).status).toBe(403);
    const tomorrow = portal.as({ service: 'tomorrow' });
    expect((await tomorrow.put('/internal/services/tomorrow').send(service)).status).toBe(200);
  });

  test('DELETE /internal/resources/{resource_type}/{resource_key} removes a resource, and succeeds for an unknown one', async () => {
    const { body } = await put('short-lived', { ...input, visibility: 'public' });
    expect((await vault().delete('/internal/resources/vault_dataset/short-lived')).status).toBe(204);
    expect((await vault().delete('/internal/resources/vault_dataset/short-lived')).status).toBe(204);
    expect(await portal.rows('SELECT 1 FROM permissions WHERE resource_id = $1', [body.id])).toEqual([]);
  });

  test('the registry of the auth library registers and removes resources, and returns why it was refused', async () => {
    const registry = createPortalRegistry({
      portalUrl: portal.url,
      serviceName: 'field-sync',
      secret: SERVICE_SECRET,
    });
    await registry.registerService({
      displayName: 'Field sync',
      discoveryUrl: 'http://127.0.0.1:8884/api/discovery',
    });
    const resource = {
      resourceType: 'project',
      resourceKey: 'p/1',
      displayName: 'Project 1',
      ownerId: admin.id,
    };
    const grants = [{ group: 'public', permission: 'view' as const }];
    expect(await registry.registerResource({ ...resource, grants })).toEqual({ created: true });
    const change = { ...resource, displayName: 'Project one', visibility: 'public' as const };
    expect(await registry.registerResource(change)).toEqual({ created: false });
    const found = await portal
      .as(admin)
      .get('/api/admin/resources')
      .query({ service: 'field-sync', resource_type: 'project' });
    expect(found.body.items).toMatchObject([{ resource_key: 'p/1', display_name: 'Project one' }]);
    await registry.forgetResource(resource);
    await expect(registry.registerResource({ ...resource, ownerId: 2000000000 })).rejects.toMatchObject({
      kind: 'bad_gateway',
      message: expect.stringContaining('User 2000000000 not found'),
    });
    const lost = createPortalRegistry({
      portalUrl: 'http://127.0.0.1:1',
      serviceName: 'vault',
      secret: SERVICE_SECRET,
    });
    await expect(lost.forgetResource(resource)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('databases of the platform', () => {
  const registryOf = (serviceName: string) =>
    createPortalRegistry({ portalUrl: portal.url, serviceName, secret: SERVICE_SECRET });

  test('PUT /internal/services/{service_key} saves the current and earlier databases of a service, and GET /internal/platform-databases returns all', async () => {
    const own = await readDatabaseIdentity(portal.context.db);
    const register = (database: object) =>
      vault()
        .put('/internal/services/vault')
        .send({ ...service, database });
    for (const server_identifier of ['7001', '7002', '7002']) {
      expect((await register({ server_identifier, name: 'vault' })).status).toBe(200);
    }
    const names = ['7001', '7002'].map((serverIdentifier) => ({ serverIdentifier, name: 'vault' }));
    const listed = await registryOf('dbadmin').listPlatformDatabases();
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(expect.arrayContaining([own, ...names]));
    expect((await register({ server_identifier: 'x', name: 'vault' })).status).toBe(400);
    expect((await portal.as(admin).get('/internal/platform-databases')).status).toBe(401);
  });

  test('a service reports its database when it registers, and regularly afterwards', async () => {
    const { db, logger } = portal.context;
    const config = { internalUrl: 'http://127.0.0.1:8884' };
    const stop = registerWithPortal(
      { registry: registryOf('field-sync'), config, db, logger },
      { displayName: 'Field sync' },
      { repeatMs: 20 },
    );
    const rows = () =>
      portal.rows(
        `SELECT server_identifier AS "serverIdentifier", database_name AS name FROM service_databases WHERE service_key = 'field-sync'`,
      );
    try {
      for (let round = 0; round < 2; round += 1) {
        await until('the service has reported its database', async () => (await rows()).length > 0);
        expect(await rows()).toEqual([await readDatabaseIdentity(db)]);
        await portal.rows(`DELETE FROM service_databases WHERE service_key = 'field-sync'`);
      }
    } finally {
      stop();
    }
  });
});
