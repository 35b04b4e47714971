import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { forgetEndedLoads } from '../src/features/postgis/repo.ts';
import { ask, upload } from './client.ts';
import { saveAddress } from './elsewhere.ts';
import { listen, openHouse, SAMPLE_DATA } from './house.ts';
import type { House, Person } from './house.ts';

const PASSWORD = 'Tr0ub4dor&3-is-secret';
let house: House;
let target: TestDatabase;
let ada: Person;
let server: URL;
let worker: ReturnType<House['work']>;

beforeAll(async () => {
  target = await createTestDatabase();
  server = new URL(target.adminUrl);
  const admin = new pg.Client({ connectionString: target.adminUrl });
  await admin.connect();
  await admin.query(
    `DROP ROLE IF EXISTS loader; CREATE ROLE loader LOGIN PASSWORD '${PASSWORD}'; CREATE SCHEMA gis AUTHORIZATION loader;
     GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(server.pathname.slice(1))} TO loader`,
  );
  await admin.end();
  house = await openHouse({ env: { OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8' } });
  worker = house.work();
  await worker.ready;
  ada = await house.signUp({ username: 'ada' });
});

afterAll(async () => {
  await worker.stop();
  await house.close();
  const admin = new pg.Client({ connectionString: target.adminUrl });
  await admin.connect();
  await admin.query('DROP SCHEMA gis CASCADE; DROP OWNED BY loader; DROP ROLE loader');
  await admin.end();
  await target.drop();
});

function fields(more: Record<string, string> = {}): Record<string, string> {
  return {
    spatialdb_import: 'true',
    spatialdb_host: server.hostname,
    spatialdb_port: server.port,
    spatialdb_dbname: server.pathname.slice(1),
    spatialdb_user: 'loader',
    spatialdb_password: PASSWORD,
    spatialdb_schema: 'gis',
    ...more,
  };
}

async function count(table: string): Promise<number> {
  const client = new pg.Client({ connectionString: target.adminUrl });
  await client.connect();
  try {
    return Number((await client.query(`SELECT count(*) FROM gis.${table}`)).rows[0].count);
  } finally {
    await client.end();
  }
}

test('POST /projects/{id}/upload with spatialdb_import answers 201 with the tables that were loaded', async () => {
  const { status, body } = await upload(house, ada, { file: 'countries.gpkg', fields: fields() });
  expect(status).toBe(201);
  expect(body.spatialdb).toMatchObject({
    success: true,
    schema: 'gis',
    mode: 'create',
    tables: [{ layer: 'countries', table: 'countries', rows: 241, srid: 4326 }],
  });
  expect(await count('countries')).toBe(241);
});

test('POST /datasets/{name}/upload loads a zipped shapefile under the table name that was asked for, and again with replace', async () => {
  await upload(house, ada, { file: 'rivers.zip' });
  const path = '/datasets/rivers/upload';
  const first = await upload(house, ada, {
    file: 'rivers.zip',
    path,
    fields: fields({ spatialdb_table_name: 'water' }),
  });
  expect(first.body).toMatchObject({ unchanged: true, spatialdb: { success: true } });
  const rows = await count('water');
  expect(rows).toBeGreaterThan(0);
  const replace = fields({ spatialdb_table_name: 'water', spatialdb_mode: 'replace' });
  expect(
    (await upload(house, ada, { file: 'rivers.zip', path, fields: replace })).body.spatialdb?.success,
  ).toBe(true);
  expect(await count('water')).toBe(rows);
});

test('the version stays when the database refuses, and the answer says what to do: table there, no such database or schema, nobody there, no right', async () => {
  await upload(house, ada, {
    file: 'countries.gpkg',
    dataset: 'a',
    fields: fields({ spatialdb_table_name: 'taken' }),
  });
  const cases: { more: Record<string, string>; says: RegExp }[] = [
    { more: { spatialdb_table_name: 'taken' }, says: /there already; choose replace or append/ },
    { more: { spatialdb_dbname: 'absent' }, says: /no database "absent"/ },
    { more: { spatialdb_schema: 'absent' }, says: /no schema "absent"/ },
    { more: { spatialdb_port: '1' }, says: /No database answers at/ },
    { more: { spatialdb_schema: 'pg_catalog' }, says: /belongs to PostgreSQL/ },
    {
      more: { spatialdb_schema: 'public', spatialdb_table_name: 'x', spatialdb_user: 'loader' },
      says: /may not do this/,
    },
  ];
  for (const [i, { more, says }] of cases.entries()) {
    const { status, body } = await upload(house, ada, {
      file: 'countries.gpkg',
      dataset: `b${i}`,
      fields: fields(more),
    });
    expect(status).toBe(201);
    expect(body.spatialdb).toMatchObject({ success: false, error: expect.stringMatching(says) });
    expect(body.version).toBe(1);
  }
}, 60_000);

test('a raster is kept and told not to be loaded', async () => {
  const { status, body } = await upload(house, ada, { file: 'elevation.tif', fields: fields() });
  expect(status).toBe(201);
  expect(body.spatialdb).toMatchObject({
    success: false,
    error: expect.stringMatching(/Rasters are not loaded/),
  });
});

test.each([
  ['no host', { spatialdb_host: '' }],
  ['a socket path as host', { spatialdb_host: '/var/run/postgresql' }],
  ['several hosts', { spatialdb_host: 'a,b' }],
  ['a port that is none', { spatialdb_port: '5432;' }],
  ['an unknown mode', { spatialdb_mode: 'truncate' }],
  ['an unknown sslmode', { spatialdb_sslmode: 'allow' }],
  ['a new database', { spatialdb_destination: 'new', spatialdb_new_database_name: 'x' }],
  ['a connection that is no number', { spatialdb_connection_id: '1 OR 1=1' }],
])('spatialdb fields with %s are 400 and nothing is kept', async (_, more) => {
  const before = [await house.rows('versions'), (await house.stored()).objects.length];
  const { status, body } = await upload(house, ada, {
    file: 'countries.gpkg',
    fields: fields(more as Record<string, string>),
  });
  expect(status).toBe(400);
  expect(body.error).toMatch(/spatialdb|database/);
  expect([await house.rows('versions'), (await house.stored()).objects.length]).toEqual(before);
});

test('a saved connection is used by its number, its password opened from the seal', async () => {
  const address = Object.assign(new URL(server), { username: 'loader', password: PASSWORD });
  const saved = {
    spatialdb_import: '1',
    spatialdb_connection_id: String(await saveAddress(house, address.href)),
    spatialdb_schema: 'gis',
    spatialdb_table_name: 'saved',
  };
  const { body } = await upload(house, ada, { file: 'countries.gpkg', fields: saved });
  expect(body.spatialdb).toMatchObject({ success: true });
  expect(await count('saved')).toBe(241);
  const other = await upload(house, ada, {
    file: 'countries.gpkg',
    fields: { ...saved, spatialdb_connection_id: '999999' },
  });
  expect(other.body.spatialdb).toMatchObject({
    success: false,
    error: expect.stringMatching(/no saved connection/),
  });
});

test('the password is in no job row, no answer and no row that is not sealed, and goes when the load has ended', async () => {
  const { body } = await upload(house, ada, {
    file: 'countries.gpkg',
    fields: fields({ spatialdb_table_name: 'quiet' }),
  });
  const jobs = await house.admin.query('SELECT * FROM vault.jobs');
  expect(JSON.stringify([body, jobs.rows])).not.toContain(PASSWORD);
  const job = await ask(house, ada, { path: `/api/jobs/${body.spatialdb?.job_id}` });
  expect(job.body).toMatchObject({
    status: 'succeeded',
    kind: 'postgis.load',
    summary: 'Loaded countries into PostGIS',
    page: '/datasets/countries',
  });
  expect(JSON.stringify(job.body)).not.toContain(PASSWORD);
  const { rows } = await house.admin.query('SELECT DISTINCT sealed_request FROM vault.postgis_loads');
  expect(rows).toEqual([{ sealed_request: '' }]);
});

test('POST /import-url with spatialdb_import answers 201 with the tables, and its password is sealed from the start', async () => {
  const files = createServer((_, res) => createReadStream(join(SAMPLE_DATA, 'countries.gpkg')).pipe(res));
  const url = await listen(files);
  try {
    const json = {
      dataset_name: 'fetched',
      url: `${url}/countries.gpkg`,
      ...fields({ spatialdb_table_name: 'fetched' }),
    };
    const { status, body } = await ask(house, ada, { path: '/import-url', method: 'POST', json });
    expect(status).toBe(201);
    expect(body).toMatchObject({ dataset: 'fetched', spatialdb: { success: true, tables: [{ rows: 241 }] } });
    expect(await count('fetched')).toBe(241);
    const { rows } = await house.admin.query('SELECT to_jsonb(r) AS row FROM vault.import_requests r');
    expect(JSON.stringify([rows, body])).not.toContain(PASSWORD);
    const bad = { ...json, dataset_name: 'other', spatialdb_mode: 'truncate' };
    expect((await ask(house, ada, { path: '/import-url', method: 'POST', json: bad })).status).toBe(400);
  } finally {
    files.close();
  }
});

test('an import that is cancelled while its load waits has its version, says so, and keeps no password', async () => {
  const table = fields({ spatialdb_table_name: 'waiting' });
  await upload(house, ada, { file: 'countries.gpkg', dataset: 'first', fields: table });
  const files = createServer((_, res) => createReadStream(join(SAMPLE_DATA, 'countries.gpkg')).pipe(res));
  const url = `${await listen(files)}/countries.gpkg`;
  const holder = new pg.Client({ connectionString: target.adminUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE gis.waiting IN ACCESS EXCLUSIVE MODE');
    const json = { dataset_name: 'cancelled', url, ...table, spatialdb_mode: 'append' };
    const importing = ask(house, ada, { path: '/import-url', method: 'POST', json });
    await until('the load waits', async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE usename = 'loader' AND wait_event_type = 'Lock'`;
      return (await house.admin.query(waiting)).rowCount !== 0;
    });
    const { body: jobs } = await ask(house, ada, { path: '/api/jobs?status=active' });
    const { id } = jobs.find(({ kind }: { kind: string }) => kind === 'import.url');
    await ask(house, ada, { path: `/api/jobs/${id}/cancel`, method: 'POST' });
    const { status, body } = await importing;
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      dataset: 'cancelled',
      version: 1,
      spatialdb: { success: false, error: expect.stringMatching(/was cancelled; nothing was loaded/) },
    });
  } finally {
    await holder.end();
    files.close();
  }
  const { rows } = await house.admin.query('SELECT DISTINCT sealed_request FROM vault.postgis_loads');
  expect(rows).toEqual([{ sealed_request: '' }]);
});

test('the password of a load that is cancelled before it begins is forgotten by the sweeper, that of one that waits is kept', async () => {
  const { context, admin } = house;
  const { body } = await upload(house, ada, { file: 'countries.gpkg', dataset: 'never begun' });
  const request = { connection: connection(), schema: 'gis', table: 'never', mode: 'create' as const };
  const job = await context.db.transaction().execute(async (trx) => {
    const load = await context.postgis.ask(trx, { versionId: body.version_id, request });
    const runAfter = new Date(Date.now() + 3600_000);
    return context.jobs.enqueue(trx, { kind: 'postgis.load', payload: { load_id: load }, runAfter });
  });
  const sealed = async () =>
    (await admin.query(`SELECT 1 FROM vault.postgis_loads WHERE sealed_request <> ''`)).rowCount;
  expect(await forgetEndedLoads(context.db)).toBe(0);
  expect(await sealed()).toBe(1);
  await context.jobs.cancel(job.id);
  expect(await forgetEndedLoads(context.db)).toBe(1);
  expect(await sealed()).toBe(0);
});

test('a private address is refused unless the operator allows its network', async () => {
  const closed = await openHouse();
  const busy = closed.work();
  try {
    const bob = await closed.signUp({ username: 'bob' });
    const { body } = await upload(closed, bob, {
      file: 'countries.gpkg',
      fields: fields({ spatialdb_table_name: 'never' }),
    });
    expect(body.spatialdb).toMatchObject({
      success: false,
      error: expect.stringMatching(/private or reserved network/),
    });
  } finally {
    await busy.stop();
    await closed.close();
  }
});

test('a load whose outcome nobody heard of is not done twice', async () => {
  const { postgis, db } = house.context;
  const request = { connection: connection(), schema: 'gis', table: 'once', mode: 'create' as const };
  const { body } = await upload(house, ada, { file: 'countries.gpkg', dataset: 'heard' });
  const id = await postgis.ask(db, { versionId: body.version_id, request });
  const again = await postgis.ask(db, {
    versionId: body.version_id,
    request: { ...request, mode: 'append' },
  });
  const run = {
    job: { requestedBy: String(ada.id) },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  // The first load commits; the second row stands for a worker that died right after the commit, before it could say so.
  const noted = await noteOf(() => postgis.perform(id, run), id);
  await house.admin.query('UPDATE vault.postgis_loads SET transaction_id = $1, tables = $2 WHERE id = $3', [
    noted.transaction_id,
    JSON.stringify(noted.tables),
    again,
  ]);
  expect(await postgis.perform(again, run)).toMatchObject({ success: true, tables: [{ rows: 241 }] });
  expect(await count('once')).toBe(241);
});

function connection() {
  return {
    host: server.hostname,
    port: Number(server.port),
    database: server.pathname.slice(1),
    user: 'loader',
    password: PASSWORD,
    sslmode: 'prefer' as const,
  };
}

/** What a load noted before its commit. */
async function noteOf(
  work: () => Promise<unknown>,
  id: number,
): Promise<{ transaction_id: string; tables: unknown }> {
  await house.admin.query(
    `CREATE TABLE vault.noted (transaction_id text, tables jsonb);
     CREATE FUNCTION vault.note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO vault.noted VALUES (NEW.transaction_id, NEW.tables); RETURN NEW; END $$;
     CREATE TRIGGER note AFTER UPDATE ON vault.postgis_loads FOR EACH ROW WHEN (NEW.id = ${id}) EXECUTE FUNCTION vault.note();
     GRANT ALL ON vault.noted TO vault`,
  );
  await work();
  return (await house.admin.query('SELECT * FROM vault.noted')).rows[0];
}
