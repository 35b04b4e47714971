import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { BROKEN, HEADER, hex, ODD, path, POINT } from './geometry-fixtures.ts';
import { copyInto, createPackage } from './sync-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-package-copy-'));
let database: TestDatabase;
let client: pg.Client;
let files = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});

beforeEach(async () => {
  await client.query('DROP SCHEMA IF EXISTS here CASCADE; CREATE SCHEMA here');
});

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A package with one table of sites. */
function sites(columns: string, rows: string, type: string | null = null): string {
  const spec = columns === '' ? 'fid INTEGER PRIMARY KEY' : `fid INTEGER PRIMARY KEY, ${columns}`;
  const table = { name: 'sites', columns: spec, rows, ...(type ? { geometry: { type } } : {}) };
  return createPackage(join(folder, `${(files += 1)}.gpkg`), [table]);
}

/** A package whose sites have these geometries, as blobs in hexadecimal; null for none. */
function places(blobs: (string | null)[], type = 'GEOMETRY'): string {
  const rows = blobs.map((blob, i) => `(${i + 1}, ${blob === null ? 'NULL' : `x'${blob}'`})`);
  return sites('', `INSERT INTO sites (fid, geom) VALUES ${rows.join(', ')}`, type);
}

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}

test('values of every type keep their meaning: exact whole numbers, moments in UTC with fractions, bytes, NULL', async () => {
  const file = sites(
    'yes BOOLEAN, small SMALLINT, medium MEDIUMINT, big INTEGER, ratio DOUBLE, words TEXT(3), day DATE, moment DATETIME, bytes BLOB',
    `INSERT INTO sites VALUES
       (1, 1, -32768, 2147483647, 9007199254740993, 0.1, 'größer', '1969-07-20', '2021-03-16T01:02:03.123456Z', x'00ff'),
       (2, 0, 7, 8, -9223372036854775808, 3, 'nul' || char(0) || '!', '0099-02-28', '9999-12-31 23:59:59.999999', x''),
       (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2021-03-16T01:00:00+05:30', NULL),
       (9223372036854775807, 1, 1, 1, 1, 1, '', '2000-02-29', '2021-03-16', x'01')`,
  );
  await query(
    `CREATE TABLE here.t (fid bigint, yes boolean, small smallint, medium integer, big bigint, ratio float8, words text, day date, moment timestamptz, bytes bytea)`,
  );
  const { reply } = await copyInto(client, folder, {
    ...{ file, into: 'here.t', geometry: false },
    columns: [
      ['yes', 'bool'],
      ['small', 'int2'],
      ['medium', 'int4'],
      ['big', 'int8'],
      ['ratio', 'float8'],
      ['words', 'text'],
      ['day', 'date'],
      ['moment', 'timestamptz'],
      ['bytes', 'bytea'],
    ],
  });
  expect(reply).toEqual({ rows: 4, held: 0, blanks: 0 });
  await query(`SET TimeZone = 'UTC'`);
  expect(
    await query(
      `SELECT to_jsonb(t) - 'fid' || jsonb_build_object('big', big::text) AS row, fid FROM here.t t ORDER BY t.fid`,
    ),
  ).toEqual(
    [
      [
        '1',
        true,
        -32768,
        2147483647,
        '9007199254740993',
        0.1,
        'größer',
        '1969-07-20',
        '2021-03-16T01:02:03.123456+00:00',
        '\\x00ff',
      ],
      [
        '2',
        false,
        7,
        8,
        '-9223372036854775808',
        3,
        'nul!',
        '0099-02-28',
        '9999-12-31T23:59:59.999999+00:00',
        '\\x',
      ],
      ['3', null, null, null, null, null, null, null, '2021-03-15T19:30:00+00:00', null],
      ['9223372036854775807', true, 1, 1, '1', 1, '', '2000-02-29', '2021-03-16T00:00:00+00:00', '\\x01'],
    ].map(([fid, yes, small, medium, big, ratio, words, day, moment, bytes]) => ({
      fid,
      row: { yes, small, medium, big, ratio, words, day, moment, bytes },
    })),
  );
});

