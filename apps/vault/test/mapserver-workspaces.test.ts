import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask } from './client.ts';
import { connectionTo, GEOSERVER_ENV, openGeoServer, saveMapServer, uniqueName } from './geoserver.ts';
import type { GeoServerUnderTest } from './geoserver.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const PATH = '/api/mapserver/workspaces';

let app: TestVault;
let ada: Person;
let server: GeoServerUnderTest;
let id: number;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: GEOSERVER_ENV });
  ada = await app.signUp({ username: 'ada' });
  server = await openGeoServer();
  id = await saveMapServer(app, ada, connectionTo(server));
});

afterEach(() => server.standIn?.before(null));

afterAll(async () => {
  await server.close();
  await app.close();
});

const list = (connection = id) => ask(app, ada, { path: `${PATH}?connection_id=${connection}` });
const create = (name: string, connection = id) =>
  ask(app, ada, { path: PATH, method: 'POST', json: { connection_id: connection, name, recurse: true } });
const remove = (name: string, query = '') =>
  ask(app, ada, {
    path: `${PATH}/${encodeURIComponent(name)}?connection_id=${id}${query}`,
    method: 'DELETE',
  });

test('GET /api/mapserver/workspaces lists what POST /api/mapserver/workspaces created until DELETE /api/mapserver/workspaces/{name}', async () => {
  const name = uniqueName('roads');
  const created = await create(name);
  expect([created.status, created.body]).toEqual([201, { success: true }]);
  expect((await list()).body).toContainEqual({ name });
  const taken = await create(name);
  expect([taken.status, taken.body.error]).toEqual([400, expect.stringMatching(/already a workspace/)]);
  expect((await remove(name)).body).toEqual({ success: true });
  expect((await list()).body).not.toContainEqual({ name });
  const missing = await remove(name);
  expect([missing.status, missing.body.error]).toEqual([400, expect.stringMatching(/no workspace/)]);
});

test('GET /api/mapserver/workspaces returns an empty array for the empty text of GeoServer', async () => {
  if (!server.standIn) return;
  const { status, body } = await list();
  expect([status, body]).toEqual([200, []]);
});

test('DELETE /api/mapserver/workspaces/{name} deletes a workspace with content only with recurse=true', async () => {
  const { standIn } = server;
  if (!standIn) return;
  const name = uniqueName('full');
  await create(name);
  const store = { kind: 'datastore' as const, name: 's', enabled: true, file: '/none', types: [] };
  standIn.catalog.workspaces.get(name)?.stores.set('s', store);
  const refused = await remove(name);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringMatching(/not empty.*recurse=true/),
  ]);
  expect((await remove(name, '&recurse=true')).status).toBe(200);
  expect(standIn.catalog.workspaces.has(name)).toBe(false);
});

test('POST /api/mapserver/workspaces returns 400 for names that are no names, and for an unknown connection', async () => {
  for (const name of ['', ' ', '../../security', '%2e%2e', 'a/b', '1st', 'a:b']) {
    expect((await create(name)).status).toBe(400);
  }
  expect((await create('fine', 999_999)).status).toBe(400);
  expect((await list(999_999)).status).toBe(404);
});

test('DELETE /api/mapserver/workspaces/{name} sends a name as one segment of the path', async () => {
  const { standIn } = server;
  if (!standIn) return;
  standIn.requests.length = 0;
  for (const name of ['../../security', '%2e%2e', 'a?b#c']) await remove(name, '&recurse=true');
  const paths = standIn.requests.map(({ url }) => url.replace(/\?.*/, ''));
  const base = '/geoserver/rest/workspaces/';
  expect(paths).toEqual([`${base}..%2F..%2Fsecurity`, `${base}%252e%252e`, `${base}a%3Fb%23c`]);
});

test('GET /api/mapserver/workspaces returns 502 when the map server fails, and 400 when the connection is not enabled', async () => {
  const closed = await saveMapServer(app, ada, {
    ...connectionTo(server, 'gone'),
    url: 'http://127.0.0.1:1/geoserver',
  });
  const { status, body } = await list(closed);
  expect([status, body.error]).toEqual([502, expect.stringMatching(/cannot be reached/)]);
  const off = await saveMapServer(app, ada, { ...connectionTo(server, 'off'), enabled: false });
  expect((await list(off)).status).toBe(400);
});
