import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { sweepTemporary } from '../src/server-jobs/sweep.ts';
import { attemptNames } from '../src/server-jobs/attempt-names.ts';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, importFile, pathOf, shapefileZip } from './import-files.ts';
import { childPrograms } from './terminal-page.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let gis: number;
let uploaded: string;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  const connection = await app.connect(admin, server);
  await app.work().ready;
  await server.query('postgres', 'CREATE ROLE alice; CREATE ROLE mallory');
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query('gis', 'CREATE EXTENSION postgis');
  gis = await jobRequests(app, admin).register(connection, 'gis');
  uploaded = await pathOf(app, admin, { database: gis, name: 'a.geojson', bytes: geoJson(3) });
});

beforeEach(() =>
  server.query(
    'gis',
    `DROP TABLE IF EXISTS places, log;
     CREATE TABLE log (me text, superuser text); GRANT INSERT ON log TO PUBLIC;
     CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO public.log VALUES (current_user, (SELECT bool_or(rolsuper)::text FROM pg_roles WHERE rolname IN (session_user, current_user)));
       RETURN NEW; END $$;
     ALTER FUNCTION note() OWNER TO mallory;
     CREATE TABLE places (id serial PRIMARY KEY, name text, number int UNIQUE, seen date DEFAULT '2026-01-01', geom geometry(Point, 2180));
     CREATE TRIGGER note BEFORE INSERT ON places FOR EACH STATEMENT EXECUTE FUNCTION note();
     CREATE TRIGGER later AFTER INSERT ON places FOR EACH STATEMENT EXECUTE FUNCTION note();
     INSERT INTO places (name, geom) VALUES ('first', 'SRID=2180;POINT(500000 500000)')`,
  ),
);

afterAll(async () => {
  await app.close();
  await server.stop();
});

const ask = (json: Record<string, unknown>) =>
  app.ask(admin, {
    path: `/api/databases/${gis}/import`,
    method: 'POST',
    json: { append: true, table_name: 'places', source_path: uploaded, ...json },
  });
const append = (name: string, bytes: Uint8Array<ArrayBuffer>, json: Record<string, unknown> = {}) =>
  importFile(app, admin, {
    database: gis,
    name,
    bytes,
    json: { append: true, table_name: 'places', ...json },
  });
const places = () =>
  server.query('gis', 'SELECT name, seen::text, round(ST_X(geom)) AS x FROM places ORDER BY id');
const temporaryRoles = () => server.query('gis', `SELECT FROM pg_roles WHERE rolname LIKE 'cairn_tmp%'`);

const ALL = [
  { name: 'first', seen: '2026-01-01', x: 500_000 },
  { name: 'place 0', seen: '2026-01-01', x: 500_000 },
  { name: 'place 1', seen: '2026-01-01', x: 500_069 },
];

test('POST /api/databases/{id}/import with append adds rows in the reference system of the table, with the rights of its owner', async () => {
  await server.query('gis', 'ALTER TABLE places OWNER TO alice');
  const job = await append('a.geojson', geoJson(2));
  expect(job).toMatchObject({
    status: 'succeeded',
    summary: '2 rows into public.places',
    result: { schema: 'public', table: 'places', rows: 2, srid: 2180 },
  });
  expect(await places()).toEqual(ALL);
  // The first line is of the row that the test put there.
  expect(await server.query('gis', `SELECT DISTINCT me, superuser FROM log WHERE me <> 'postgres'`)).toEqual([
    { me: 'alice', superuser: 'false' },
  ]);
  expect(await temporaryRoles()).toEqual([]);
});

test('POST /api/databases/{id}/import with append into a table of the administrator runs triggers of others without privileges', async () => {
  expect(await append('a.geojson', geoJson(2))).toMatchObject({ status: 'succeeded' });
  expect(await places()).toEqual(ALL);
  expect(await server.query('gis', `SELECT DISTINCT superuser FROM log WHERE me LIKE 'cairn_tmp%'`)).toEqual([
    { superuser: 'false' },
  ]);
  expect(await temporaryRoles()).toEqual([]);
});

