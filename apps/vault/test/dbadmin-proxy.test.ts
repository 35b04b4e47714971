import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { grant, until } from '@cairn/testing';
import { ask } from './client.ts';
import type { Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let vault: VaultWithDbadmin;
/** May edit in the vault and in database administration. */
let ada: Person;
/** May edit in the vault, and view database administration. */
let vic: Person;
/** May edit only in the vault. */
let bob: Person;
/** May view in the vault, and edit in database administration. */
let vera: Person;
let gis: number;

beforeAll(async () => {
  vault = await startVaultWithDbadmin();
  [ada, vic, bob] = (await Promise.all(
    ['ada', 'vic', 'bob'].map((username) => vault.app.signUp({ username })),
  )) as [Person, Person, Person];
  vera = await vault.app.signUp({ username: 'vera', service: 'view' });
  await vault.letEdit(ada);
  await vault.letEdit(vera);
  await grant(vault.app.admin, { to: vic, on: 'dbadmin', resourceType: 'service', permission: 'view' });
  await vault.server.query('postgres', 'CREATE DATABASE gis');
  await vault.server.query('gis', 'CREATE SCHEMA "Wells ""of"" 2026"');
  const path = `/api/connections/${vault.serverId}/databases`;
  gis = (await ask(vault.dbadmin, vault.admin, { path, method: 'POST', json: { name: 'gis' } })).body.id;
  // Until its server has answered once in time, a busy one may leave it out of one list and not of the next.
  await until('the contents of the database are known', async () => {
    const { body } = await ask(vault.dbadmin, vault.admin, { path: '/api/databases' });
    return body[0].spatialdb !== null;
  });
});
afterEach(() => vault.relay.heal());
afterAll(() => vault.close());

const get = (person: Person | null, path: string) =>
  ask(vault.app, person, { path: `/api/dbadmin-service${path}` });
const direct = (person: Person, path: string) => ask(vault.dbadmin, person, { path: `/api${path}` });
const create = (person: Person | null, json: Record<string, unknown>) =>
  ask(vault.app, person, { path: '/api/dbadmin-service/databases', method: 'POST', json });

const lists = () => [
  ['/connections'],
  [`/databases?connection_id=${vault.serverId}`],
  [`/connections/${vault.serverId}/pg-users`],
  [`/databases/${gis}/schemas`],
];

test('GET /api/dbadmin-service/connections, GET /api/dbadmin-service/databases, GET /api/dbadmin-service/connections/{id}/pg-users and GET /api/dbadmin-service/databases/{id}/schemas return what database administration shows the caller', async () => {
  for (const [path = ''] of lists()) {
    for (const person of [ada, vic, bob, vera]) {
      const [proxied, asked] = [await get(person, path), await direct(person, path)];
      expect([path, person.username, proxied.status]).toEqual([path, person.username, asked.status]);
      if (asked.status === 200) expect(withoutTimes(proxied.body)).toEqual(withoutTimes(asked.body));
      else expect(proxied.body.error).toContain(String(asked.body.error).split(' (request')[0]);
    }
    expect((await get(null, path)).status).toBe(401);
    expect((await get(bob, path)).status).toBe(403);
  }
  expect((await get(ada, `/databases/${gis}/schemas`)).body).toContain('Wells "of" 2026');
  // A viewer there sees no address.
  expect(JSON.stringify((await get(vic, '/connections')).body)).not.toContain(String(vault.server.port));
  expect((await get(ada, '/connections')).body[0]).toMatchObject({
    id: vault.serverId,
    port: vault.server.port,
  });
});

test('GET /api/dbadmin-service/databases/{id}/schemas returns 404 and 400 as database administration does', async () => {
  expect((await get(ada, '/databases/999999/schemas')).status).toBe(404);
  expect((await get(ada, '/databases/x/schemas')).status).toBe(400);
});

test('POST /api/dbadmin-service/databases creates a database with the rights that the caller has there', async () => {
  const json = { connection_id: vault.serverId, name: 'proxied', purpose: 'Wells', enable_spatialdb: true };
  const created = await create(ada, json);
  expect([created.status, created.body]).toEqual([
    202,
    { database_id: expect.any(Number), job_id: expect.any(String) },
  ]);
  await until('the database exists', async () => (await vault.databases('proxied')).length === 1);
  expect((await get(ada, '/databases')).body).toContainEqual(
    expect.objectContaining({ name: 'proxied', purpose: 'Wells' }),
  );
  const refused = [
    await create(vic, json),
    await create(bob, json),
    await create(vera, json),
    await create(null, json),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
  expect((await create(ada, { ...json, name: 'postgres' })).status).toBe(400);
  expect((await create(ada, { name: 'x' })).status).toBe(400);
  expect((await create(ada, { ...json, name: 'gis' })).status).toBe(409);
  expect((await create(ada, { ...json, connection_id: 999 })).status).toBe(404);
});

test('GET /api/dbadmin-service/connections returns 502 when database administration is down or answers nonsense', async () => {
  vault.relay.fail(() => 'refuse');
  for (const [path = ''] of lists()) expect((await get(ada, path)).status).toBe(502);
  expect((await create(ada, { connection_id: 1, name: 'x' })).status).toBe(502);
  vault.relay.fail(() => 'nonsense');
  const answers = await Promise.all(lists().map(([path = '']) => get(ada, path)));
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502]);
  expect(answers[0]!.body.error).toMatch(/^Database administration/);
});

/** Live figures change between two requests. */
function withoutTimes(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value) =>
      /_at$|^platform$|sessions|size_bytes|pending|table_count|postgis|srids|geometry/.test(key)
        ? undefined
        : value,
    ),
  );
}
