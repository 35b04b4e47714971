import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { createReader } from '../src/index.ts';
import type { EditedLayer } from '../src/index.ts';

const run = promisify(execFile);
const COUNTRIES = resolve(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');
const folder = mkdtempSync(join(tmpdir(), 'cairn-rewrite-'));
const reader = createReader({ processes: 1 });

afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A GeoPackage with one empty layer of any geometries, and what a test adds to it. */
function makeFile(name: string, z: number, more = ''): string {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(`ATTACH '${COUNTRIES}' AS s; PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys AS SELECT * FROM s.gpkg_spatial_ref_sys;
    CREATE TABLE gpkg_contents AS SELECT * FROM s.gpkg_contents;
    CREATE TABLE gpkg_geometry_columns AS SELECT * FROM s.gpkg_geometry_columns;
    UPDATE gpkg_contents SET table_name = 'shapes', identifier = 'shapes';
    UPDATE gpkg_geometry_columns SET table_name = 'shapes', geometry_type_name = 'GEOMETRY', z = ${z};
    CREATE TABLE shapes (fid INTEGER PRIMARY KEY, geom GEOMETRY, name TEXT(10));
    DETACH s; ${more}`);
  db.close();
  return path;
}

async function rewrite(file: string, layers: Pick<EditedLayer, 'layer' | 'types' | 'inserted'>[]) {
  const output = `${file}.out.gpkg`;
  const edits = layers.map((layer) => ({ ...layer, deleted: [], updated: [] }));
  const reply = await reader.run({ task: 'applyEdits', file, output, layers: edits });
  return { output, reply };
}

const ring = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 0],
];

test.each([
  ['Point', [1, 2], 'POINT (1 2)'],
  [
    'LineString',
    [
      [1, 2],
      [3, 4],
    ],
    'LINESTRING (1 2,3 4)',
  ],
  ['Polygon', [ring], 'POLYGON ((0 0,4 0,4 3,0 0))'],
  [
    'MultiPoint',
    [
      [1, 2],
      [3, 4],
    ],
    'MULTIPOINT ((1 2),(3 4))',
  ],
  [
    'MultiLineString',
    [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    'MULTILINESTRING ((1 2,3 4))',
  ],
  ['MultiPolygon', [[ring]], 'MULTIPOLYGON (((0 0,4 0,4 3,0 0)))'],
] as const)('a %s is written as GDAL reads it, and its box is the extent', async (type, coordinates, wkt) => {
  const geometry = { type, coordinates } as unknown as EditedLayer['inserted'][number]['geometry'];
  const inserted = [{ key: '5', values: { name: type }, geometry }];
  const { output, reply } = await rewrite(makeFile(`${type}.gpkg`, 0), [
    { layer: 'shapes', types: { name: 'text' }, inserted },
  ]);
  expect(reply).toEqual({ layers: [{ name: 'shapes', featureCount: 1 }], warnings: [] });
  const { stdout } = await run('ogrinfo', ['-ro', '-al', output]);
  // Older GDAL leaves the inner brackets of several points out.
  expect([wkt, wkt.replace('((1 2),(3 4))', '(1 2,3 4)')]).toContain(
    /^ {2}([A-Z]+ \(.*)$/m.exec(stdout)?.[1],
  );
  expect(stdout).toContain('OGRFeature(shapes):5');
  const xs = type.endsWith('Polygon') ? [0, 0, 4, 3] : type === 'Point' ? [1, 2, 1, 2] : [1, 2, 3, 4];
  const [minX, minY, maxX, maxY] = xs.map((x) => x.toFixed(6));
  expect(stdout).toContain(`Extent: (${minX}, ${minY}) - (${maxX}, ${maxY})`);
});

test('a layer with Z gets the Z of each geometry, and 0 for a geometry without one', async () => {
  const point = (coordinates: number[]) => ({ type: 'Point' as const, coordinates });
  const inserted = [
    { key: '1', values: {}, geometry: point([1, 2, 3.5]) },
    { key: '2', values: {}, geometry: point([1, 2]) },
  ];
  const { output } = await rewrite(makeFile('heights.gpkg', 1), [{ layer: 'shapes', types: {}, inserted }]);
  const { stdout } = await run('ogrinfo', ['-ro', '-q', '-al', output]);
  expect(stdout).toContain('POINT Z (1 2 3.5)');
  expect(stdout).toContain('POINT Z (1 2 0)');
});

test('tables are copied with their types, keys and constant defaults, without triggers and views', async () => {
  const file = makeFile(
    'tables.gpkg',
    0,
    `CREATE TABLE "od""d" (a "my type" DEFAULT 5, b VARCHAR(20) NOT NULL DEFAULT 'it''s', c DEFAULT (random()),
       d DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), e "PRIMARY KEY", PRIMARY KEY (b, a)) WITHOUT ROWID;
     INSERT INTO "od""d" (a, b, c) VALUES (1, 'x', 1), ('text', 'y', x'00ff');
     CREATE TABLE strictly (id INTEGER PRIMARY KEY, n INT CHECK (n > 0)) STRICT;
     CREATE INDEX busy ON "od""d" (upper(b));
     CREATE VIRTUAL TABLE words USING fts5(text);
     CREATE TRIGGER t AFTER INSERT ON shapes BEGIN SELECT RAISE(FAIL, 'ran'); END;`,
  );
  const { output, reply } = await rewrite(file, []);
  expect(reply.warnings).toEqual(['Search tables cannot be kept in a new version and were left out: words.']);
  const db = new DatabaseSync(output, { readOnly: true });
  const info = db.prepare('PRAGMA table_info("od""d")').all() as Record<string, unknown>[];
  expect(
    info.map(({ name, type, notnull, dflt_value, pk }) => [name, type, notnull, dflt_value, pk]),
  ).toEqual([
    ['a', 'my type', 1, '5', 2],
    ['b', 'VARCHAR(20)', 1, "'it''s'", 1],
    ['c', '', 0, null, 0],
    ['d', 'DATETIME', 0, "strftime('%Y-%m-%dT%H:%M:%fZ','now')", 0],
    ['e', 'PRIMARY KEY', 0, null, 0],
  ]);
  expect(db.prepare('SELECT a, typeof(a) AS t, hex(c) AS c FROM "od""d" ORDER BY b').all()).toEqual([
    { a: 1, t: 'integer', c: '31' },
    { a: 'text', t: 'text', c: '00FF' },
  ]);
  const kinds = db
    .prepare(`SELECT DISTINCT type FROM sqlite_master WHERE name IN ('busy', 'words', 't')`)
    .all();
  expect(kinds).toEqual([]);
  db.close();
});
