import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let plain: TestServer;
let spatial: TestServer;
let admin: Person;
let viewer: Person;
let plainId: number;
let spatialId: number;
let roads: number;

beforeAll(async () => {
  [app, plain, spatial] = await Promise.all([startTestDbadmin(), startTestServer(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  plainId = await app.connect(admin, plain, 'plain');
  spatialId = await app.connect(admin, spatial, 'spatial');
  await plain.query('postgres', 'CREATE DATABASE ledger');
  await plain.query('ledger', 'CREATE TABLE entries (id int PRIMARY KEY)');
  await spatial.query('postgres', 'CREATE DATABASE roads');
  await spatial.query(
    'roads',
    `CREATE EXTENSION postgis;
     CREATE SCHEMA "odd ""schema""";
     CREATE TABLE streets (id serial PRIMARY KEY, name text, geom geometry(LineString, 32633));
     CREATE INDEX ON streets USING gist (geom);
     COMMENT ON TABLE streets IS 'All streets';
     INSERT INTO streets (geom) VALUES (ST_SetSRID(ST_MakeLine(ST_Point(400000, 5800000), ST_Point(401000, 5801000)), 32633));
     ANALYZE streets;
     CREATE TABLE places (id int, geom geometry(Point, 4326));
     CREATE TABLE "odd ""schema"""."x'||pg_sleep(5)||'" (id int);
     CREATE TABLE measured (id int, at date) PARTITION BY RANGE (at);
     CREATE TABLE measured_2026 PARTITION OF measured FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
  );
  roads = (await register(spatialId, 'roads')).body.id;
});

afterAll(async () => {
  await app.close();
  await Promise.all([plain.stop(), spatial.stop()]);
});

const register = (connectionId: number, name: string, purpose?: string) =>
  app.ask(admin, {
    path: `/api/connections/${connectionId}/databases`,
    method: 'POST',
    json: { name, purpose },
  });
const get = (path: string) => app.ask(viewer, { path });

/** What a list or a page of databases tells once everything was looked at. */
async function looked(path: string) {
  for (;;) {
    const answer = await get(path);
    if (![answer.body].flat().some(({ pending }: { pending?: boolean }) => pending)) return answer;
  }
}

describe('registering', () => {
  test.each([
    ['a database that is there', 'ledger', 201],
    ['one that is registered already', 'ledger', 409],
    ['the maintenance database', 'postgres', 400],
    ['a template', 'template1', 400],
    ['one that is not there', 'nothing', 404],
    ['a connection string', 'host=127.0.0.9 dbname=x', 404],
  ])('POST /api/connections/{id}/databases with %s (%s) returns %i', async (_what, name, status) => {
    const answer = await register(plainId, name);
    expect({ status: answer.status, error: answer.body.error }).toMatchObject({ status });
  });
});

describe('reading', () => {
  test('GET /api/databases returns size, PostGIS, tables and geometry of all databases, by connection and name', async () => {
    const { body } = await looked('/api/databases');
    const found = body.find(({ name }: { name: string }) => name === 'roads');
    expect(found).toMatchObject({
      id: roads,
      connection_id: spatialId,
      connection_name: 'spatial',
      state: 'ready',
      owner: 'postgres',
      spatialdb: { installed: true, version: expect.stringMatching(/^3\./) },
      table_count: 4,
      geometry: expect.arrayContaining([
        { type: 'LINESTRING', count: 1 },
        { type: 'POINT', count: 1 },
      ]),
      srids: [4326, 32_633],
      last_backup: null,
      job: null,
    });
    expect(found.size_bytes).toBeGreaterThan(1_000_000);
    const ledger = body.find(({ name }: { name: string }) => name === 'ledger');
    expect(ledger).toMatchObject({
      spatialdb: { installed: false, version: null },
      table_count: 1,
      srids: [],
    });
  });

  test.each([
    ['0', 'all'],
    ['-3', 'all'],
    ['abc', 'all'],
    ['', 'all'],
  ])('GET /api/databases with connection_id %j returns all', async (value) => {
    const all = await get('/api/databases');
    const some = await get(`/api/databases?connection_id=${value}`);
    expect(some.body.map(({ id }: { id: number }) => id)).toEqual(
      all.body.map(({ id }: { id: number }) => id),
    );
  });

  test('GET /api/databases with a connection returns its databases only', async () => {
    const { body } = await get(`/api/databases?connection_id=${spatialId}`);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['roads']);
  });

  test('GET /api/databases/{id} also returns the connection', async () => {
    const { body } = await get(`/api/databases/${roads}`);
    expect(body).toMatchObject({
      name: 'roads',
      encoding: 'UTF8',
      server_version: expect.stringMatching(/^\d+/),
      connection: { id: spatialId, name: 'spatial' },
    });
    expect(JSON.stringify(body)).not.toContain(spatial.password);
    expect((await get('/api/databases/999999')).status).toBe(404);
  });

  test('PUT /api/databases/{id} changes the purpose', async () => {
    const json = { purpose: ' Road network ' };
    const { body } = await app.ask(admin, { path: `/api/databases/${roads}`, method: 'PUT', json });
    expect(body.purpose).toBe('Road network');
  });

  test('GET /api/databases/{id}/schemas lists schemas other than those of the system', async () => {
    expect((await get(`/api/databases/${roads}/schemas`)).body).toEqual(['odd "schema"', 'public']);
  });

  test('GET /api/databases/{id}/tables treats names of tables literally', async () => {
    const started = performance.now();
    const { body } = await get(`/api/databases/${roads}/tables`);
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      "x'||pg_sleep(5)||'",
      'measured',
      'places',
      'streets',
    ]);
    expect(body[3]).toMatchObject({
      schema: 'public',
      geometry_column: 'geom',
      geometry_type: 'LINESTRING',
      srid: 32_633,
      row_estimate: 1,
      index_count: 2,
      comment: 'All streets',
    });
    expect(body[2].row_estimate).toBeNull();
  });

  test('GET /api/databases/{id}/tables returns the tables of one schema, and none for an unknown one', async () => {
    const path = `/api/databases/${roads}/tables?schema=`;
    expect((await get(path + encodeURIComponent('odd "schema"'))).body).toHaveLength(1);
    expect((await get(path + encodeURIComponent(`public' OR '1'='1`))).body).toEqual([]);
  });

  test('GET /api/databases/{id}/extents returns the extents of columns in degrees', async () => {
    const { body } = await get(`/api/databases/${roads}/extents`);
    const streets = body.find(({ table }: { table: string }) => table === 'streets');
    const [west, south, east, north] = streets.extent;
    expect(west).toBeCloseTo(13.53, 1);
    expect(south).toBeCloseTo(52.34, 1);
    expect(east - west).toBeLessThan(0.05);
    expect(north).toBeGreaterThan(south);
    expect(body.find(({ table }: { table: string }) => table === 'places').extent).toBeNull();
  });

  test('GET /api/databases/{id}/extents estimates large or heavily partitioned tables from statistics, and uses reference systems of the database', async () => {
    await spatial.query(
      'roads',
      `CREATE SCHEMA large; CREATE TABLE large.analysed (geom geometry(Point, 32633));
       INSERT INTO large.analysed SELECT ST_SetSRID(ST_Point(400000 + i, 5800000 + i), 32633) FROM generate_series(1, 90000) i;
       CREATE TABLE large.never AS TABLE large.analysed; ANALYZE large.analysed;
       INSERT INTO spatial_ref_sys (srid, proj4text) VALUES (990001, '+proj=tmerc +lon_0=7 +x_0=1000 +ellps=GRS80 +units=m +no_defs');
       CREATE TABLE large.own_grid (geom geometry(Point, 990001));
       INSERT INTO large.own_grid VALUES ('SRID=990001;POINT(1000 0)');
       CREATE SCHEMA parts; CREATE TABLE large.split (id int, geom geometry(Point, 4326)) PARTITION BY LIST (id);
       DO $$ BEGIN FOR i IN 1..1001 LOOP
         EXECUTE format('CREATE TABLE parts.p%s PARTITION OF large.split FOR VALUES IN (%s)', i, i);
       END LOOP; END $$`,
    );
    const { body } = await get(`/api/databases/${roads}/extents?schema=large`);
    const near = (value: number, digits: number) => expect.closeTo(value, digits);
    expect(body).toMatchObject([
      { table: 'analysed', exact: false, extent: [13.5, 52.3, 14.9, 53.1].map((side) => near(side, 0)) },
      { table: 'never', exact: false, extent: null },
      { table: 'own_grid', exact: true, extent: [7, 0, 7, 0].map((side) => near(side, 6)) },
      { table: 'split', exact: false, extent: null },
    ]);
  });

  test('a role without privileges still sees the catalog of its server', async () => {
    await spatial.query('postgres', `CREATE ROLE watcher LOGIN PASSWORD 'watch-me-well'`);
    await spatial.query('postgres', 'REVOKE CONNECT ON DATABASE roads FROM PUBLIC');
    const connection = await app.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: {
        name: 'watcher',
        host: '127.0.0.1',
        port: spatial.port,
        sslmode: 'disable',
        admin_username: 'watcher',
        admin_password: 'watch-me-well',
      },
    });
    const { body } = await register(connection.body.id, 'roads');
    const found = await looked(`/api/databases/${body.id}`);
    expect(found.body).toMatchObject({ state: 'ready', size_bytes: null, table_count: null });
    // The reason names the server's address and role.
    expect(found.body).not.toHaveProperty('error');
    const response = await app.ask(admin, { path: `/api/databases/${body.id}` });
    expect(response.body.error).toContain('may not connect');
  });

  test('GET /api/registry returns the tree of servers and databases', async () => {
    const { body } = await get('/api/registry');
    const server = body.connections.find(({ id }: { id: number }) => id === spatialId);
    const databases = [{ id: roads, name: 'roads', purpose: 'Road network' }];
    expect(server).toEqual({ id: spatialId, name: expect.any(String), databases });
    const all = (await app.ask(admin, { path: '/api/registry' })).body.connections;
    expect(all).toContainEqual(
      expect.objectContaining({
        id: spatialId,
        port: spatial.port,
        databases: [{ ...databases[0], may_adopt: true }],
      }),
    );
  });

  test('GET /api/search-items returns servers and databases with their pages, without addresses', async () => {
    const { status, body } = await get('/api/search-items');
    expect(status).toBe(200);
    expect(body.items).toContainEqual({
      id: `server:${spatialId}`,
      title: expect.any(String),
      path: `/connections?panel=${spatialId}`,
    });
    expect(body.items).toContainEqual({
      id: `database:${roads}`,
      title: 'roads',
      description: 'Road network',
      path: `/databases/${roads}`,
    });
  });

  test('GET /api/discovery returns an item for each database', async () => {
    const { body } = await get('/api/discovery');
    const found = body.items.find(({ title }: { title: string }) => title === 'roads');
    expect(found).toMatchObject({ url: `/dbadmin/databases/${roads}`, category: 'database' });
  });

  test('DELETE /api/databases/{id}/registration unregisters a database and does not touch it', async () => {
    await spatial.query('postgres', 'CREATE DATABASE kept');
    const { body } = await register(spatialId, 'kept');
    const path = `/api/databases/${body.id}/registration`;
    expect((await app.ask(admin, { path, method: 'DELETE' })).body).toEqual({ success: true });
    expect(await spatial.query('kept', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a dropped database is missing; viewers get the last saved data of a server that is down, without its address', async () => {
    await spatial.query('postgres', 'CREATE DATABASE fleeting');
    const { body } = await register(spatialId, 'fleeting');
    await spatial.query('postgres', 'DROP DATABASE fleeting');
    expect((await get(`/api/databases/${body.id}`)).body.state).toBe('missing');
    // Only the server can say whether a database with this name is the platform's own.
    const namesake = app.database.name;
    await plain.query('postgres', `CREATE DATABASE "${namesake}"`);
    const { id } = (await register(plainId, namesake)).body;
    await plain.kill();
    const answer = await get(`/api/databases?connection_id=${plainId}`);
    expect(answer.status).toBe(200);
    expect(answer.body[0]).toMatchObject({ name: 'ledger' });
    for (const what of ['schemas', 'tables', 'extents']) {
      const response = await get(`/api/databases/${id}/${what}`);
      expect([response.status, response.body.error]).toEqual([
        502,
        expect.stringContaining('Contact an administrator'),
      ]);
    }
    await plain.start();
  });
});
