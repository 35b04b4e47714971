import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { createSavedConnections } from '../src/features/postgis/saved.ts';
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
