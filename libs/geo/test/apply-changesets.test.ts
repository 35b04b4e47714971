import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { applyPackageChangesets, openGdal } from '../src/index.ts';
import { HEADER, hex, path } from './geometry-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-changesets-'));
const base = join(folder, 'base.gpkg');
let files = 0;

beforeAll(() => {
  const features = [1, 2, 3].map((n) => ({
    ...{ type: 'Feature', properties: { name: `site ${n}`, depth: n + 0.5 } },
    geometry: { type: 'Point', coordinates: [n, n] },
  }));
  const source = join(folder, 'sites.geojson');
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  execFileSync('ogr2ogr', ['-f', 'GPKG', base, source, '-nln', 'sites', '-lco', 'GEOMETRY_NAME=geom']);
  const db = new DatabaseSync(base);
  db.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE, length AS (length(text)));
    INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('notes', 'attributes', 'notes');
    INSERT INTO notes (id, text) VALUES (1, 'a'), (2, 'b');
    CREATE TRIGGER harmful AFTER UPDATE ON notes BEGIN DELETE FROM notes; END`);
  db.close();
  // As objects are kept.
  chmodSync(base, 0o444);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The changeset of what SQL does to a copy of a file, and that copy. */
function record(sql: string, from = base): { changeset: string; after: string } {
  const after = join(folder, `${(files += 1)}.gpkg`);
  copyFileSync(from, after);
  chmodSync(after, 0o644);
  const db = new DatabaseSync(after);
  for (const { name } of db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(name)}"`);
  const session = db.createSession();
  db.exec(sql);
  const bytes = session.changeset();
  db.close();
  return { changeset: save(bytes), after };
}

function save(bytes: Uint8Array): string {
  const file = join(folder, `${(files += 1)}.diff`);
  writeFileSync(file, bytes);
  return file;
}

async function apply(changesets: string[], file = base) {
  const cwd = mkdtempSync(join(folder, 'job-'));
  const output = join(folder, `${(files += 1)}.gpkg`);
  return {
    reply: await applyPackageChangesets(await openGdal(), { file, changesets, output }, { cwd }),
    output,
  };
}

