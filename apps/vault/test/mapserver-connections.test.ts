import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask } from './client.ts';
import { connectionTo, GEOSERVER_ENV, openGeoServer, saveMapServer } from './geoserver.ts';
import type { GeoServerUnderTest } from './geoserver.ts';
import { openClosedCanary } from './outbound.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const PATH = '/api/mapserver/connections';

let app: TestVault;
let ada: Person;
let reader: Person;
let server: GeoServerUnderTest;

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: GEOSERVER_ENV });
  ada = await app.signUp({ username: 'ada' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  server = await openGeoServer();
});

afterEach(async () => {
  server.standIn?.before(null);
  await app.admin.query('DELETE FROM vault.mapserver_connections');
});

afterAll(async () => {
  await server.close();
  await app.close();
});

const send = (person: Person | null, method: string, path: string, json?: Record<string, unknown>) =>
  ask(app, person, { path, method, ...(json ? { json } : {}) });

test('GET /api/mapserver/connections lists what POST /api/mapserver/connections saved, without passwords', async () => {
  const id = await saveMapServer(app, ada, { ...connectionTo(server), url: `${server.url}/web/` });
  const { status, body } = await send(reader, 'GET', PATH);
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id,
      name: 'maps',
      url: server.url,
      username: server.username,
      default_workspace: '',
      enabled: true,
      verify_ssl: true,
      created_at: expect.any(String),
    },
  ]);
  const { rows } = await app.admin.query('SELECT sealed_password FROM vault.mapserver_connections');
  expect(rows[0].sealed_password).not.toContain(server.password);
  const audit = await app.admin.query('SELECT details FROM vault.audit_events');
  expect(JSON.stringify(audit.rows)).not.toContain(server.password);
});

test('the operations on map servers need a login, view for reading and edit for changes', async () => {
  const id = await saveMapServer(app, ada, connectionTo(server));
  const changes: [string, string, Record<string, unknown>?][] = [
    ['POST', PATH, connectionTo(server, 'other')],
    ['PUT', `${PATH}/${id}`, connectionTo(server, 'other')],
    ['POST', `${PATH}/${id}/test`],
    ['POST', '/api/mapserver/workspaces', { connection_id: id, name: 'x' }],
    ['DELETE', `/api/mapserver/workspaces/x?connection_id=${id}`],
    ['DELETE', `${PATH}/${id}`],
  ];
  for (const [method, path, json] of changes) {
    expect((await send(reader, method, path, json)).status).toBe(403);
    expect((await send(null, method, path, json)).status).toBe(401);
  }
  expect((await send(null, 'GET', PATH)).status).toBe(401);
  expect((await send(reader, 'GET', `/api/mapserver/workspaces?connection_id=${id}`)).status).toBe(200);
});

test.each([
  [{ name: ' ' }, /needs a name/],
  [{ username: 'a:b' }, /colon/],
  [{ password: '' }, /needs a password/],
  [{ url: 'ftp://maps.example.org' }, /http/],
  [{ url: 'http://127.0.0.9/geoserver' }, /private or reserved network/],
  [{ url: 'http://user:secret@maps.example.org/' }, /must not contain a username/],
])('POST /api/mapserver/connections returns 400 for %j', async (change, message) => {
  const { status, body } = await send(ada, 'POST', PATH, { ...connectionTo(server), ...change });
  expect(status).toBe(400);
  expect(body.error).toMatch(message);
});

test('POST /api/mapserver/connections returns 409 for a name that differs only by case', async () => {
  await saveMapServer(app, ada, connectionTo(server));
  const { status } = await send(ada, 'POST', PATH, connectionTo(server, 'MAPS'));
  expect(status).toBe(409);
});

