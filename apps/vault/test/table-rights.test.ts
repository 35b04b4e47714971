import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import { until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { createSavedConnections } from '../src/features/connections/saved-connections.ts';
import { ask, upload } from './client.ts';
import { registerWells, saveAddress, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let worker: ReturnType<TestVault['work']>;
let ada: Person;
let bob: Person;
/** Two saved connections to the same database. */
let connections: number[];

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query('CREATE TABLE wells (id serial PRIMARY KEY, note text, geom geometry(Point, 4326))');
  app = await startTestVault({ inspects: false });
  worker = app.work();
  await worker.ready;
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  connections = [
    await saveConnection(app, target.adminUrl),
    // The same server under another name.
    await saveConnection(app, target.adminUrl.replace('127.0.0.1', 'localhost'), 'same'),
  ];
  await registerWells(app, ada, connections[0]!);
  await app.grant({ to: bob, on: 'wells', permission: 'view' });
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
  await app.grantToPublic({ on: 'wells' });
});

beforeEach(async () => {
  await gis.query(`DROP TABLE wells;
    CREATE TABLE wells (id serial PRIMARY KEY, note text, geom geometry(Point, 4326));
    ALTER TABLE wells OWNER TO vault;
    INSERT INTO wells (note, geom) SELECT 'well ' || n, ST_SetSRID(ST_Point(n, 50), 4326) FROM generate_series(1, 12) n`);
});

afterAll(async () => {
  await worker.stop();
  await gis.end();
  await app.close();
  await target.drop();
});

async function load(who: Person, fields: Record<string, string>) {
  const { body } = await upload(app, who, {
    file: 'countries.gpkg',
    dataset: `of ${who.username}`,
    fields: { spatialdb_import: '1', spatialdb_table_name: 'wells', ...fields },
  });
  return body.spatialdb;
}

const wells = async () => Number((await gis.query('SELECT count(*) FROM wells')).rows[0].count);

test('a load through any connection to the database replaces no table of a dataset that the user may not edit', async () => {
  for (const id of connections) {
    const loaded = await load(bob, {
      spatialdb_connection_id: String(id),
      spatialdb_mode: 'replace',
    });
    expect(loaded).toMatchObject({
      success: false,
      error: expect.stringMatching(/public\.wells belongs to a dataset that you may not edit/),
    });
  }
  expect(await wells()).toBe(12);
});

test('a load replaces the table of a dataset that the user may edit', async () => {
  const fields = { spatialdb_connection_id: String(connections[1]), spatialdb_mode: 'replace' };
  expect(await load(ada, fields)).toMatchObject({ success: true, tables: [{ table: 'wells', rows: 241 }] });
  expect(await wells()).toBe(241);
});

test('POST /datasets/{name}/clone of a table returns 409 and creates nothing', async () => {
  for (const who of [bob, ada]) {
    const { status, body } = await ask(app, who, {
      path: '/datasets/wells/clone',
      method: 'POST',
      json: { name: 'mine' },
    });
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(/change the same rows\. Export them/),
    });
  }
  const { rows } = await app.admin.query(`SELECT 1 FROM vault.datasets WHERE name = 'mine'`);
  expect(rows).toEqual([]);
});

test('POST /api/datasets/register of a registered table requires the edit permission on its dataset, through any connection', async () => {
  const register = (who: Person, connection_id: number, name: string) =>
    ask(app, who, {
      path: '/api/datasets/register',
      method: 'POST',
      json: { name, connection_id, table_name: 'wells', geometry_column: 'geom' },
    });
  for (const id of connections) {
    const { status, body } = await register(bob, id, 'wells of bob');
    expect({ status, error: body.error }).toEqual({
      status: 403,
      error: expect.stringMatching(/public\.wells belongs to a dataset that you may not edit/),
    });
  }
  expect((await register(ada, connections[1]!, 'wells again')).status).toBe(201);
});

