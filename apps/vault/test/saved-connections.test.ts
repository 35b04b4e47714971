import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { createSavedConnections } from '../src/features/postgis/saved.ts';
import { ask } from './client.ts';
import { saveConnection } from './elsewhere.ts';
import { openHouse } from './house.ts';
import type { House } from './house.ts';

let house: House;
let target: TestDatabase;
let gis: pg.Client;
let id: number;

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  house = await openHouse();
  id = await saveConnection(house, target.adminUrl);
});

afterAll(async () => {
  await gis.end();
  await house.close();
  await target.drop();
});

const readOne = (client: pg.ClientBase) => client.query('SELECT 1');

async function sessions(): Promise<number> {
  const { rows } = await gis.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name = 'cairn vault' AND datname = current_database()`,
  );
  return rows[0].n;
}

test('a saved connection is forgotten when its last session has ended', async () => {
  const saved = createSavedConnections({ ...house.context, idleMs: 50 });
  await Promise.all([saved.use(id, readOne), saved.use(id, readOne)]);
  expect(saved.size()).toBe(1);
  await until('the connection is forgotten', () => saved.size() === 0);
  expect(await sessions()).toBe(0);
  await saved.use(id, readOne);
  expect(saved.size()).toBe(1);
  await saved.close();
});

test('the sessions of a former login end as soon as the connection is used with another one', async () => {
  const saved = createSavedConnections(house.context);
  await saved.use(id, readOne);
  await house.admin.query(`UPDATE vault.connections SET sslmode = 'prefer' WHERE id = $1`, [id]);
  const { promise: read, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const slow = saved.use(id, async () => {
    begin();
    await read;
  });
  await begun;
  await until('the first session ends', async () => (await sessions()) === 1);
  await house.admin.query(`UPDATE vault.connections SET sslmode = 'disable' WHERE id = $1`, [id]);
  await saved.use(id, readOne);
  expect([await sessions(), saved.size()]).toEqual([2, 1]);
  finish();
  await slow;
  await until('the session that was in use ends too', async () => (await sessions()) === 1);
  await saved.close();
});

test('POST /api/datasets/register is 403 for one of two users who register the same table at the same moment', async () => {
  await gis.query(
    'CREATE TABLE wells (id serial PRIMARY KEY, geom geometry(Point, 4326)); GRANT ALL ON wells TO vault',
  );
  const [ada, bob] = [await house.signUp({ username: 'ada' }), await house.signUp({ username: 'bob' })];
  // Versions can be read and not written: both calls get as far as they can.
  await house.admin.query('BEGIN; LOCK TABLE vault.versions IN SHARE MODE');
  const calls = [ada, bob].map((person) =>
    ask(house, person, {
      path: '/api/datasets/register',
      method: 'POST',
      json: {
        name: `of ${person.username}`,
        connection_id: id,
        table_name: 'wells',
        geometry_column: 'geom',
      },
    }),
  );
  await until('both calls wait for a lock', async () => {
    const { rowCount } = await house.admin.query(
      'SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    );
    return rowCount === 2;
  });
  await house.admin.query('ROLLBACK');
  const answers = (await Promise.all(calls)).toSorted((a, b) => a.status - b.status);
  expect(answers.map(({ status }) => status)).toEqual([201, 403]);
  expect(answers[1]!.body.error).toMatch(/public\.wells belongs to a dataset that you may not edit/);
  const { rows } = await house.admin.query('SELECT name FROM vault.datasets');
  expect(rows).toEqual([{ name: answers[0]!.body.dataset }]);
});