test('each step of an import may take LONG_JOB_HOURS', async () => {
  const lock = new pg.Client({ connectionString: server.url('gis') });
  await lock.connect();
  await lock.query('BEGIN; LOCK TABLE places IN SHARE MODE');
  // More rows than fit into the pipe between the program that reads them and this process.
  const ended = append('a.geojson', geoJson(10_000));
  const cpuSeconds = () =>
    childPrograms(/copy-request/).map(({ pid }) =>
      Number(/Max cpu time +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]),
    );
  try {
    await until('the program that reads the rows has its limits', () => cpuSeconds().some(Number.isFinite));
    expect(cpuSeconds()).toEqual([app.config.longJobMs / 1000]);
  } finally {
    await lock.end();
    await ended;
  }
});

test('POST /api/databases/{id}/import with append fails when the owner may not insert', async () => {
  await server.query('gis', 'ALTER TABLE places OWNER TO alice; REVOKE INSERT ON places FROM alice');
  const job = await append('a.geojson', geoJson(2));
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('lacks the privilege for public.places'),
  });
  expect(await places()).toEqual(ALL.slice(0, 1));
  expect(await temporaryRoles()).toEqual([]);
});

test('POST /api/databases/{id}/import with append of a file without a coordinate system needs srid_policy EPSG:<n>', async () => {
  const zip = await shapefileZip(geoJson(2), { change: (parts) => void parts.delete('.prj') });
  expect(await append('p.zip', zip)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('has no coordinate system'),
  });
  expect(await append('p.zip', zip, { srid_policy: 'EPSG:4326' })).toMatchObject({ status: 'succeeded' });
  expect(await places()).toEqual(ALL);
});

test.each([
  ['the owner of its schema', 'mallory'],
  ['a member of a predefined role that owns its schema', 'pg_monitor'],
])(
  'POST /api/databases/{id}/import with append runs nothing as the owner of a table that %s replaces',
  async (_by, owner) => {
    await server.query(
      'gis',
      `GRANT pg_monitor TO mallory;
     CREATE SCHEMA hers AUTHORIZATION ${owner}; GRANT USAGE ON SCHEMA hers TO PUBLIC;
     CREATE TABLE hers.places (name text, number int, geom geometry(Point, 2180)); ALTER TABLE hers.places OWNER TO alice`,
    );
    const swapped = server.query(
      'gis',
      `SET ROLE mallory;
     DO $$ BEGIN
       WHILE NOT EXISTS (SELECT FROM pg_roles WHERE rolname LIKE 'cairn_tmp%' AND rolcanlogin) LOOP PERFORM pg_sleep(0.01); END LOOP;
     END $$;
     DROP TABLE hers.places;
     CREATE TABLE hers.places (name text, number int, geom geometry(Point, 2180)); GRANT ALL ON hers.places TO PUBLIC;
     CREATE TRIGGER note BEFORE INSERT ON hers.places FOR EACH STATEMENT EXECUTE FUNCTION public.note()`,
    );
    const job = await append('a.geojson', geoJson(2), { schema: 'hers' });
    await swapped;
    expect(job).toMatchObject({ status: 'succeeded' });
    expect(await server.query('gis', `SELECT me FROM log WHERE me = 'alice'`)).toEqual([]);
    expect(
      await server.query('gis', `SELECT DISTINCT superuser FROM log WHERE me LIKE 'cairn_tmp%'`),
    ).toEqual([{ superuser: 'false' }]);
    expect(await temporaryRoles()).toEqual([]);
    await server.query('gis', 'DROP SCHEMA hers CASCADE');
  },
);