describe('the sessions of a database', () => {
  const ROWS = '/datasets/wells/versions/1/edit/rows';
  const waiting = async () =>
    Number(
      (
        await gis.query(
          `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cairn vault' AND wait_event_type = 'Lock'`,
        )
      ).rows[0].count,
    );

  test('serve at most two visitors, one per network, and cancel the query of a visitor who leaves', async () => {
    const leaving = new AbortController();
    const locker = new pg.Client({ connectionString: target.adminUrl });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE wells');
    let people: ReturnType<typeof ask>[] = [];
    try {
      const visits = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map((ip) =>
        fetch(app.url + ROWS, { headers: { 'x-forwarded-for': ip }, signal: leaving.signal }).catch(
          ({ name }: Error) => name,
        ),
      );
      await until('two visitors wait for the table', async () => (await waiting()) === 2);
      people = [ada, bob].map((who) => ask(app, who, { path: ROWS }));
      await until('people wait for it too', async () => (await waiting()) === 4);
      leaving.abort();
      expect(new Set(await Promise.all(visits))).toEqual(new Set(['AbortError']));
      await until('the queries of the visitors end', async () => (await waiting()) === 2);
    } finally {
      await locker.end();
    }
    expect((await Promise.all(people)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('limit statements to 5 s for visitors and 30 s for users', async () => {
    await gis.query(`DROP TABLE wells; CREATE VIEW wells AS SELECT current_setting('statement_timeout') AS note,
      ST_SetSRID(ST_Point(1, 2), 4326)::geometry(Point, 4326) AS geom`);
    const limits = [];
    for (const who of [null, bob, null]) {
      const { body } = await ask(app, who, { path: '/preview?dataset=wells&version=1' });
      limits.push(body.features?.[0].properties.note);
    }
    await gis.query('DROP VIEW wells; CREATE TABLE wells ()');
    expect(limits).toEqual(['5s', '30s', '5s']);
  });

  test('are four, and a request that waits too long returns 503 with Retry-After', async () => {
    const saved = createSavedConnections({ ...app.context, waitMs: 50 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const begun = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const uses = begun.map(({ resolve }) =>
      saved.use(connections[0]!, async () => {
        resolve();
        await released;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    await expect(saved.use(connections[0]!, async () => undefined)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'vault.database_busy',
      retryAfter: 5,
    });
    release();
    await Promise.all(uses);
    await saved.close();
  });

  test('do not count rows without a request for it, or when the last page gives the total', async () => {
    const total = async (query: string) => (await ask(app, bob, { path: `${ROWS}?${query}` })).body.total;
    expect(await total('limit=5')).toBe(12);
    expect(await total('limit=5&count=false')).toBe(5);
    expect(await total('limit=5&offset=10&count=false')).toBe(12);
  });
});

describe('a database that does not answer', () => {
  const nowhere = 'postgres://gis-user:x@127.0.0.1:1/gis-database';
  const readAt = (id: number) =>
    app.admin.query(
      `UPDATE vault.versions SET source = jsonb_set(source, '{connection_id}', to_jsonb($1::int))
        WHERE datasource_type = 'spatialdb'`,
      [id],
    );

  afterEach(() => readAt(connections[0]!));

  test.each([
    '/datasets/wells/versions/1/edit/rows',
    '/datasets/wells/versions/1/edit/schema',
    '/datasets/wells/versions/1/edit/capability',
    '/datasets/wells/thumbnail',
    '/preview?dataset=wells&version=1',
    '/metadata?dataset=wells&version=1',
  ])('GET %s returns 503 and names the server only to users with admin on the dataset', async (path) => {
    await readAt(await saveAddress(app, nowhere, path));
    for (const who of [null, bob]) {
      const { status, body } = await ask(app, who, { path });
      const sentence = /^This dataset's data cannot be read .*, or contact its owner\. \(request \w+\)$/;
      expect([status, body.error]).toEqual([503, expect.stringMatching(sentence)]);
    }
    const { status, body } = await ask(app, ada, { path });
    expect([status, body.error]).toEqual([503, expect.stringContaining('127.0.0.1:1')]);
  });

  test('errors of a missing table and of a missing SRID name the table only to users with admin on the dataset', async () => {
    const path = '/preview?dataset=wells&version=1';
    await gis.query('ALTER TABLE wells ALTER geom TYPE geometry(Point, 0) USING ST_SetSRID(geom, 0)');
    const unplaced = await Promise.all([bob, ada].map((who) => ask(app, who, { path })));
    await gis.query('ALTER TABLE wells RENAME TO gone');
    const gone = await Promise.all([bob, ada].map((who) => ask(app, who, { path })));
    await gis.query('ALTER TABLE gone RENAME TO wells');
    expect(
      [...unplaced, ...gone].map(({ status, body }) => [status, /public\.wells/.test(body.error)]),
    ).toEqual([
      [422, false],
      [422, true],
      [503, false],
      [404, true],
    ]);
  });
});

describe('a saved connection whose login is too powerful', () => {
  const PASSWORD = 'Canary-Pw-21';
  const role = `powerful_${process.pid}`;
  let id: number;

  beforeAll(async () => {
    await gis.query(
      `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'; GRANT CONNECT ON DATABASE ${new URL(target.adminUrl).pathname.slice(1)} TO ${role}`,
    );
    const address = Object.assign(new URL(target.adminUrl), { username: role, password: PASSWORD });
    id = await saveAddress(app, address.href, role);
  });

  beforeEach(() => gis.query(`ALTER TABLE wells OWNER TO ${role}`));

  afterAll(async () => {
    await gis.query('ALTER TABLE wells OWNER TO vault');
    await gis.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  test.each([
    ['a superuser', `ALTER ROLE ${role} SUPERUSER`, `ALTER ROLE ${role} NOSUPERUSER`],
    [
      'a member of a superuser',
      `DO $$ BEGIN EXECUTE format('GRANT %I TO ${role}', current_user); END $$`,
      `DO $$ BEGIN EXECUTE format('REVOKE %I FROM ${role}', current_user); END $$`,
    ],
    [
      'a role that may run programs on the server',
      `GRANT pg_execute_server_program TO ${role}`,
      `REVOKE pg_execute_server_program FROM ${role}`,
    ],
    ['a role that may create roles', `ALTER ROLE ${role} CREATEROLE`, `ALTER ROLE ${role} NOCREATEROLE`],
  ])('cannot read a table or load into one: %s', async (_what, raise, lower) => {
    await gis.query(raise);
    const powerful = createSavedConnections(app.context);
    try {
      const refusal = /signs in as "powerful_.*Have an administrator create a login without them/;
      await expect(powerful.use(id, (client) => client.query('SELECT 1'))).rejects.toMatchObject({
        code: 'vault.login_too_powerful',
        message: expect.stringMatching(refusal),
        forReaders: { message: expect.not.stringContaining(role) },
      });
      const fields = { spatialdb_connection_id: String(id), spatialdb_mode: 'append' };
      expect(await load(ada, fields)).toMatchObject({
        success: false,
        error: expect.stringMatching(refusal),
      });
      expect(await wells()).toBe(12);
      await gis.query(lower);
      await powerful.use(id, (client) => client.query('SELECT 1'));
    } finally {
      await gis.query(lower);
      await powerful.close();
    }
  });
});