test('PUT /api/mapserver/connections/{id} keeps the password only for the same server and user', async () => {
  const id = await saveMapServer(app, ada, connectionTo(server));
  const kept = { ...connectionTo(server, 'renamed'), password: '', default_workspace: 'topp' };
  expect((await send(ada, 'PUT', `${PATH}/${id}`, kept)).status).toBe(200);
  const used = await send(ada, 'POST', `${PATH}/${id}/test`);
  expect(used.body).toMatchObject({ success: true });
  for (const change of [{ url: 'http://maps.example.org/geoserver' }, { username: 'eve' }]) {
    const { status, body } = await send(ada, 'PUT', `${PATH}/${id}`, { ...kept, ...change });
    expect(status).toBe(400);
    expect(body.error).toMatch(/enter the password again/);
  }
  const [saved] = (await send(ada, 'GET', PATH)).body;
  expect(saved).toMatchObject({ name: 'renamed', url: server.url, default_workspace: 'topp' });
  expect((await send(ada, 'PUT', `${PATH}/999999`, kept)).status).toBe(404);
});

test('DELETE /api/mapserver/connections/{id} deletes the connection, and succeeds again', async () => {
  const id = await saveMapServer(app, ada, connectionTo(server));
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await send(ada, 'DELETE', `${PATH}/${id}`);
    expect([status, body]).toEqual([200, { success: true }]);
  }
  expect((await send(ada, 'GET', PATH)).body).toEqual([]);
});

test('POST /api/mapserver/connections/{id}/test counts workspaces', async () => {
  const id = await saveMapServer(app, ada, { ...connectionTo(server), enabled: false });
  const { status, body } = await send(ada, 'POST', `${PATH}/${id}/test`);
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, url: server.url, workspaces: expect.any(Number) });
  expect((await send(ada, 'POST', `${PATH}/999999/test`)).status).toBe(404);
});

test('POST /api/mapserver/connections/{id}/test returns 200 and the reason when the map server cannot be used', async () => {
  const problems: [Record<string, unknown>, RegExp][] = [
    [{ password: 'wrong' }, /refuses the username or the password/],
    [{ url: 'http://127.0.0.1:1/geoserver' }, /cannot be reached/],
  ];
  if (server.standIn) problems.push([{ username: server.standIn.reader }, /does not allow this to the user/]);
  for (const [change, message] of problems) {
    const id = await saveMapServer(app, ada, { ...connectionTo(server, `${message}`), ...change });
    const { status, body } = await send(ada, 'POST', `${PATH}/${id}/test`);
    expect([status, body.success]).toEqual([200, false]);
    expect(body.error).toMatch(message);
  }
});

test('POST /api/mapserver/connections/{id}/test repeats neither secrets nor paths of a faulty server', async () => {
  const { standIn } = server;
  if (!standIn) return;
  const id = await saveMapServer(app, ada, connectionTo(server));
  const run = () => send(ada, 'POST', `${PATH}/${id}/test`);
  standIn.before((exchange) => standIn.faults.stackTrace(exchange, 'hunter2'));
  const failed = (await run()).body;
  expect(failed).toMatchObject({
    success: false,
    error: expect.stringMatching(/answered 500: Could not open/),
  });
  expect(failed.error).not.toMatch(/hunter2|data_dir|at org|postgresql/);
  standIn.before((exchange) => standIn.faults.html(exchange));
  expect((await run()).body.error).toMatch(/does not answer as GeoServer does/);
  standIn.before((exchange) => standIn.faults.cut(exchange));
  expect((await run()).body).toMatchObject({ success: false, error: expect.stringMatching(/cut|stopped/) });
});

test('POST /api/mapserver/connections/{id}/test follows no redirect, so that the login reaches no other server', async () => {
  const { standIn } = server;
  if (!standIn) return;
  const canary = await openClosedCanary();
  try {
    const id = await saveMapServer(app, ada, connectionTo(server));
    standIn.before(({ res }) => {
      res.writeHead(302, { location: `${canary.url}/geoserver/rest/workspaces.json` }).end();
      return true;
    });
    const { body } = await send(ada, 'POST', `${PATH}/${id}/test`);
    expect(body).toMatchObject({ success: false, error: expect.stringMatching(/redirects/) });
    expect(canary.requests).toEqual([]);
  } finally {
    await canary.close();
  }
});
