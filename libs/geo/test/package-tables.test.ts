import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from '@jest/globals';
import { openGdal, readPackageTables } from '../src/index.ts';
import { createPackage } from './sync-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-package-tables-'));
const run = { cwd: folder };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('tables of features and of attributes are listed with key, columns, geometry, rows and description', async () => {
  const file = createPackage(join(folder, 'survey.gpkg'), [
    {
      name: 'sites',
      columns:
        'fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT(40) NOT NULL, seen DATETIME, twice AS (fid * 2)',
      geometry: { type: 'POINT', z: 1 },
      rows: `INSERT INTO sites (fid, name) VALUES (1, 'a'), (7, 'b')`,
      description: 'Survey sites',
    },
    { name: 'photos', columns: 'id INTEGER PRIMARY KEY, path TEXT' },
    { name: 'anywhere', columns: 'fid INTEGER PRIMARY KEY', geometry: { type: 'GEOMETRY', z: 2, m: 2 } },
  ]);
  const { tables, warnings } = await readPackageTables(await openGdal(), file, run);
  expect(warnings).toEqual([]);
  const srs = { name: 'WGS 84', organization: 'EPSG', code: 4326, definition: 'GEOGCS["WGS 84"]' };
  expect(tables).toEqual([
    {
      ...{ name: 'sites', kind: 'features', key: 'fid', rowCount: 2, description: 'Survey sites' },
      columns: [
        { name: 'name', type: 'TEXT(40)', notNull: true },
        { name: 'seen', type: 'DATETIME', notNull: false },
      ],
      geometry: { column: 'geom', type: 'POINT', hasZ: true, hasM: false, srs },
    },
    {
      ...{ name: 'photos', kind: 'attributes', key: 'id', rowCount: 0, description: '' },
      columns: [{ name: 'path', type: 'TEXT', notNull: false }],
      geometry: null,
    },
    {
      ...{ name: 'anywhere', kind: 'features', key: 'fid', rowCount: 0, description: '', columns: [] },
      geometry: { column: 'geom', type: 'GEOMETRY', hasZ: false, hasM: false, srs },
    },
  ]);
});

test('a table whose key is not the row number has the key null', async () => {
  const file = createPackage(join(folder, 'keys.gpkg'), [
    { name: 'none', columns: 'a TEXT' },
    { name: 'two', columns: 'a INTEGER, b INTEGER, PRIMARY KEY (a, b)' },
    { name: 'words', columns: 'a TEXT PRIMARY KEY' },
    { name: 'apart', columns: 'a INT PRIMARY KEY' },
    { name: 'rowless', columns: 'a INTEGER PRIMARY KEY) WITHOUT ROWID; CREATE TABLE other (b' },
    { name: 'late', columns: 'a TEXT, b INTEGER, PRIMARY KEY (b)' },
  ]);
  const { tables } = await readPackageTables(await openGdal(), file, run);
  expect(tables.map(({ name, key }) => [name, key])).toEqual([
    ...['none', 'two', 'words', 'apart', 'rowless'].map((name) => [name, null]),
    ['late', 'b'],
  ]);
});

test('views, tables of the standard, of spatial indexes and of SQLite are left out, and so is what is not there', async () => {
  const file = createPackage(
    join(folder, 'hostile.gpkg'),
    [{ name: 'Sites', columns: 'fid INTEGER PRIMARY KEY' }],
    `CREATE VIEW seen AS SELECT 1 AS fid; CREATE VIRTUAL TABLE rtree_sites_geom USING rtree(id, a, b, c, d);
     CREATE VIRTUAL TABLE tree USING rtree(id, a, b, c, d);
     INSERT INTO gpkg_contents (table_name, data_type)
       SELECT value, 'attributes' FROM json_each('["seen","rtree_sites_geom_node","tree","gpkg_contents","sqlite_schema","absent","sites"]');
     INSERT INTO gpkg_contents (table_name, data_type) VALUES ('pictures', 'tiles'); CREATE TABLE pictures (id INTEGER PRIMARY KEY)`,
  );
  const { tables } = await readPackageTables(await openGdal(), file, run);
  expect(tables.map(({ name }) => name)).toEqual(['Sites']);
});

test('a file with another application id is read with a warning', async () => {
  for (const [id, warnings] of [
    [0x47503130, 0],
    [0x47503131, 0],
    [0, 1],
  ] as const) {
    const file = createPackage(join(folder, `id-${id}.gpkg`), [], `PRAGMA application_id = ${id}`);
    const reply = await readPackageTables(await openGdal(), file, run);
    expect(reply.warnings.length).toBe(warnings);
  }
});

test('a file with more than 500 tables is read with a warning about the others', async () => {
  const insert = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO gpkg_contents (table_name, data_type) SELECT 'absent ' || i, 'attributes' FROM n`;
  for (const count of [500, 501]) {
    const file = createPackage(join(folder, `tables-${count}.gpkg`), [], insert(count));
    const { warnings } = await readPackageTables(await openGdal(), file, run);
    expect(warnings).toEqual(count > 500 ? [expect.stringContaining('more than 500 tables')] : []);
  }
});

test('a package in WAL mode is read as it is and leaves no files beside it', async () => {
  const own = mkdtempSync(join(folder, 'wal-'));
  const source = createPackage(
    join(folder, 'wal.gpkg'),
    [{ name: 'sites', columns: 'fid INTEGER PRIMARY KEY', rows: 'INSERT INTO sites VALUES (1)' }],
    'PRAGMA journal_mode = WAL',
  );
  const db = new DatabaseSync(source);
  try {
    db.exec('INSERT INTO sites VALUES (2)');
    copyFileSync(source, join(own, 'wal.gpkg'));
  } finally {
    db.close();
  }
  const { tables } = await readPackageTables(await openGdal(), join(own, 'wal.gpkg'), {
    cwd: mkdtempSync(join(folder, 'job-')),
  });
  expect(tables[0]?.rowCount).toBe(1);
  expect(readdirSync(own)).toEqual(['wal.gpkg']);
});

test('a file that is no GeoPackage is a failure', async () => {
  const file = join(folder, 'plain.gpkg');
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE gpkg (a)');
  db.close();
  await expect(readPackageTables(await openGdal(), file, run)).rejects.toMatchObject({ reason: 'failed' });
});
