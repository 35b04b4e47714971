import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { withAdmin } from '@cairn/topology/provision';
import { provisionSampleDatabase } from '@cairn/topology/sample-database';
import { createSampleDatabase } from './index.ts';
import type { SampleDatabase } from './index.ts';

let sample: SampleDatabase;
let reader: pg.Client;

beforeAll(async () => {
  sample = await createSampleDatabase();
  const { host, port, database, readerUser: user, readerPassword: password } = sample;
  reader = new pg.Client({ host, port, database, user, password });
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await sample.drop();
});

test.each([
  ['countries', 241, 'MULTIPOLYGON'],
  ['populated_places', 243, 'POINT'],
  ['rivers', 461, 'MULTILINESTRING'],
  ['states', 100, 'MULTIPOLYGON'],
])('the reader finds %s with %i rows as %s in EPSG:4326', async (table, count, type) => {
  const { rows } = await reader.query(
    `SELECT (SELECT count(*)::int FROM public.${table}) AS count, type, srid FROM geometry_columns
      WHERE f_table_name = $1 AND f_geometry_column = 'geom'`,
    [table],
  );
  expect(rows).toEqual([{ count, type, srid: 4326 }]);
});

test('columns have lower-case names and a primary key', async () => {
  const { rows } = await reader.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'states' ORDER BY ordinal_position`,
  );
  const names = rows.map(({ name }) => name as string);
  expect(names).toEqual(expect.arrayContaining(['fid', 'geom', 'name', 'country', 'area_sqkm']));
  expect(names).toEqual(names.map((name) => name.toLowerCase()));
});

test('the reader changes nothing, even in a transaction that may write', async () => {
  await expect(reader.query('DELETE FROM public.rivers')).rejects.toMatchObject({ code: '25006' });
  await reader.query('BEGIN READ WRITE');
  await expect(reader.query('DELETE FROM public.rivers')).rejects.toMatchObject({ code: '42501' });
  await reader.query('ROLLBACK');
});

test('the platform makes a sample database once, and gives its reader the password again at each start', async () => {
  const names = { database: `${sample.database}_platform`, role: `${sample.readerUser}_2` };
  await provisionSampleDatabase({ adminUrl: sample.adminUrl, password: 'first', ...names });
  const url = new URL(sample.adminUrl);
  url.pathname = names.database;
  await withAdmin(url.href, (client) => client.query('DELETE FROM public.states'));
  await provisionSampleDatabase({ adminUrl: sample.adminUrl, password: 'second', ...names });
  const login = { host: sample.host, port: sample.port, database: names.database, user: names.role };
  const again = new pg.Client({ ...login, password: 'second' });
  await again.connect();
  expect((await again.query('SELECT count(*)::int AS count FROM public.states')).rows).toEqual([
    { count: 0 },
  ]);
  await again.end();
  await withAdmin(sample.adminUrl, async (client) => {
    await client.query(`DROP DATABASE ${names.database} WITH (FORCE)`);
    await client.query(`DROP ROLE ${names.role}`);
  });
});

test('the superuser of the address changes this copy alone', async () => {
  const other = await createSampleDatabase();
  const admin = new pg.Client({ connectionString: other.adminUrl });
  await admin.connect();
  await admin.query('DELETE FROM public.states');
  await admin.end();
  await other.drop();
  expect((await reader.query('SELECT count(*)::int AS count FROM public.states')).rows).toEqual([
    { count: 100 },
  ]);
});
