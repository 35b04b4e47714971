import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { registerWells, saveConnection } from './elsewhere.ts';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let target: TestDatabase;
let gis: pg.Client;
let worker: ReturnType<House['work']>;
let ada: Person;
let bob: Person;
/** Two saved connections to the same database. */
let connections: number[];

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query('CREATE TABLE wells (id serial PRIMARY KEY, note text, geom geometry(Point, 4326))');
  house = await openHouse();
  worker = house.work();
  await worker.ready;
  ada = await house.signUp({ username: 'ada' });
  bob = await house.signUp({ username: 'bob' });
  connections = [
    await saveConnection(house, target.adminUrl),
    await saveConnection(house, target.adminUrl, 'same'),
  ];
  await registerWells(house, ada, connections[0]!);
  await house.grant({ to: bob, on: 'wells', permission: 'view' });
});

beforeEach(async () => {
  await gis.query(`DROP TABLE wells;
    CREATE TABLE wells (id serial PRIMARY KEY, note text, geom geometry(Point, 4326));
    INSERT INTO wells (note, geom) SELECT 'well ' || n, ST_SetSRID(ST_Point(n, 50), 4326) FROM generate_series(1, 12) n`);
});

afterAll(async () => {
  await worker.stop();
  await gis.end();
  await house.close();
  await target.drop();
});

async function load(who: Person, fields: Record<string, string>) {
  const { body } = await upload(house, who, {
    file: 'countries.gpkg',
    dataset: `of ${who.username}`,
    fields: { spatialdb_import: '1', spatialdb_table_name: 'wells', ...fields },
  });
  return body.spatialdb;
}

const wells = async () => Number((await gis.query('SELECT count(*) FROM wells')).rows[0].count);

test('a load through a saved connection replaces no table whose dataset the requester may not edit, whichever connection leads there', async () => {
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

test('who may edit the dataset replaces its table', async () => {
  const fields = { spatialdb_connection_id: String(connections[1]), spatialdb_mode: 'replace' };
  expect(await load(ada, fields)).toMatchObject({ success: true, tables: [{ table: 'wells', rows: 241 }] });
  expect(await wells()).toBe(241);
});

test('a clone of a table would let who may only see it change its rows: 409, and nothing is left', async () => {
  for (const who of [bob, ada]) {
    const { status, body } = await ask(house, who, {
      path: '/datasets/wells/clone',
      method: 'POST',
      json: { name: 'mine' },
    });
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: expect.stringMatching(/very same rows; export them/),
    });
  }
  const { rows } = await house.admin.query(`SELECT 1 FROM vault.datasets WHERE name = 'mine'`);
  expect(rows).toEqual([]);
});
