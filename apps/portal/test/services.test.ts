import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signServiceToken } from '@cairn/auth';
import type { Kysely } from 'kysely';
import { hang, listing, startDownstream, status, text } from './downstream.ts';
import { SECRET, startPortal } from './start-portal.ts';
import type { Person, TestPortal } from './start-portal.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startPortal({ catalogDeadlineMs: 300 });
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.stop());

const vault = () => portal.as({ service: 'vault' });
const service = { display_name: 'Dataset vault', discovery_url: 'http://127.0.0.1:8883/api/discovery' };

describe('restarts', () => {
  test('GET /api/admin/portal/restarts returns the restarts that the supervisor recorded, and an empty list without a supervisor', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-restarts-'));
    const restartsFile = join(folder, 'restarts.json');
    const supervised = await startPortal({ restartsFile });
    try {
      const root = await supervised.addUser({ username: 'root', admin: true });
      const list = () => supervised.as(root).get('/api/admin/portal/restarts');
      expect((await list()).body).toEqual({ items: [], total: 0 });
      const items = [{ part: 'Redis', reason: 'was ended by SIGKILL', restarted_at: '2026-11-22T12:00:00Z' }];
      await writeFile(restartsFile, JSON.stringify(items));
      expect((await list()).body).toEqual({ items, total: 1 });
    } finally {
      await supervised.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('registered services', () => {
  test('PUT /internal/services/{service_key} registers a service once, and GET /api/admin/portal/services lists it', async () => {
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

  test('PUT /internal/services/{service_key} makes the service a resource that everybody may view to begin with', async () => {
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
  ])('PUT /internal/services/{service_key} answers to %j with %i', async (body, code) => {
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

  test('PUT /internal/services/{service_key} lets a service register itself alone', async () => {
    expect((await vault().put('/internal/services/dbadmin').send(service)).status).toBe(403);
  });

  test.each([
    ['nobody', () => ({})],
    ['an administrator', () => ({ cookie: admin.cookie })],
    [
      'a token for another service',
      () => ({ bearer: signServiceToken({ service: 'vault', audience: 'vault', secret: SECRET }) }),
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
          secret: SECRET,
          now: Date.now() - 70_000,
        }),
      }),
    ],
  ])('PUT /internal/services/{service_key} answers 401 to %s', async (_who, who) => {
    expect((await portal.as(who()).put('/internal/services/vault').send(service)).status).toBe(401);
    expect((await portal.as(who()).put('/internal/resources/a/b').send({})).status).toBe(401);
    expect((await portal.as(who()).delete('/internal/resources/a/b')).status).toBe(401);
  });

  test('a service token opens no door that is meant for people', async () => {
    expect((await vault().get('/api/admin/users')).status).toBe(401);
    expect((await vault().get('/api/me/tokens')).status).toBe(401);
    expect((await vault().get('/api/me')).body.authenticated).toBe(false);
  });
});

describe('services that one may use', () => {
  test('GET /api/services names them to everybody who may view them, and not their addresses', async () => {
    const [inside, outside] = [await portal.addUser(), await portal.addUser()];
    const group = await portal.addGroup();
    await portal.join(group, inside.id);
    await portal
      .as({ service: 'open' })
      .put('/internal/services/open')
      .send({ ...service, display_name: 'Open' });
    await portal
      .as({ service: 'closed' })
      .put('/internal/services/closed')
      .send({ ...service, display_name: 'Closed' });
    const { body } = await portal.as(admin).get('/api/admin/resources').query({ service: 'closed' });
    const matrix = { visibility: 'restricted', matrix: [{ group_id: group, view: true }] };
    await portal.as(admin).put(`/api/admin/resources/${body.items[0].id}/permissions`).send(matrix);
    const seen = async (who: { cookie?: string }) => {
      const answer = await portal.as(who).get('/api/services');
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('discovery');
      const keys = answer.body.items.map((item: { service_key: string }) => item.service_key);
      return keys.filter((key: string) => key !== 'vault');
    };
    expect(await seen({})).toEqual(['open']);
    expect(await seen(outside)).toEqual(['open']);
    expect(await seen(inside)).toEqual(['closed', 'open']);
    expect(await seen(admin)).toEqual(['closed', 'open']);
  });

  test('GET /api/services tells each person what they may do there: view, edit or all of it', async () => {
    const [reader, editor] = [await portal.addUser(), await portal.addUser()];
    const group = await portal.addGroup();
    await portal.join(group, editor.id);
    await portal
      .as({ service: 'shared' })
      .put('/internal/services/shared')
      .send({ ...service, display_name: 'Shared' });
    const { body } = await portal.as(admin).get('/api/admin/resources').query({ service: 'shared' });
    const matrix = { visibility: 'public', matrix: [{ group_id: group, view: true, edit: true }] };
    await portal.as(admin).put(`/api/admin/resources/${body.items[0].id}/permissions`).send(matrix);
    const may = async (who: { cookie?: string }) => {
      const { body } = await portal.as(who).get('/api/services');
      return body.items.find((item: { service_key: string }) => item.service_key === 'shared').permissions;
    };
    expect(await may({})).toEqual({ view: true, edit: false, admin: false });
    expect(await may(reader)).toEqual({ view: true, edit: false, admin: false });
    expect(await may(editor)).toEqual({ view: true, edit: true, admin: false });
    expect(await may(admin)).toEqual({ view: true, edit: true, admin: true });
  });
});

describe('live discovery', () => {
  const discover = (key: string) => portal.as(admin).get(`/api/admin/portal/services/${key}/resources`);

  test('GET /api/admin/portal/services/{service_key}/resources asks the service and answers what it says', async () => {
    const downstream = await startDownstream(listing({ name: 'roads', count: 3, type: 'map' }));
    await portal
      .as({ service: 'maps' })
      .put('/internal/services/maps')
      .send({ display_name: 'Maps', discovery_url: downstream.url });
    const { status: code, body } = await discover('maps');
    expect(code).toBe(200);
    expect(body).toMatchObject({ service: 'maps', resource_type: 'map', total: 3 });
    expect(body.items[0]).toMatchObject({ id: 'roads-0', title: 'roads 0', url: '/roads/0' });
    expect(Math.abs(Date.parse(body.fetched_at) - Date.now())).toBeLessThan(10_000);
    expect(downstream.requests[0]?.headers.cookie).toBe(admin.cookie);

    const failures = [status(500), status(401), text('no json'), hang];
    for (const failure of failures) {
      downstream.answerWith(failure);
      const answer = await discover('maps');
      expect(answer.status).toBe(502);
      expect(answer.body.error).toMatch(/Maps/);
    }
    await downstream.stop();
    expect((await discover('maps')).status).toBe(502);
  });

  test('GET /api/admin/portal/services/{service_key}/resources answers 404 for a service that nobody registered', async () => {
    const { status: code, body } = await discover('nowhere');
    expect(code).toBe(404);
    expect(body.error).toMatch(/nowhere/);
  });
});
