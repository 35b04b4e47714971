import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { alteredGeopackage } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { fetchTile } from './tile-client.ts';

const TILES = '/datasets/odd/versions/1/tiles';
const PATH = 'GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y}';

const hex = (bytes: Buffer) => bytes.toString('hex');
const u32 = (value: number) => hex(Buffer.from(Uint32Array.of(value).buffer));
const doubles = (...values: number[]) => hex(Buffer.from(Float64Array.from(values).buffer));
/** Little-endian WKB. */
const wkb = (type: number, body: string) => `01${u32(type)}${body}`;
const point = (x: number, y: number) => wkb(1, doubles(x, y));
const ring = (...xy: number[]) => u32(xy.length / 2) + doubles(...xy);
const nested = (depth: number): string => (depth === 0 ? point(10, 10) : wkb(7, u32(1) + nested(depth - 1)));
/** With the header of a GeoPackage geometry without an envelope. */
const blob = (geometry: string) => `x'47500001${u32(4326)}${geometry}'`;

/** SQL of a geometry, and whether the map shows a part of it. */
const GEOMETRIES: [what: string, sql: string, isDrawn: boolean][] = [
  ['a point', blob(point(10, 50)), true],
  ['a point of NaN', blob(point(NaN, NaN)), false],
  ['half a point', blob(point(10, NaN)), false],
  ['a point at infinity', blob(point(Infinity, 50)), false],
  ['a point beyond all numbers of the grid', blob(point(1e308, -1e308)), false],
  ['a line to infinity', blob(wkb(2, ring(0, 0, Infinity, 0))), false],
  ['a line across 1e300 degrees', blob(wkb(2, ring(-1e300, 0, 1e300, 0))), false],
  ['a line of one position', blob(wkb(2, ring(20, 20))), true],
  ['an empty line', blob(wkb(2, u32(0))), false],
  ['an area without rings', blob(wkb(3, u32(0))), false],
  ['an area whose ring is a point', blob(wkb(3, u32(1) + ring(30, 30, 30, 30, 30, 30, 30, 30))), true],
  ['an area that is not closed', blob(wkb(3, u32(1) + ring(0, 0, 9, 0, 9, 9))), true],
  ['an empty collection', blob(wkb(7, u32(0))), false],
  ['a geometry that says that it is empty', `x'47500011${u32(4326)}${point(NaN, NaN)}'`, false],
  ['thirty collections in one another', blob(nested(30)), true],
  ['a thousand collections in one another', blob(nested(1_000)), false],
  ['a line of four billion positions in nine bytes', blob(wkb(2, u32(0xffffffff))), false],
  ['four billion polygons', blob(wkb(6, u32(0xffffffff))), false],
  ['a type that does not exist', blob(wkb(999, u32(1))), false],
  ['a header only', `x'47500001${u32(4326)}'`, false],
  ['no bytes at all', `x''`, false],
  ['text', `'POINT(1 2)'`, false],
  ['a number', '42', false],
  ['nothing', 'NULL', false],
  [
    '50,000 points',
    blob(wkb(4, u32(50_000) + Array.from({ length: 50_000 }, (_, n) => point(n / 5e3, n % 80)).join(''))),
    true,
  ],
];

let app: TestVault;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  const { status, body } = await upload(app, ada, { file: await oddFile(), fileName: 'odd.gpkg' });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
});

afterAll(() => app.close());

/** One row of the layer `odd` for each geometry, and a layer `bent` with an arc as well, so that GDAL reads them too. */
function oddFile() {
  const rows = GEOMETRIES.map(([what, sql], i) => `(${i + 1}, ${sql}, '${what}')`);
  const arc = blob(wkb(8, u32(3) + doubles(0, 0, 5, 5, 10, 0)));
  const layers = ['odd', 'bent'].map(
    (layer) => `CREATE TABLE ${layer} (fid INTEGER PRIMARY KEY, geom GEOMETRY, what TEXT);
      INSERT INTO ${layer} VALUES ${rows.join(', ')};
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('${layer}', 'features', '${layer}', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('${layer}', 'geom', 'GEOMETRY', 4326, 0, 0);`,
  );
  return alteredGeopackage(`${layers.join('')} INSERT INTO bent VALUES (1000, ${arc}, 'an arc')`);
}