test('whole numbers beyond 2^53 after rows without them are exact, and no row is lost or doubled', async () => {
  const file = sites(
    'big INTEGER',
    `INSERT INTO sites WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i, i FROM n;
     UPDATE sites SET big = 9007199254740993 WHERE fid IN (500, 900)`,
  );
  await query('CREATE TABLE here.t (fid bigint, big bigint)');
  await copyInto(client, folder, { file, into: 'here.t', geometry: false, columns: [['big', 'int8']] });
  expect(
    await query(`SELECT count(*)::int, count(DISTINCT fid)::int AS keys, array_agg(fid::int) FILTER (WHERE big <> fid) AS big,
      max(big)::text AS max FROM here.t`),
  ).toEqual([{ count: 1000, keys: 1000, big: [500, 900], max: '9007199254740993' }]);
});

test('blank texts in columns that take no text become NULL and are counted', async () => {
  const file = sites(
    'n INTEGER, day DATE, words TEXT, bytes BLOB',
    `INSERT INTO sites VALUES (1, '', ' ', ' ', ''), (2, 5, '2021-03-16', '', x'')`,
  );
  await query('CREATE TABLE here.t (fid bigint, n bigint, day date, words text, bytes bytea)');
  const columns = [
    ['n', 'int8'],
    ['day', 'date'],
    ['words', 'text'],
    ['bytes', 'bytea'],
  ] as [string, 'int8'][];
  const { reply } = await copyInto(client, folder, { file, into: 'here.t', geometry: false, columns });
  expect(reply).toEqual({ rows: 2, held: 0, blanks: 3 });
  expect(await query('SELECT n, day::text, words, bytes FROM here.t ORDER BY fid')).toEqual([
    { n: null, day: null, words: ' ', bytes: null },
    { n: '5', day: '2021-03-16', words: '', bytes: Buffer.alloc(0) },
  ]);
});

test.each([
  ['INTEGER', 'int8', `'12 m'`, '12 m', 'whole number'],
  ['INTEGER', 'int8', `1.5`, '1.5', 'whole number'],
  ['INTEGER', 'int8', `1e300`, '1e+300', 'whole number'],
  ['SMALLINT', 'int2', `40000`, '40000', '16-bit whole number'],
  ['DOUBLE', 'float8', `'${'ä'.repeat(100)}'`, 'ä'.repeat(80), 'number'],
  ['BOOLEAN', 'bool', `'yes'`, 'yes', 'boolean'],
  ['DATE', 'date', `'2021-02-30'`, '2021-02-30', 'date'],
  ['DATE', 'date', `'16.3.2021'`, '16.3.2021', 'date'],
  ['DATE', 'date', `2021`, '2021', 'date'],
  ['DATETIME', 'timestamptz', `'2021-03-16T25:00:00Z'`, '2021-03-16T25:00:00Z', 'date with time'],
  ['TEXT', 'text', `x'${'ab'.repeat(50)}'`, `0x${'ab'.repeat(39)}`, 'text'],
  ['BLOB', 'bytea', `'words'`, 'words', 'binary value'],
] as const)(
  'a value of a %s column (%s) that does not fit, %s, is refused with table, key, column and value',
  async (type, encoding, sql, value, word) => {
    const file = sites(`"the value" ${type}`, `INSERT INTO sites VALUES (1, NULL), (4, ${sql})`);
    await query('CREATE TABLE here.t (fid bigint, v text)');
    await expect(
      copyInto(client, folder, { file, into: 'here.t', geometry: false, columns: [['the value', encoding]] }),
    ).rejects.toMatchObject({
      ...{ kind: 'unprocessable', code: 'sync.value_does_not_fit' },
      message: `Table "sites", row 4: the value of "the value" is not a ${word}: ${value}`,
      details: { table: 'sites', key: '4', column: 'the value', encoding, value },
    });
  },
);