test.each([
  [
    'a column that the table lacks',
    'ALTER TABLE places DROP COLUMN number',
    'has no matching columns for: number',
  ],
  [
    'a column of a type that does not fit',
    'ALTER TABLE places ALTER number TYPE date USING NULL',
    'the value of "number" is not a date',
  ],
  ['rows that clash', `INSERT INTO places (number) VALUES (2)`, 'violate a unique constraint'],
  ['values that a check refuses', 'ALTER TABLE places ADD CHECK (number < 2)', 'does not fit'],
  [
    'geometries of another kind',
    'ALTER TABLE places ALTER geom TYPE geometry(LineString, 2180) USING NULL',
    'does not fit',
  ],
])(
  'POST /api/databases/{id}/import with append of %s fails and adds nothing',
  async (_what, statement, said) => {
    await server.query('gis', statement);
    const [before] = await server.query('gis', 'SELECT count(*)::int AS n FROM places');
    const job = await append('a.geojson', geoJson(3));
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining(said) });
    expect(await server.query('gis', 'SELECT count(*)::int AS n FROM places')).toEqual([before]);
    expect(await temporaryRoles()).toEqual([]);
  },
);

test('POST /api/databases/{id}/import with append returns 400 for a missing table and 409 for one that cannot be appended to', async () => {
  await server.query('gis', 'CREATE OR REPLACE VIEW seen_places AS SELECT * FROM log');
  for (const [table_name, status, said] of [
    ['nowhere', 400, 'There is no table public.nowhere'],
    ['seen_places', 409, 'not a plain table'],
    ['spatial_ref_sys', 409, 'not a plain table'],
    ['log', 409, 'no geometry column'],
  ] as const) {
    const answer = await ask({ table_name });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(said)]);
  }
  await server.query('gis', 'DROP VIEW seen_places; ALTER TABLE places ENABLE ROW LEVEL SECURITY');
  expect((await ask({})).status).toBe(409);
});

test('POST /api/databases/{id}/import returns 409 while an event trigger would run a function of another role as the administrator', async () => {
  await server.query(
    'gis',
    `CREATE FUNCTION spy() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO public.log VALUES (current_user, 'spied'); END $$;
     CREATE EVENT TRIGGER spy ON ddl_command_end EXECUTE FUNCTION spy();
     ALTER FUNCTION spy() OWNER TO mallory`,
  );
  await server.query('gis', 'DELETE FROM log');
  const answer = await ask({ append: false, table_name: 'brand_new' });
  expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('event trigger "spy"')]);
  const levels = await app.ask(admin, {
    path: `/api/databases/${gis}/access`,
    method: 'POST',
    json: { role_name: 'alice', level: 'readonly' },
  });
  expect([levels.status, levels.body.error]).toEqual([409, expect.stringContaining('event trigger "spy"')]);
  // A job that was queued before finds it too, and so does an append that must grant something.
  expect(await append('a.geojson', geoJson(2))).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('event trigger "spy"'),
  });
  expect(await server.query('gis', 'SELECT * FROM log')).toEqual([]);
  await server.query('gis', 'DROP EVENT TRIGGER spy');
});

test('after its worker died, the sweep revokes the privileges of the login of an append and ends its sessions', async () => {
  const { job_id } = (await ask({ table_name: 'places' })).body;
  await app.ended(admin, job_id);
  const name = `${attemptNames((await app.context.jobs.get(Number(job_id)))!).temporary}_1`;
  await server.query(
    'gis',
    `CREATE ROLE ${name} LOGIN PASSWORD 'p'; GRANT INSERT ON places TO ${name}; GRANT CONNECT ON DATABASE gis TO ${name}`,
  );
  // A session of that login which has renamed itself.
  const session = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: name,
    password: 'p',
    database: 'gis',
    application_name: 'other',
  });
  session.on('error', () => undefined);
  await session.connect();
  const ended = once(session, 'error');
  await sweepTemporary(app.context);
  expect(await temporaryRoles()).toEqual([]);
  expect((await ended)[0]).toMatchObject({ code: '57P01' });
});
