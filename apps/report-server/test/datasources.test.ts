import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, until } from '@cairn/testing';
import { followLocalServer } from '../src/features/datasources/follow-local-server.ts';
import { loginOf, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

let app: ExplorerApp;
let adopted: object;
const asked: { authorization: string | undefined; body: any }[] = [];
/** Database administration, as far as adoption needs it. */
const dbadmin = createServer((req, res) => {
  let text = '';
  req.on('data', (chunk) => (text += chunk));
  req.on('end', () => {
    asked.push({ authorization: req.headers.authorization, body: JSON.parse(text) });
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(adopted));
  });
});
beforeAll(async () => {
  await new Promise<void>((done) => dbadmin.listen(0, '127.0.0.1', done));
  const { port } = dbadmin.address() as AddressInfo;
  app = await startExplorer({ env: { DBADMIN_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app.close();
  dbadmin.close();
});

const path = '/api/v1/datasources';
const ask = (method: string, at: string, json?: object) =>
  app.ask(app.root, { path: path + at, method, ...(json ? { json } : {}) });
const login = () => loginOf(app.sample);

test('GET /api/v1/datasources lists everything but passwords, for administrators only', async () => {
  const { status, body } = await ask('GET', '');
  expect({ status, text: JSON.stringify(body) }).toEqual({
    status: 200,
    text: expect.not.stringContaining(app.sample.readerPassword),
  });
  expect(body.datasources[0]).toMatchObject({
    key: 'sample',
    spatial: true,
    postgis: expect.stringMatching(/^3\./),
    revision: 1,
  });
  expect((await app.ask(app.ada, { path })).status).toBe(403);
  expect((await app.ask(app.ada, { path, method: 'POST', json: { title: 'x', ...login() } })).status).toBe(
    403,
  );
  const { rows } = await app.admin.query('SELECT password_sealed FROM report_server.datasources');
  expect(rows[0].password_sealed).not.toContain(app.sample.readerPassword);
  expect(app.registry.registered).toContainEqual(
    expect.objectContaining({
      resourceType: 'datasource',
      resourceKey: 'sample',
      displayName: 'Sample data',
    }),
  );
});

test.each<[string, () => object, number, string]>([
  ['a superuser', () => superuser(app.sample.adminUrl), 400, 'report-server.login_too_powerful'],
  [
    "the platform's own database",
    () => superuser(app.database.adminUrl),
    400,
    'report-server.platform_database',
  ],
  [
    'a wrong password',
    () => ({ ...login(), password: 'wrong' }),
    400,
    'report-server.datasource_unreachable',
  ],
  ['no password', () => ({ ...login(), password: '' }), 400, 'report-server.no_password'],
  [
    'a port where nothing listens',
    () => ({ ...login(), port: 1 }),
    400,
    'report-server.datasource_unreachable',
  ],
  [
    'a database that is not there',
    () => ({ ...login(), database: 'nothing_here' }),
    400,
    'report-server.datasource_unreachable',
  ],
  ['a link-local host', () => ({ ...login(), host: '169.254.169.254' }), 400, 'report-server.bad_host'],
  ['a list of hosts', () => ({ ...login(), host: '127.0.0.1,10.0.0.1' }), 400, 'report-server.bad_host'],
  [
    'the path of a socket',
    () => ({ ...login(), host: '/var/run/postgresql' }),
    400,
    'report-server.bad_host',
  ],
  ['a host in disguise', () => ({ ...login(), host: '0x7f.1' }), 400, 'report-server.bad_host'],
  ['a key that is taken', () => ({ ...login(), key: 'Sample' }), 409, 'report-server.datasource_key_taken'],
])('POST /api/v1/datasources refuses %s', async (_title, fields, status, code) => {
  const answer = await ask('POST', '', { title: 'Refused', ...fields() });
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(JSON.stringify(answer.body)).not.toContain(app.sample.readerPassword);
  expect((await ask('GET', '/refused')).status).toBe(404);
});

function superuser(address: string) {
  const { hostname, port, username, password, pathname } = new URL(address);
  const server = { host: hostname, port: Number(port), sslmode: 'disable' };
  return { ...server, database: pathname.slice(1), username, password: decodeURIComponent(password) };
}

test('PUT /api/v1/datasources/{key} keeps the stored password for the same login only, and refuses an old revision', async () => {
  const created = await ask('POST', '', { title: 'Täglich neu', ...login() });
  expect(created).toMatchObject({ status: 201, body: { key: 'taglich-neu' } });
  const change = { title: 'Renamed', ...login(), password: '', revision: 1 };
  expect((await ask('PUT', '/taglich-neu', { ...change, host: 'localhost' })).body.code).toBe(
    'report-server.password_needed',
  );
  expect((await ask('PUT', '/taglich-neu', { ...change, username: 'other' })).body.code).toBe(
    'report-server.password_needed',
  );
  expect(await ask('PUT', '/taglich-neu', change)).toMatchObject({
    status: 200,
    body: { title: 'Renamed', revision: 2 },
  });
  expect(await ask('PUT', '/taglich-neu', change)).toMatchObject({
    status: 409,
    body: { code: 'report-server.datasource_stale' },
  });
  expect(await ask('POST', '/taglich-neu/test')).toMatchObject({
    status: 200,
    body: { ok: true, version: expect.any(String), postgis: expect.stringMatching(/^3\./) },
  });
  const off = await ask('PUT', '/taglich-neu', { ...change, revision: 2, enabled: false });
  expect(off.body.enabled).toBe(false);
  expect((await app.query(app.root, { ...sales, datasource: 'taglich-neu' })).status).toBe(404);
  expect((await ask('DELETE', '/taglich-neu')).status).toBe(204);
  expect((await ask('GET', '/taglich-neu')).status).toBe(404);
  const { rows } = await app.admin.query(
    `SELECT count(*)::int AS n FROM portal.resources WHERE resource_key = 'taglich-neu'`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('POST /api/v1/datasources/adopt asks database administration for a login that may only read', async () => {
  const { host, port, database, username, password, sslmode } = login();
  adopted = {
    connection_id: 3,
    database_id: 7,
    connection_name: 'Main',
    host,
    port,
    sslmode,
    database,
    username,
    password,
  };
  const answer = await ask('POST', '/adopt', { connection_id: 3, database_id: 7, key: 'from-dbadmin' });
  expect(answer).toMatchObject({
    status: 201,
    body: { key: 'from-dbadmin', origin: 'dbadmin', title: `${database} on Main` },
  });
  expect(asked).toEqual([
    {
      authorization: expect.stringMatching(/^Bearer /),
      body: { connection_id: 3, user_id: app.root.id, level: 'readonly' },
    },
  ]);
  expect((await app.query(app.root, { ...sales, datasource: 'from-dbadmin', limit: 1 })).status).toBe(200);
});

test('a sample datasource follows its server to another port and password, and others stay as they are', async () => {
  const { db, secretBox } = app.context;
  const { host, port, database, username, password } = login();
  await ask('POST', '', { key: 'follows', title: 'Follows', ...login() });
  const stored = async (key: string) => {
    const [row] = (await app.admin.query('SELECT * FROM report_server.datasources WHERE key = $1', [key]))
      .rows;
    return row;
  };
  const others = await ask('POST', '', {
    key: 'elsewhere',
    title: 'Elsewhere',
    ...login(),
    database: 'postgres',
  });
  const follow = (at: number, secret: string) =>
    followLocalServer(
      { db, secretBox },
      new URL(`postgres://${username}:${encodeURIComponent(secret)}@${host}:${at}/${database}`),
    );
  await follow(port, password);
  expect((await stored('follows')).revision).toBe(1);
  await follow(1, 'päss:word');
  expect(await stored('follows')).toMatchObject({ port: 1, revision: 2 });
  expect((await app.query(app.root, { ...sales, datasource: 'follows' })).status).toBe(503);
  await follow(port, password);
  expect((await app.query(app.root, { ...sales, datasource: 'follows' })).status).toBe(200);
  expect(others.status).toBe(201);
  expect((await stored('elsewhere')).revision).toBe(1);
});

test('only tables of the listed schemas are seen', async () => {
  await ask('POST', '', { key: 'shop-only', title: 'Shop', ...login(), schemas: ['shop'] });
  const seen = await app.ask(app.root, { path: '/api/v1/explorer/tables?datasource=shop-only' });
  expect(new Set(seen.body.tables.map(({ schema }: any) => schema))).toEqual(new Set(['shop']));
  expect(
    (await app.query(app.root, { datasource: 'shop-only', schema: 'public', table: 'countries' })).status,
  ).toBe(404);
});

const backends = async () => {
  const { rows } = await app.source.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query LIKE 'SELECT q.%"slow"%'`,
    [app.sample.readerUser],
  );
  return rows[0].n as number;
};
const slow = { datasource: 'sample', schema: 'shop', table: 'slow' };

test('the backend of a client that leaves is gone within 5 s', async () => {
  const leave = new AbortController();
  const asking = fetch(`${app.url}/api/v1/explorer/query`, {
    method: 'POST',
    signal: leave.signal,
    headers: { cookie: app.ada.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(slow),
  }).catch(() => null);
  await until('the query runs', async () => (await backends()) === 1);
  const started = performance.now();
  leave.abort();
  await asking;
  await until('the backend is gone', async () => (await backends()) === 0);
  expect(performance.now() - started).toBeLessThan(5_000);
});

function people() {
  const who = { kind: 'user' as const, id: app.root.id, username: 'root', email: null, isAdmin: true };
  return { ...who, groups: [], groupIds: [], via: 'session' as const, credentialId: null, service: null };
}

test('a query past its time is 503 and says what to do', async () => {
  await ask('POST', '', { key: 'hasty', title: 'Hasty', ...login(), statement_timeout_ms: 1000 });
  const { status, body } = await app.query(app.root, { ...slow, datasource: 'hasty' });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'report-server.query_too_slow' });
});

test('a read leaves nothing behind: neither a large object, a setting, nor a lock', async () => {
  const datasource = await app.context.datasources.requireReadable(people(), 'sample');
  const { openRead } = app.context.sessions;
  const pids = new Set<number>();
  const pid = async (read: any) =>
    pids.add((await read.rows({ text: 'SELECT pg_backend_pid() AS pid' }))[0].pid);
  await openRead(datasource, people(), async (read) => {
    await pid(read);
    await read.rows({ text: `SELECT lo_create(0), set_config('statement_timeout', '0', false)` });
  });
  await openRead(datasource, people(), async (read) => {
    await pid(read);
    expect(await read.rows({ text: 'SHOW statement_timeout' })).toEqual([{ statement_timeout: '30s' }]);
    await expect(read.rows({ text: 'SELECT 1; SELECT 2' })).rejects.toThrow('multiple commands');
  });
  expect((await app.source.query('SELECT count(*)::int AS n FROM pg_largeobject_metadata')).rows).toEqual([
    { n: 0 },
  ]);
  expect(pids.size).toBe(1);
  await openRead(datasource, people(), (read) => read.rows({ text: 'SELECT pg_advisory_lock(42)' }), {
    isPersonsSql: true,
  });
  await until('the lock is gone', async () => {
    const { rows } = await app.source.query(
      `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 42`,
    );
    return rows[0].n === 0;
  });
});

test('a query above the cost limit is 400 with the estimate and what to filter', async () => {
  const { runner, queries } = app.context;
  const opened = await queries.openTable(people(), sales);
  const text = 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';
  const failure = await runner
    .runRead(opened, [{ text }], { work: () => Promise.resolve(null) })
    .catch((error: Error) => error);
  expect(failure).toMatchObject({
    kind: 'bad_request',
    code: 'report-server.query_too_costly',
    message: expect.stringMatching(/estimates \d+ rows at a cost of \d+; the limit is 20000000/),
  });
});

test('a database that is stopped is 503, and is read again once it is back', async () => {
  const server = await startTestServer();
  try {
    await server.query(
      'postgres',
      `CREATE ROLE reader LOGIN PASSWORD 'reader'; CREATE TABLE things (id integer PRIMARY KEY); INSERT INTO things VALUES (1); GRANT SELECT ON things TO reader`,
    );
    const fields = {
      host: '127.0.0.1',
      port: server.port,
      database: 'postgres',
      username: 'reader',
      password: 'reader',
      sslmode: 'disable',
    };
    expect((await ask('POST', '', { key: 'stopped', title: 'Stopped', ...fields })).status).toBe(201);
    const things = { datasource: 'stopped', schema: 'public', table: 'things' };
    expect((await app.query(app.root, things)).body.rows).toEqual([{ id: 1 }]);
    await server.kill();
    const other = { ...things, filter: { column: 'id', op: 'eq', value: 1 } };
    const { status, body } = await app.query(app.root, other);
    expect({ status, code: body.code }).toEqual({
      status: 503,
      code: 'report-server.datasource_unavailable',
    });
    expect(await ask('POST', '/stopped/test')).toMatchObject({
      status: 200,
      body: { ok: false, error: expect.stringContaining('No database responds') },
    });
    await server.start();
    expect((await app.query(app.root, other)).body.rows).toEqual([{ id: 1 }]);
  } finally {
    await server.stop();
  }
});