test('a tile has the valid parts of odd geometries only', async () => {
  const query = `?layer=odd&fields=${encodeURIComponent('["what"]')}`;
  const tile = await fetchTile(app, ada, { dataset: 'odd', place: '0/0/0', query });
  const drawn = tile?.features.map(({ properties }) => properties.what).sort();
  expect(drawn).toEqual(GEOMETRIES.flatMap(([what, , isDrawn]) => (isDrawn ? [what] : [])).sort());
  for (const { paths } of tile?.features ?? [])
    for (const { x, y } of paths.flat()) expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
});

test('a tile of a layer with an arc and odd geometries shows all others', async () => {
  const tile = await fetchTile(app, ada, { dataset: 'odd', place: '0/0/0', query: '?layer=bent' });
  const drawn = GEOMETRIES.flatMap(([, , isDrawn], i) => (isDrawn ? [i + 1] : []));
  expect(tile?.features.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual([...drawn, 1000]);
});

test.each([
  ['-1/0/0', 400],
  ['1e1/0/0', 400],
  ['0x1/0/0', 400],
  ['NaN/0/0', 400],
  ['0/0/0.5', 400],
  ['0/0/%30%2e', 400],
  ['0/0/0%00', 400],
  ['23/0/0', 400],
  ['99999999999999999999/0/0', 400],
  ['0/9007199254740993/0', 400],
  ['22/4194304/0', 404],
  ['22/0/9007199254740991', 404],
  ['0/0/0/0', 404],
  ['0/0/..%2f..%2fmetadata', 400],
  ['22/4194303/4194303?layer=odd', 204],
  ['0/0/0?layer=sqlite_master', 400],
  ['0/0/0?layer=gpkg_contents', 400],
  ['0/0/0?layer=__proto__', 400],
  ['0/0/0?layer=odd%22%3BDROP', 400],
  ['0/0/0?layer=..%2F..%2Fetc%2Fpasswd', 400],
  ['0/0/0?layer=odd&layer=bent', 400],
  ['0/0/0?layer=odd&fields=what', 400],
  ['0/0/0?layer=odd&fields={}', 400],
  ['0/0/0?layer=odd&fields=[1]', 400],
  ['0/0/0?layer=odd&fields=[[]]', 400],
  ['0/0/0?layer=odd&fields=["geom"]', 400],
  ['0/0/0?layer=odd&fields=["rowid"]', 400],
  ['0/0/0?layer=odd&fields=["constructor"]', 400],
  ['0/0/0?layer=odd&fields=["what\\",(SELECT 1)--"]', 400],
  [
    '0/0/0?layer=odd&fields=["a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q","r","s","t","u"]',
    400,
  ],
  ['0/0/0?layer=odd&fields=["what","what"]', 200],
  ['0/0/0?layer=odd&v=%25%27%22%3B%2D%2D%20%20', 200],
])(`${PATH} at %s returns %i`, async (place, expected) => {
  const path = `${TILES}/${place.replace(/[[\]{}"\\ ]/g, encodeURIComponent)}`;
  const { status, body } = await ask(app, ada, { path });
  expect(status).toBe(expected);
  if (expected >= 400) expect(body.error).not.toMatch(/such column|\/tmp|\.ts\b/i);
});

test('tiles of a dataset return 403 without access and 401 without signing in, whether or not they exist', async () => {
  for (const path of [
    `${TILES}/0/0/0`,
    `${TILES}/0/0/0?v=00000000`,
    `${TILES}.json`,
    `${TILES}/0/0/0?layer=odd`,
  ]) {
    expect((await ask(app, bob, { path })).status).toBe(403);
    expect((await ask(app, null, { path })).status).toBe(401);
  }
});

test('tiles of an archived dataset are visible to users with view only', async () => {
  const path = `${TILES}/0/0/0?layer=odd`;
  const before = await ask(app, ada, { path });
  await ask(app, ada, { path: '/datasets/odd/archive', method: 'POST' });
  const after = await ask(app, ada, { path });
  expect([after.status, after.body]).toEqual([200, before.body]);
  expect((await ask(app, bob, { path })).status).toBe(403);
});
