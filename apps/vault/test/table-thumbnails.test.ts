import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let ada: Person;

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  await gis.query(`CREATE TABLE wells (id serial PRIMARY KEY, name text, geom geometry(Point, 3857))`);
  await registerWells(app, ada, await saveConnection(app, target.adminUrl));
});

beforeEach(async () => {
  await gis.query(`TRUNCATE wells`);
  await add(1, 12);
  app.context.tableRevisions.forget();
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

async function add(from: number, to: number): Promise<void> {
  await gis.query(`INSERT INTO wells (name, geom)
    SELECT 'well ' || n, ST_Transform(ST_SetSRID(ST_Point(n, 40 + n % 7), 4326), 3857) FROM generate_series(${from}, ${to}) n`);
  // The session's counters of changed rows are otherwise sent some seconds later.
  await gis.query('SELECT pg_stat_force_next_flush()');
}

async function thumbnail(etag?: string) {
  const headers: Record<string, string> = { cookie: ada.cookie, ...(etag ? { 'if-none-match': etag } : {}) };
  const answer = await fetch(`${app.url}/datasets/wells/thumbnail`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64');
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', bytes };
}

const pictures = async () => {
  const { rows } = await app.admin.query('SELECT sha256 FROM vault.versions');
  return (await app.context.derived.list(rows[0].sha256)).filter(({ name }) => name.startsWith('thumbnail'));
};

test('GET /datasets/{name}/thumbnail draws a table again after changes of others once the database is asked again', async () => {
  const first = await thumbnail();
  await add(20, 60);
  expect((await thumbnail(first.etag)).status).toBe(304);
  app.context.tableRevisions.forget();
  const second = await thumbnail(first.etag);
  expect([second.status, second.bytes === first.bytes]).toEqual([200, false]);
  app.context.tableRevisions.forget();
  expect((await thumbnail(second.etag)).status).toBe(304);
});

test('GET /datasets/{name}/thumbnail notices a TRUNCATE and changes in partitions', async () => {
  const first = await thumbnail();
  await gis.query('TRUNCATE wells');
  app.context.tableRevisions.forget();
  expect((await thumbnail(first.etag)).status).not.toBe(304);
  await gis.query(`DROP TABLE wells; CREATE TABLE wells (id int PRIMARY KEY, name text, geom geometry(Point, 3857)) PARTITION BY RANGE (id);
    CREATE TABLE wells_1 PARTITION OF wells FOR VALUES FROM (0) TO (100)`);
  await gis.query(
    `INSERT INTO wells SELECT n, 'a', ST_SetSRID(ST_Point(n * 1e5, n), 3857) FROM generate_series(1, 9) n`,
  );
  await gis.query('SELECT pg_stat_force_next_flush()');
  app.context.tableRevisions.forget();
  const whole = await thumbnail();
  await gis.query('DELETE FROM wells WHERE id > 4');
  await gis.query('SELECT pg_stat_force_next_flush()');
  app.context.tableRevisions.forget();
  expect((await thumbnail(whole.etag)).status).toBe(200);
  await gis.query(
    'DROP TABLE wells; CREATE TABLE wells (id serial PRIMARY KEY, name text, geom geometry(Point, 3857))',
  );
});

test('GET /datasets/{name}/thumbnail returns the last picture while the database does not answer', async () => {
  const first = await thumbnail();
  expect(first.status).toBe(200);
  const { rows } = await app.admin.query('SELECT port FROM vault.connections');
  app.context.tableRevisions.forget();
  await app.admin.query('UPDATE vault.connections SET port = 1');
  try {
    const later = await thumbnail();
    expect([later.status, later.bytes]).toEqual([200, first.bytes]);
  } finally {
    await app.admin.query('UPDATE vault.connections SET port = $1', [rows[0].port]);
  }
});

// The last, since the session of the vault may send its counters of changed rows some seconds later.
test('GET /datasets/{name}/thumbnail draws a table again after an edit through the vault, and 304 until then', async () => {
  const first = await thumbnail();
  expect(first.status).toBe(200);
  expect((await thumbnail(first.etag)).status).toBe(304);
  const path = '/datasets/wells/versions/1/edit/rows?limit=1';
  const { body } = await ask(app, ada, { path });
  const json = { pk_column: 'id', pk_value: body.rows[0].id };
  const removed = await ask(app, ada, {
    path: '/datasets/wells/versions/1/edit/delete',
    method: 'POST',
    json,
  });
  expect(removed.status).toBe(200);
  const second = await thumbnail(first.etag);
  expect([second.status, second.bytes === first.bytes]).toEqual([200, false]);
  expect(await pictures()).toHaveLength(1);
});
