import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal({ awaitReportsMs: 0 });
  admin = await portal.addUser({ username: 'root', admin: true });
});
beforeEach(() => portal.rows('DELETE FROM service_databases'));
afterAll(() => portal.close());

const PATH = '/api/admin/portal/service-databases';
const service = { display_name: 'Vault', discovery_url: 'http://127.0.0.1:8883/api/discovery' };

const report = (server_identifier: string, registration = service) =>
  portal
    .as({ service: 'vault' })
    .put('/internal/services/vault')
    .send({ ...registration, database: { server_identifier, name: 'cairn' } });

const remove = (id: number, who: { cookie?: string } = admin) => portal.as(who).delete(`${PATH}/${id}`);

async function listed(): Promise<{ id: number; server_identifier: string; in_use: boolean }[]> {
  const { body } = await portal.as(admin).get(PATH);
  return body.items.filter((item: { service_key: string }) => item.service_key === 'vault');
}

async function reported(): Promise<string[]> {
  const { body } = await portal.as({ service: 'dbadmin' }).get('/internal/platform-databases');
  return body.items.map((item: { server_identifier: string }) => item.server_identifier);
}

const stopReporting = (id: number) =>
  portal.rows(`UPDATE service_databases SET last_reported_at = now() - interval '6 minutes' WHERE id = $1`, [
    id,
  ]);

const auditOf = (event: string) =>
  portal.rows('SELECT actor_name, subject_id, details FROM audit_events WHERE event = $1 ORDER BY id', [
    event,
  ]);

test('PUT /internal/services/{service_key} records a new database in the audit log once', async () => {
  await report('7001');
  await report('7001');
  await report('7002');
  const recorded = (await auditOf('service.database_reported')).filter(
    ({ subject_id }) => subject_id === 'vault',
  );
  expect(recorded).toEqual(
    ['7001', '7002'].map((server_identifier) => ({
      actor_name: 'service:vault',
      subject_id: 'vault',
      details: { server_identifier, database: 'cairn' },
    })),
  );
});

test('PUT /internal/services/{service_key} keeps the first 20 databases of a service and the newest, and saves a changed address', async () => {
  for (let id = 1; id <= 21; id += 1) await report(String(id));
  const moved = { ...service, discovery_url: 'http://127.0.0.1:8899/api/discovery' };
  const { status, body } = await report('22', moved);
  expect([status, body.discovery_url]).toEqual([200, moved.discovery_url]);
  const found = await portal.rows(`SELECT discovery_url FROM services WHERE service_key = 'vault'`);
  expect(found).toEqual([{ discovery_url: moved.discovery_url }]);
  const first = Array.from({ length: 20 }, (_item, index) => String(index + 1));
  expect((await listed()).map(({ server_identifier }) => server_identifier)).toEqual([...first, '22']);
  expect(await reported()).toEqual(expect.arrayContaining([...first, '22']));
  expect(await auditOf('service.database_removed')).toEqual([
    {
      actor_name: 'service:vault',
      subject_id: 'vault',
      details: { server_identifier: '21', database: 'cairn', limit: 20 },
    },
  ]);
});

test('GET /api/admin/portal/service-databases lists the databases of services and of the portal for administrators', async () => {
  await report('7001');
  const { status, body } = await portal.as(admin).get(PATH);
  expect([status, body.total]).toEqual([200, 2]);
  expect(body.items).toEqual([
    expect.objectContaining({ service_key: 'portal', in_use: true }),
    {
      id: expect.any(Number),
      service_key: 'vault',
      server_identifier: '7001',
      name: 'cairn',
      first_reported_at: expect.any(String),
      last_reported_at: expect.any(String),
      in_use: true,
    },
  ]);
  expect((await portal.as(await portal.addUser()).get(PATH)).status).toBe(403);
  expect((await portal.as({}).get(PATH)).status).toBe(401);
});

test('DELETE /api/admin/portal/service-databases/{id} removes a database that its service no longer reports, and records it', async () => {
  await report('7001');
  await report('7002');
  const [earlier] = await listed();
  await stopReporting(earlier!.id);
  expect((await listed()).map(({ in_use }) => in_use)).toEqual([false, true]);
  expect((await remove(earlier!.id)).status).toBe(204);
  expect(await reported()).not.toContain('7001');
  expect(await reported()).toContain('7002');
  expect((await auditOf('service.database_removed')).at(-1)).toEqual({
    actor_name: 'root',
    subject_id: 'vault',
    details: { server_identifier: '7001', database: 'cairn' },
  });
  expect((await remove(earlier!.id)).status).toBe(404);
});

test('DELETE /api/admin/portal/service-databases/{id} returns 409 while the service reports the database, and one that is reported again is back', async () => {
  await report('7001');
  const [database] = await listed();
  const { status, body } = await remove(database!.id);
  expect([status, body.error]).toEqual([409, expect.stringContaining('The service vault uses the database')]);
  await stopReporting(database!.id);
  expect((await remove(database!.id)).status).toBe(204);
  await report('7001');
  expect(await reported()).toContain('7001');
  const own = (await portal.as(admin).get(PATH)).body.items[0];
  expect([own.service_key, (await remove(own.id)).status]).toEqual(['portal', 409]);
});

test('DELETE /api/admin/portal/service-databases/{id} is for administrators', async () => {
  await report('7001');
  const [database] = await listed();
  await stopReporting(database!.id);
  expect((await remove(database!.id, await portal.addUser())).status).toBe(403);
  expect((await remove(database!.id, {})).status).toBe(401);
  expect(await reported()).toContain('7001');
});

test('DELETE /api/admin/portal/service-databases/{id} returns 409 for each database until the portal has run for five minutes', async () => {
  const restarted = await startTestPortal();
  try {
    const root = await restarted.addUser({ admin: true });
    const database = { server_identifier: '7001', name: 'cairn' };
    await restarted
      .as({ service: 'vault' })
      .put('/internal/services/vault')
      .send({ ...service, database });
    await restarted.rows(`UPDATE service_databases SET last_reported_at = now() - interval '1 hour'`);
    const { items } = (await restarted.as(root).get(PATH)).body;
    const reported = items.find((item: { service_key: string }) => item.service_key === 'vault');
    expect(reported.in_use).toBe(true);
    const { status, body } = await restarted.as(root).delete(`${PATH}/${reported.id}`);
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/just started.*Try again five minutes/),
    ]);
  } finally {
    await restarted.close();
  }
});
