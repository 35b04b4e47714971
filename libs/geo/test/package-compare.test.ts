import { copyFileSync, createReadStream, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { readStagedRows } from '../src/index.ts';
import { HEADER, POINT } from './geometry-fixtures.ts';
import { ANY_GEOMETRY, collect, compare, sameColumns, summarize, versions } from './sync-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-package-compare-'));
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const NAME = sameColumns({ name: 'text' });

test('rows that are new, changed or gone are staged with new and old values, in the order of their keys', async () => {
  const pair = versions(
    folder,
    { rows: `INSERT INTO sites VALUES (1, 'a'), (2, 'b'), (5, 'e'), (4000000000, 'z')` },
    `UPDATE sites SET name = 'B' WHERE fid = 2; DELETE FROM sites WHERE fid IN (1, 4000000000);
     INSERT INTO sites VALUES (3, 'c'), (7, NULL), (5000000000, 'd')`,
  );
  const { reply, rows } = await compare(client, folder, { ...pair, columns: NAME, geometry: null });
  expect(reply).toEqual({
    ...{ inserted: 3, updated: 1, deleted: 2, rowsBefore: 4, rowsAfter: 5 },
    ...{ held: 0, blanks: 0, geometryKinds: [], samples: [] },
  });
  expect(summarize(rows)).toEqual([
    ['D 1', null, ['a']],
    ['U 2', ['B'], ['b']],
    ['D 4000000000', null, ['z']],
    ['I 5000000000', ['d'], null],
    ['I 3', ['c'], null],
    ['I 7', [null], null],
  ]);
});

test.each([
  [
    'into an empty table',
    '',
    `INSERT INTO sites VALUES (-9223372036854775808, 'a'), (2, 'b')`,
    'I -9223372036854775808,I 2',
  ],
  ['of all that was there', `INSERT INTO sites VALUES (1, 'a'), (2, 'b')`, 'DELETE FROM sites', 'D 1,D 2'],
  ['of none', `INSERT INTO sites VALUES (1, 'a')`, 'VACUUM', ''],
  [
    'between keys alone',
    `INSERT INTO sites VALUES (1, 'a'), (9, 'b')`,
    `INSERT INTO sites VALUES (4, 'x')`,
    'I 4',
  ],
  [
    'with swapped values',
    `INSERT INTO sites VALUES (1, 'a'), (2, 'b')`,
    `UPDATE sites SET name = iif(fid = 1, 'b', 'a')`,
    'U 1,U 2',
  ],
])('changes %s are found', async (_, rows, changes, expected) => {
  const pair = versions(folder, { rows }, changes);
  const result = await compare(client, folder, { ...pair, columns: NAME, geometry: null });
  expect(result.rows.map(({ op, key }) => `${op} ${key}`).join()).toBe(expected);
});

test('spellings of one value are no change: moments, whole numbers and fractions, blank and NULL', async () => {
  const pair = versions(
    folder,
    {
      columns: 'moment DATETIME, ratio DOUBLE, n INTEGER, yes BOOLEAN, day DATE, loose',
      rows: `INSERT INTO sites VALUES (1, '2021-03-16T00:00:00', 1, 2, 1, '', 7), (2, '2021-03-16T00:00:00Z', 1.5, NULL, 0, NULL, '7'),
        (3, '2021-03-16T00:00:00.000Z', NULL, 9007199254740993, 1, '2021-03-16', 7.0)`,
    },
    `UPDATE sites SET moment = '2021-03-16T00:00:00.000Z', ratio = CASE fid WHEN 1 THEN 1.0 WHEN 2 THEN 1.5 ELSE ' ' END,
       n = coalesce(n, ''), yes = CASE fid WHEN 2 THEN 0.0 ELSE 1.0 END, day = coalesce(nullif(day, ''), ' '),
       loose = 7`,
  );
  const columns = sameColumns({
    ...{ moment: 'timestamptz', ratio: 'float8', n: 'int8', yes: 'bool', day: 'date', loose: 'text' },
  });
  const { reply, rows } = await compare(client, folder, { ...pair, columns, geometry: null });
  expect(rows).toEqual([]);
  expect(reply).toMatchObject({
    inserted: 0,
    updated: 0,
    deleted: 0,
    rowsBefore: 3,
    rowsAfter: 3,
    blanks: 0,
  });
});

test('the smallest change of a value is found: a microsecond, one beyond 2^53, blank against NULL in a text', async () => {
  const pair = versions(
    folder,
    {
      columns: 'moment DATETIME, n INTEGER, name TEXT COLLATE NOCASE',
      rows: `INSERT INTO sites VALUES (1, '2021-03-16T00:00:00.000001Z', 9007199254740993, 'a'), (2, NULL, 1, NULL), (3, NULL, 1, 'a'), (4, NULL, 1, 'a')`,
    },
    `UPDATE sites SET moment = '2021-03-16T00:00:00.000002Z' WHERE fid = 1; UPDATE sites SET name = '' WHERE fid = 2;
     UPDATE sites SET name = 'A' WHERE fid = 3; UPDATE sites SET n = 9007199254740992 WHERE fid = 1; UPDATE sites SET n = ' ' WHERE fid = 4`,
  );
  const columns = sameColumns({ moment: 'timestamptz', n: 'int8', name: 'text' });
  const { reply, rows } = await compare(client, folder, { ...pair, columns, geometry: null });
  expect(reply).toMatchObject({ updated: 4, blanks: 1 });
  expect(summarize(rows)).toEqual([
    [
      'U 1',
      ['2021-03-16T00:00:00.000002Z', 9007199254740992, 'a'].map(beyondSafe),
      ['2021-03-16T00:00:00.000001Z', '9007199254740993', 'a'],
    ],
    ['U 2', [null, 1, ''], [null, 1, null]],
    ['U 3', [null, 1, 'A'], [null, 1, 'a']],
    ['U 4', [null, null, 'a'], [null, 1, 'a']],
  ]);
});