test('geometries that PostGIS refuses become NULL and are held with key, reason and blob', async () => {
  const blobs = [...BROKEN.map(([wkb]) => HEADER + wkb), 'ffff0001', HEADER, HEADER + POINT];
  await query('CREATE TABLE here.t (fid bigint PRIMARY KEY, geom geometry(Geometry, 4326))');
  const { reply, held } = await copyInto(client, folder, { file: places(blobs), into: 'here.t' });
  expect(reply).toEqual({ rows: blobs.length, held: blobs.length - 1, blanks: 0 });
  const reasons = [
    ...BROKEN.map(([, reason]) => reason),
    'it does not start with a GeoPackage header',
    'it ends before its last coordinate',
  ];
  expect(held).toEqual(reasons.map((reason, i) => ({ key: String(i + 1), reason, blob: blobs[i] })));
  expect(await query('SELECT fid, ST_AsText(geom) AS geom FROM here.t WHERE geom IS NOT NULL')).toEqual([
    { fid: String(blobs.length), geom: 'POINT(1 2)' },
  ]);
});

test('bow-ties, NaN, infinite and empty geometries and bytes behind the end are taken as they are, apart from NULL', async () => {
  const blobs = [...ODD.map((wkb) => HEADER + wkb), null];
  await query('CREATE TABLE here.t (fid bigint, geom geometry(Geometry, 4326))');
  const { reply, held } = await copyInto(client, folder, { file: places(blobs), into: 'here.t' });
  expect([reply, held]).toEqual([{ rows: blobs.length, held: 0, blanks: 0 }, []]);
  expect(
    await query(
      `SELECT count(geom)::int AS there, count(*) FILTER (WHERE ST_IsEmpty(geom))::int AS empty FROM here.t`,
    ),
  ).toEqual([{ there: ODD.length, empty: 4 }]);
});

test('single geometries go into a column of several as collections; keys keep gaps and exceed 2^31', async () => {
  const file = sites(
    '',
    `INSERT INTO sites (fid, geom) VALUES (3, x'${HEADER + POINT}'), (2147483648, x'${HEADER + hex(4, 1, POINT)}')`,
    'POINT',
  );
  await query('CREATE TABLE here.t (fid bigint, geom geometry(MultiPoint, 4326))');
  await copyInto(client, folder, { file, into: 'here.t', promote: true });
  expect(
    await query(
      'SELECT fid, ST_GeometryType(geom) AS type, ST_X(ST_GeometryN(geom, 1)) AS x FROM here.t ORDER BY fid',
    ),
  ).toEqual([
    { fid: '3', type: 'ST_MultiPoint', x: 1 },
    { fid: '2147483648', type: 'ST_MultiPoint', x: 1 },
  ]);
});

test('a geometry of another kind or with a height is for PostGIS to refuse with 22023, whatever the first rows are', async () => {
  await query('CREATE TABLE here.t (fid bigint, geom geometry(Point, 4326))');
  for (const wkb of [hex(2, 0), hex(1001, path(1, 2, 3))])
    await expect(
      copyInto(client, folder, { file: places([HEADER + POINT, HEADER + wkb]), into: 'here.t' }),
    ).rejects.toMatchObject({ code: '22023' });
});

test('an empty table is copied as no rows', async () => {
  await query('CREATE TABLE here.t (fid bigint, geom geometry(Point, 4326))');
  const { reply } = await copyInto(client, folder, { file: sites('', '', 'POINT'), into: 'here.t' });
  expect(reply).toEqual({ rows: 0, held: 0, blanks: 0 });
});

test('a table, key or column that the file does not have, or that would run code of it, is refused', async () => {
  const file = sites('name TEXT, twice AS (fid * 2)', '');
  await query('CREATE TABLE here.t (fid bigint, v text)');
  const options = { file, into: 'here.t', geometry: false };
  for (const wrong of [{ table: 'absent' }, { columns: [['twice', 'int8']] as [string, 'int8'][] }])
    await expect(copyInto(client, folder, { ...options, ...wrong })).rejects.toMatchObject({
      ...{ kind: 'conflict', code: 'sync.other_layout' },
    });
});
