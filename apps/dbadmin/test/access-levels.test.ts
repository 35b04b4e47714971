import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAccessApp } from './access-app.ts';

const { call, may, makeLater, close } = await startAccessApp();

afterAll(close);

/** What a role tries, and the levels that allow it. */
const ACTIONS: [action: string, sql: string, levels: string[]][] = [
  ['connect', 'SELECT 1', ['readonly', 'readwrite', 'admin']],
  ['read a table', 'SELECT * FROM cadastre.parcels', ['readonly', 'readwrite', 'admin']],
  ['read a view', 'SELECT * FROM public.parcel_names', ['readonly', 'readwrite', 'admin']],
  ['read a materialized view', 'SELECT * FROM public.parcel_count', ['readonly', 'readwrite', 'admin']],
  [
    'read a table of an odd name',
    'SELECT * FROM public."odd ""table; name"',
    ['readonly', 'readwrite', 'admin'],
  ],
  ['read a sequence', 'SELECT last_value FROM cadastre.parcels_id_seq', ['readonly', 'readwrite', 'admin']],
  ['read what PostGIS brings', 'SELECT * FROM spatial_ref_sys LIMIT 1', ['readonly', 'readwrite', 'admin']],
  ['read a table made later', 'SELECT * FROM cadastre.later', ['readonly', 'readwrite', 'admin']],
  ['read in a schema made later', 'SELECT * FROM annex.later', ['readonly', 'readwrite', 'admin']],
  [
    'insert, with the next number',
    `INSERT INTO cadastre.parcels (name) VALUES ('c')`,
    ['readwrite', 'admin'],
  ],
  ['update', `UPDATE cadastre.parcels SET name = 'x'`, ['readwrite', 'admin']],
  ['delete', 'DELETE FROM cadastre.parcels', ['readwrite', 'admin']],
  ['insert into a table made later', 'INSERT INTO cadastre.later (a) VALUES (1)', ['readwrite', 'admin']],
  ['make a temporary table', 'CREATE TEMP TABLE t (a int)', ['readwrite', 'admin']],
  ['truncate', 'TRUNCATE cadastre.parcels', ['admin']],
  ['make a table', 'CREATE TABLE cadastre.mine (a int)', ['admin']],
  ['make a schema', 'CREATE SCHEMA mine', ['admin']],
  ['refer to a table', 'CREATE TABLE cadastre.mine (p int REFERENCES cadastre.parcels)', ['admin']],
  ['drop a table of another', 'DROP TABLE cadastre.parcels CASCADE', []],
  ['read a table of another owner', 'SELECT * FROM surveys.points', ['readonly', 'readwrite', 'admin']],
];

describe.each(['readonly', 'readwrite', 'admin'])('a role with the level %s', (level) => {
  beforeAll(async () => {
    expect((await call('POST', '', { role_name: 'ana', level })).status).toBe(201);
    await makeLater();
  });

  test.each(
    ACTIONS.map(([action, sql, levels]) => [levels.includes(level) ? 'may' : 'may not', action, sql]),
  )('%s %s', async (verdict, _action, sql) => {
    expect(await may('ana', sql)).toBe(verdict === 'may');
  });
});