/** JSON carries whole numbers beyond 2^53 as texts. */
function beyondSafe(value: number | string): number | string {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : value;
}

test('a column that the earlier file does not have is NULL there; renamed columns, keys and tables are matched', async () => {
  const pair = versions(
    folder,
    { rows: `INSERT INTO sites VALUES (1, 'a'), (2, 'b')` },
    `ALTER TABLE sites ADD COLUMN depth DOUBLE; UPDATE sites SET depth = 2.5 WHERE fid = 2;
     ALTER TABLE sites RENAME COLUMN name TO title; ALTER TABLE sites RENAME COLUMN fid TO id; ALTER TABLE sites RENAME TO places`,
  );
  const { rows } = await compare(client, folder, {
    ...pair,
    table: { before: 'sites', after: 'places' },
    key: { before: 'fid', after: 'id' },
    columns: [
      { before: 'name', after: 'title', encoding: 'text' },
      { before: null, after: 'depth', encoding: 'float8' },
    ],
    geometry: null,
  });
  expect(rows).toEqual([
    {
      ...{ op: 'U', key: '2' },
      new: { values: { title: 'b', depth: 2.5 }, geometry: null },
      old: { values: { title: 'b', depth: null }, geometry: null },
    },
  ]);
});

test('the output loads into PostgreSQL by binary COPY', async () => {
  const pair = versions(
    folder,
    {
      type: 'POINT',
      rows: `INSERT INTO sites (fid, name, geom) VALUES (1, 'a', x'${HEADER + POINT}'), (2, 'b', NULL)`,
    },
    `UPDATE sites SET name = NULL WHERE fid = 1; DELETE FROM sites WHERE fid = 2; INSERT INTO sites (fid, name, geom) VALUES (3, 'c', x'${HEADER + POINT}')`,
  );
  const { output } = await compare(client, folder, {
    ...pair,
    columns: NAME,
    geometry: { ...ANY_GEOMETRY, type: 'Point' },
  });
  await client.query(
    `CREATE TEMP TABLE stage (op "char", key bigint, name text, geom geometry(Point, 4326), old_name text, old_geom geometry(Point, 4326))`,
  );
  await pipeline(
    createReadStream(output),
    client.query(copyFrom('COPY stage FROM STDIN WITH (FORMAT binary)')),
  );
  const { rows } = await client.query(
    'SELECT op, key, name, ST_AsText(geom) AS geom, old_name, ST_AsText(old_geom) AS old FROM stage ORDER BY key',
  );
  const point = 'POINT(1 2)';
  expect(rows).toEqual([
    { op: 'U', key: '1', name: null, geom: point, old_name: 'a', old: point },
    { op: 'D', key: '2', name: null, geom: null, old_name: 'b', old: null },
    { op: 'I', key: '3', name: 'c', geom: point, old_name: null, old: null },
  ]);
});

test('staged rows are read by operation and up to a limit; a file that was cut is an error', async () => {
  const pair = versions(
    folder,
    { rows: `INSERT INTO sites VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')` },
    `DELETE FROM sites WHERE fid < 4; UPDATE sites SET name = '${'x'.repeat(300)}'`,
  );
  const { output, reply } = await compare(client, folder, {
    ...pair,
    columns: NAME,
    geometry: null,
    sample: 9,
  });
  const read = async (options: object, file = output) =>
    (await collect(readStagedRows(file, { columns: NAME, hasGeometry: false, ...options }))).map(
      ({ key }) => key,
    );
  expect(await read({ ops: ['D'], limit: 2 })).toEqual(['1', '2']);
  expect(await read({ ops: ['U', 'I'] })).toEqual(['4']);
  expect(await read({ limit: 0 })).toEqual([]);
  expect(reply.samples.map(({ op, new: fresh }) => [op, fresh?.name])).toEqual([
    ['D', undefined],
    ['D', undefined],
    ['D', undefined],
    ['U', `${'x'.repeat(200)}…`],
  ]);
  const cut = join(folder, 'cut.copy');
  copyFileSync(output, cut);
  truncateSync(cut, statSync(cut).size - 4);
  await expect(read({}, cut)).rejects.toThrow('the rows end too early');
});

test('a new value that does not fit is refused with table, key, column and value; an old one is NULL', async () => {
  const rows = `INSERT INTO sites VALUES (1, 'a', 'many'), (2, 'b', 2)`;
  const columns = sameColumns({ n: 'int8' });
  const better = versions(
    folder,
    { columns: 'name TEXT, n INTEGER', rows },
    'UPDATE sites SET n = 1 WHERE fid = 1',
  );
  const result = await compare(client, folder, { ...better, columns, geometry: null });
  expect(summarize(result.rows)).toEqual([['U 1', [1], [null]]]);
  const worse = versions(
    folder,
    { columns: 'name TEXT, n INTEGER', rows },
    `UPDATE sites SET n = 'two' WHERE fid = 2`,
  );
  await expect(compare(client, folder, { ...worse, columns, geometry: null })).rejects.toMatchObject({
    code: 'sync.value_does_not_fit',
    details: { table: 'sites', key: '2', column: 'n', encoding: 'int8', value: 'two' },
  });
});