function rowsOf(file: string, sql: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

const SITES = 'SELECT fid, name, depth, hex(geom) AS geom FROM sites ORDER BY fid';
const CHANGES = `UPDATE sites SET name = 'moved', geom = x'${HEADER + hex(1, path(50, 60))}' WHERE fid = 2; DELETE FROM sites WHERE fid = 1;
  INSERT INTO sites (fid, name, geom) VALUES (4000000000, 'new', x'${HEADER + hex(1, path(-70, 5))}'); UPDATE notes SET text = iif(id = 1, 'b2', 'a2')`;

test('changesets are applied in their order; spatial index, extent and count follow, and no trigger of the file runs', async () => {
  const first = record(CHANGES);
  const second = record(
    `UPDATE sites SET name = 'moved again' WHERE fid = 2; DELETE FROM notes WHERE id = 1`,
    first.after,
  );
  const { reply, output } = await apply([first.changeset, second.changeset]);
  expect(reply).toEqual({ applied: 7 });
  expect(rowsOf(output, SITES)).toEqual(rowsOf(second.after, SITES));
  expect(rowsOf(output, 'SELECT * FROM notes')).toEqual([{ id: 2, text: 'a2', length: 2 }]);
  const boxes = 'SELECT id, round(minx) AS x, round(maxy) AS y FROM rtree_sites_geom ORDER BY id';
  expect(rowsOf(output, boxes)).toEqual([
    { id: 2, x: 50, y: 60 },
    { id: 3, x: 3, y: 3 },
    { id: 4000000000, x: -70, y: 5 },
  ]);
  expect(
    rowsOf(
      output,
      `SELECT min_x, max_x, feature_count FROM gpkg_contents JOIN gpkg_ogr_contents USING (table_name) WHERE table_name = 'sites'`,
    ),
  ).toEqual([{ min_x: -70, max_x: 50, feature_count: 3 }]);
  const names = `SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`;
  const before = rowsOf(base, names).map(({ name }) => name);
  expect(rowsOf(output, names).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['harmful', ...before.filter((name) => !String(name).startsWith('rtree'))]),
  );
  expect(
    rowsOf(output, names).filter(({ name }) => String(name).startsWith('rtree_sites_geom_')),
  ).toHaveLength(6);
  expect(rowsOf(output, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const found = execFileSync('ogrinfo', ['-so', '-spat', '49', '59', '51', '61', output, 'sites'], {
    encoding: 'utf8',
  });
  expect(found).toContain('Feature Count: 1');
});

test('of a large table only the changed rows are indexed again', async () => {
  const large = join(folder, 'large.gpkg');
  const source = join(folder, 'large.geojson');
  const features = Array.from({ length: 400 }, (_, n) => ({
    ...{ type: 'Feature', properties: { name: `site ${n + 1}` } },
    geometry: { type: 'Point', coordinates: [n / 10, n / 10] },
  }));
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  execFileSync('ogr2ogr', ['-f', 'GPKG', large, source, '-nln', 'sites', '-lco', 'GEOMETRY_NAME=geom']);
  const point = (x: number, y: number) => `x'${HEADER + hex(1, path(x, y))}'`;
  const first = record(
    `UPDATE sites SET geom = ${point(100, 50)} WHERE fid = 5; UPDATE sites SET geom = NULL WHERE fid = 6;
     UPDATE sites SET name = 'other' WHERE fid = 7; DELETE FROM sites WHERE fid = 8;
     INSERT INTO sites (fid, geom) VALUES (5000000000, ${point(-30, -20)}), (900, NULL)`,
    large,
  );
  const second = record(`UPDATE sites SET geom = ${point(3, 4)} WHERE fid = 6`, first.after);
  const { reply, output } = await apply([first.changeset, second.changeset], large);
  expect(reply).toEqual({ applied: 7 });
  expect(rowsOf(output, "SELECT rtreecheck('rtree_sites_geom') AS result")).toEqual([{ result: 'ok' }]);
  const boxes = 'SELECT id, round(minx, 3) AS x, round(miny, 3) AS y FROM rtree_sites_geom';
  expect(rowsOf(output, `${boxes} WHERE id < 10 OR id > 399 ORDER BY id`)).toEqual([
    ...[1, 2, 3, 4].map((id) => ({ id, x: (id - 1) / 10, y: (id - 1) / 10 })),
    { id: 5, x: 100, y: 50 },
    { id: 6, x: 3, y: 4 },
    { id: 7, x: 0.6, y: 0.6 },
    { id: 9, x: 0.8, y: 0.8 },
    { id: 400, x: 39.9, y: 39.9 },
    { id: 5000000000, x: -30, y: -20 },
  ]);
  const contents = `SELECT min_x, min_y, max_x, max_y, feature_count FROM gpkg_contents JOIN gpkg_ogr_contents USING (table_name)`;
  expect(rowsOf(output, contents)).toEqual([
    { min_x: -30, min_y: -20, max_x: 100, max_y: 50, feature_count: 401 },
  ]);
});

test('a changeset without changes gives the same rows', async () => {
  const { reply, output } = await apply([record('SELECT 1').changeset]);
  expect(reply).toEqual({ applied: 0 });
  expect(rowsOf(output, SITES)).toEqual(rowsOf(base, SITES));
});

test('a package in WAL mode leaves no files beside the new one', async () => {
  const wal = join(folder, 'wal.gpkg');
  copyFileSync(base, wal);
  chmodSync(wal, 0o644);
  const db = new DatabaseSync(wal);
  db.exec('PRAGMA journal_mode = WAL');
  db.close();
  const { reply, output } = await apply([record(CHANGES).changeset], wal);
  expect(reply).toEqual({ applied: 5 });
  expect(rowsOf(output, 'SELECT count(*) AS n FROM sites')).toEqual([{ n: 3 }]);
  expect(readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
});

const conflicts: [string, string][] = [
  ['has other values', `UPDATE sites SET name = 'other' WHERE fid = 2`],
  ['is gone', 'DELETE FROM sites WHERE fid = 1'],
  ['is there already', `INSERT INTO sites (fid, name) VALUES (4000000000, 'mine')`],
];
test.each(conflicts)(
  'a changeset for a file in which a row %s is a conflict, and there is no new file',
  async (_, sql) => {
    const other = record(sql).after;
    const bytes = readFileSync(other);
    const { reply, output } = await apply(
      [record(`INSERT INTO notes (id, text) VALUES (7, 'g')`).changeset, record(CHANGES).changeset],
      other,
    );
    expect(reply).toEqual({
      refused: 'conflict',
      changeset: 1,
      reason: 'a row is not as the changeset expects it',
    });
    expect(existsSync(output)).toBe(false);
    expect(readFileSync(other).equals(bytes)).toBe(true);
  },
);

test('a violated constraint is a conflict', async () => {
  const other = record(`INSERT INTO notes (id, text) VALUES (9, 'taken')`).after;
  const { reply } = await apply(
    [record(`INSERT INTO notes (id, text) VALUES (3, 'taken')`).changeset],
    other,
  );
  expect(reply).toMatchObject({ refused: 'conflict' });
});

test.each([
  ['lost a column', 'ALTER TABLE sites DROP COLUMN depth', 'the table "sites" has 3 columns, not 4'],
  ['gained a column', 'ALTER TABLE sites ADD COLUMN more TEXT', 'the table "sites" has 5 columns, not 4'],
  ['was renamed', 'ALTER TABLE sites RENAME TO places', 'the file has no table "sites"'],
  [
    'became a view',
    'ALTER TABLE sites RENAME TO places; CREATE VIEW sites AS SELECT * FROM places',
    'the file has no table "sites"',
  ],
  [
    'has another key',
    'DROP TABLE sites; CREATE TABLE sites (fid INTEGER, geom, name TEXT PRIMARY KEY, depth)',
    'the table "sites" has another key',
  ],
])(
  'a changeset for a table that %s is refused, where SQLite would report success',
  async (_, sql, reason) => {
    const { changeset } = record(`UPDATE sites SET name = 'x' WHERE fid = 3`);
    const { reply } = await apply([changeset], record(sql).after);
    expect(reply).toEqual({ refused: 'other_layout', changeset: 0, reason });
  },
);

test('a changeset for a table of the standard is refused', async () => {
  const { changeset } = record(`UPDATE gpkg_contents SET description = 'x'`);
  expect((await apply([changeset])).reply).toMatchObject({
    refused: 'other_layout',
    reason: '"gpkg_contents" is not a table of users',
  });
});

test('a file with a table without a key is refused, since changesets have none of its changes', async () => {
  const { after } = record('CREATE TABLE plain (a, b); INSERT INTO plain VALUES (1, 2)');
  const { changeset } = record(`UPDATE sites SET name = 'x' WHERE fid = 3`, after);
  expect((await apply([changeset], after)).reply).toEqual({
    ...{ refused: 'other_layout', changeset: 0 },
    reason: 'changes of the table "plain" are in no changeset, since it has no key',
  });
});

test('a file with a damaged page is refused, although the changes fit', async () => {
  const { after } = record('DELETE FROM notes');
  const db = new DatabaseSync(after);
  db.exec(`CREATE TABLE large (id INTEGER PRIMARY KEY, bytes BLOB);
    WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO large SELECT i, zeroblob(300) FROM n`);
  const [page, size] = ["SELECT max(pageno) AS n FROM dbstat WHERE name = 'large'", 'PRAGMA page_size'].map(
    (sql) => Number(Object.values(db.prepare(sql).get() ?? {})[0]),
  ) as [number, number];
  db.close();
  const bytes = readFileSync(after);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(after, bytes);
  const { reply, output } = await apply(
    [record(`UPDATE sites SET name = 'x' WHERE fid = 3`).changeset],
    after,
  );
  expect(reply).toMatchObject({ refused: 'damaged', reason: expect.stringContaining('damaged') });
  expect(existsSync(output)).toBe(false);
});

test('bytes that are no changeset are refused: patchsets, cut ones, and others', async () => {
  const whole = readFileSync(record(CHANGES).changeset);
  const broken: [Buffer, string][] = [
    [whole.subarray(0, -1), 'it ends too early'],
    [whole.subarray(0, 9), 'it ends too early'],
    [Buffer.from('5003', 'hex'), 'it is a patchset, which has no old values'],
    [Buffer.from('1200', 'hex'), 'it does not begin with a table'],
    [Buffer.from('540101740014', 'hex'), 'it has a change of an unknown kind'],
    [Buffer.from('5401017400120009', 'hex'), 'it has a value of an unknown type'],
    [Buffer.from('54ffffffffffffffffff', 'hex'), 'it has a length that is too large'],
    [Buffer.from('5400', 'hex'), 'it has a table without columns'],
  ];
  for (const [bytes, reason] of broken)
    expect((await apply([save(bytes)])).reply).toEqual({ refused: 'malformed', changeset: 0, reason });
});
