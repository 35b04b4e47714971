import { readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeZip } from '@cairn/files/testing';
import { PROGRAM_ACCOUNT } from '@cairn/programs';
import { ask, NOTHING, traces, upload } from './client.ts';
import {
  alteredGeopackage,
  feature,
  geoJson,
  openCanary,
  plantSecret,
  rawVrt,
  shapefileZip,
  sparseTiff,
  text,
  wms,
} from './hostile.ts';
import type { Bytes } from './hostile.ts';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let ada: Person;
let canary: Awaited<ReturnType<typeof openCanary>>;
let planted: Awaited<ReturnType<typeof plantSecret>>;

beforeAll(async () => {
  house = await openHouse();
  ada = await house.signUp({ username: 'ada' });
  canary = await openCanary();
  planted = await plantSecret();
});

afterAll(async () => {
  await house.close();
  await canary.close();
  await planted.remove();
});

const stac = () => ({ stac_version: '1.0.0', links: [{ rel: 'next', href: `${canary.url}/next` }] });
const linked = () => ({ type: 'link', properties: { href: `${canary.url}/crs`, type: 'proj4' } });
const ogrVrt = () =>
  `<OGRVRTDataSource><OGRVRTLayer name="x"><SrcDataSource>/vsicurl/${canary.url}/x.geojson</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>`;

/** GeoJSON in whose first feature a coordinate is something else. */
const replaced = (value: string) =>
  text(
    `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[${value},1]}}]}`,
  );

/** What is sent, and the status that answers it. Every case: nothing kept, no request made, no secret told. */
const REFUSED: [what: string, fileName: string, file: () => Bytes | Promise<Bytes>, status: number][] = [
  ['GeoJSON with a linked coordinate system', 'a.geojson', () => geoJson({ crs: linked() }), 422],
  [
    'GeoJSON with an escaped link',
    'a.geojson',
    () =>
      text(
        Buffer.from(geoJson({ crs: linked() }))
          .toString()
          .replace('"crs"', '"c\\u0072s"'),
      ),
    422,
  ],
  [
    'GeoJSON with a link inside a geometry',
    'a.geojson',
    () => geoJson({ features: [{ ...feature, geometry: { ...feature.geometry, crs: linked() } }] }),
    422,
  ],
  [
    'GeoJSON with a coordinate system from a file',
    'a.geojson',
    () => geoJson({ crs: { type: 'name', properties: { name: planted.path } } }),
    422,
  ],
  [
    'GeoJSON with a coordinate system from an address',
    'a.geojson',
    () => geoJson({ crs: { type: 'name', properties: { name: `${canary.url}/crs` } } }),
    422,
  ],
  ['a GeoTIFF that is a VRT on another file', 'a.tif', () => rawVrt(planted.path), 422],
  ['a GeoTIFF that is a tile service', 'a.tif', () => wms(canary.url), 422],
  ['STAC items with a next link', 'a.json', () => geoJson(stac()), 422],
  ['a STAC catalog', 'a.json', () => text(JSON.stringify({ type: 'Catalog', ...stac() })), 422],
  ['an OGR VRT called GeoJSON', 'a.geojson', () => text(ogrVrt()), 422],
  ['an OGR VRT behind a brace', 'a.geojson', () => text(`{}${ogrVrt()}`), 422],
  [
    'KML with a network link',
    'a.kml',
    () => text(`<kml><NetworkLink><Link><href>${canary.url}/k</href></Link></NetworkLink></kml>`),
    422,
  ],
  ['a QGIS project', 'a.qgs', () => text('<qgis/>'), 422],
  ['a packed QGIS project', 'a.qgz', () => makeZip([{ name: 'a.qgs', data: text('<qgis/>') }]), 422],
  ['TopoJSON', 'a.json', () => text('{"type":"Topology","objects":{},"arcs":[]}'), 422],
  ['a JSON array', 'a.json', () => text('[1,2,3]'), 422],
  ['JSON that ends early', 'a.geojson', () => geoJson().slice(0, -5), 422],
  [
    'JSON nested 100,000 deep',
    'a.geojson',
    () => text(`{"type":"FeatureCollection","features":${'['.repeat(1e5)}`),
    422,
  ],
  ['two JSON values', 'a.geojson', () => text('{"type":"FeatureCollection","features":[]}{}'), 422],
  ['an empty file', 'a.gpkg', () => new Uint8Array(0), 422],
  [
    'a SQLite database that is no GeoPackage',
    'a.gpkg',
    () => alteredGeopackage('PRAGMA application_id = 0'),
    422,
  ],
  ['a GeoPackage without layers', 'a.gpkg', () => alteredGeopackage('DELETE FROM gpkg_contents'), 422],
  ['a GeoPackage whose only layer is a view', 'a.gpkg', () => alteredGeopackage(VIEW_INSTEAD), 422],
  [
    'a GeoPackage whose contents are an endless view',
    'a.gpkg',
    () => alteredGeopackage(ENDLESS_CONTENTS),
    422,
  ],
  ['half a GeoPackage', 'a.gpkg', async () => (await alteredGeopackage('SELECT 1')).slice(0, 8_192), 422],
  ['half a GeoTIFF', 'a.tif', async () => (await sparseTiff(2_000)).slice(0, 20), 422],
  ['a picture called GeoPackage', 'a.gpkg', () => text('\u0089PNG'), 422],
  ['a zip without a shapefile', 'a.zip', () => makeZip([{ name: 'readme.txt', data: text('hello') }]), 422],
  ['a shapefile without .shx', 'a.zip', () => shapefileZip([], ['shx']), 422],
  [
    'a shapefile whose parts have different names',
    'a.zip',
    () => shapefileZip([{ name: 'other.dbf', data: text('x') }], ['dbf']),
    422,
  ],
  [
    'a zip that writes outside its folder',
    'a.zip',
    () => shapefileZip([{ name: '../evil.shp', data: text('x') }]),
    422,
  ],
  [
    'a zip with a hidden way out',
    'a.zip',
    () => shapefileZip([{ name: 'a/../../evil.shp', data: text('x') }]),
    422,
  ],
  ['a zip with backslashes', 'a.zip', () => shapefileZip([{ name: '..\\evil.shp', data: text('x') }]), 422],
  [
    'a zip with an absolute name',
    'a.zip',
    () => shapefileZip([{ name: '/etc/cron.d/evil', data: text('x') }]),
    422,
  ],
  ['a zip with a drive letter', 'a.zip', () => shapefileZip([{ name: 'C:evil.shp', data: text('x') }]), 422],
  [
    'a zip with a link',
    'a.zip',
    () => shapefileZip([{ name: 'link.dbf', data: text(planted.path), mode: 0o120777 }]),
    422,
  ],
  [
    'a zip that unpacks to a gibibyte',
    'a.zip',
    () =>
      shapefileZip([
        { name: 'big.dbf', data: new Uint8Array(2 ** 20), deflate: true, declaredSize: 2 ** 30 },
      ]),
    422,
  ],
  [
    'a zip that unpacks to more than it says',
    'a.zip',
    () =>
      shapefileZip([{ name: 'points.cpg', data: new Uint8Array(2 ** 22), deflate: true, declaredSize: 5 }]),
    422,
  ],
  [
    'a zip with 60,000 entries',
    'a.zip',
    () => shapefileZip(Array.from({ length: 60_000 }, (_, i) => ({ name: `n${i}` }))),
    422,
  ],
  [
    'a zip with two entries of one name',
    'a.zip',
    () => shapefileZip([{ name: 'POINTS.shp', data: text('x') }]),
    422,
  ],
  [
    'a zip behind a password',
    'a.zip',
    () => shapefileZip([{ name: 'x.dbf', data: text('x'), flags: 1 }]),
    422,
  ],
  ['a broken zip', 'a.zip', async () => (await shapefileZip([])).slice(0, 300), 422],
  ['a program', 'a.exe', () => text('MZ'), 400],
  ['a file without extension', 'countries', () => geoJson(), 400],
  ['GeoJSON with a coordinate of 1e999', 'a.geojson', () => replaced('1e999'), 422],
  ['GeoJSON with NaN for a coordinate', 'a.geojson', () => replaced('NaN'), 422],
  [
    'GeoJSON in Latin 1',
    'a.geojson',
    () =>
      new Uint8Array(Buffer.from('{"type":"Feature","properties":{"n":"Zürich"},"geometry":null}', 'latin1')),
    422,
  ],
  ['CSV', 'a.csv', () => text('x,y\n1,2\n'), 400],
];

const VIEW_INSTEAD = `DELETE FROM gpkg_contents;
  CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fid, x'00' AS geom FROM n;
  INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('v', 'features', 'v', 4326);
  INSERT INTO gpkg_geometry_columns VALUES ('v', 'geom', 'POINT', 4326, 0, 0)`;
const ENDLESS_CONTENTS = `ALTER TABLE gpkg_contents RENAME TO real_contents;
  CREATE VIEW gpkg_contents AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT c.* FROM n, real_contents c WHERE n.i < 0`;

test.each(REFUSED)(
  'POST /projects/{id}/upload refuses %s (%s): nothing kept, nothing called, nothing told',
  async (...row) => {
    const [, fileName, file, status] = row;
    const answer = await upload(house, ada, { file: await file(), fileName });
    expect(answer.status).toBe(status);
    expect(typeof answer.body.error).toBe('string');
    expect(JSON.stringify(answer.body)).not.toContain(planted.secret);
    expect(canary.calls).toEqual([]);
    expect(await traces(house)).toEqual(NOTHING);
  },
);

test.each([
  [
    () => replaced('1e999'),
    'The file holds 1e999 in feature 1 (byte 117), which is no finite number; correct it.',
  ],
  [
    () => new Uint8Array(Buffer.from('{"type":"Feature","properties":{"n":"Zürich"}}', 'latin1')),
    'The file is not UTF-8: byte 39 belongs to no character; save it as UTF-8.',
  ],
])('POST /projects/{id}/upload says where a file is broken and what to do', async (file, sentence) => {
  const { body } = await upload(house, ada, { file: file(), fileName: 'a.geojson' });
  expect(body.error).toBe(sentence);
});

test.each([
  ['..'],
  ['.'],
  ['../x'],
  ['a/b'],
  ['a\\b'],
  ['a\0b'],
  ['a..b'],
  ['-x'],
  ['@x'],
  ['x'.repeat(300)],
  ['<script>'],
  ['a\nb'],
])('POST /projects/{id}/upload refuses the dataset name %j with 400', async (name) => {
  const byField = await upload(house, ada, {
    file: geoJson(),
    fileName: 'a.geojson',
    fields: { dataset_name: name },
  });
  expect(byField.status).toBe(400);
  expect((await upload(house, ada, { file: geoJson(), fileName: 'a.geojson', dataset: name })).status).toBe(
    400,
  );
  expect(await traces(house)).toEqual(NOTHING);
});

test('POST /datasets/{name}/upload refuses bad names with 400 or 404, even to an administrator', async () => {
  const root = await house.signUp({ username: 'root', isAdmin: true });
  for (const name of ['..', '%2e%2e', 'a%2fb', 'a%00b', '-x', 'x'.repeat(300)]) {
    const { status } = await upload(house, root, {
      file: geoJson(),
      fileName: 'a.geojson',
      path: `/datasets/${name}/upload`,
    });
    expect([400, 404, 405]).toContain(status);
  }
  expect(await traces(house)).toEqual(NOTHING);
});

test('POST /projects/{id}/upload makes a plain name out of a file name that is none', async () => {
  const { status, body } = await upload(house, ada, {
    file: geoJson(),
    fileName: '../../..<b>Städte & Dörfer</b>.geojson',
  });
  expect(status).toBe(201);
  expect(body.dataset).toBe('b_');
});

test('GET /preview refuses a sparse GeoTIFF of 200,000 × 200,000 pixels with 422 and memory stays bounded', async () => {
  const file = await sparseTiff(200_000);
  expect(file.length).toBeLessThan(600_000);
  const { status } = await upload(house, ada, { file, fileName: 'sparse.tif' });
  expect(status).toBe(201);
  const before = process.memoryUsage().rss;
  const answer = await ask(house, ada, { path: '/preview?dataset=sparse&version=1' });
  expect(answer.status).toBe(422);
  expect(answer.body.error).toMatch(/overviews/);
  expect((await ask(house, ada, { path: '/datasets/sparse/thumbnail' })).status).toBe(422);
  expect((await ask(house, ada, { path: '/metadata?dataset=sparse&version=1' })).body.warnings).toHaveLength(
    1,
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

test('GET /preview shows a GeoPackage without running its triggers, views or generated columns', async () => {
  const file = await alteredGeopackage(`
    CREATE TRIGGER evil AFTER INSERT ON countries BEGIN SELECT randomblob(900000000); END;
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fid, x'00' AS geom FROM n;
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('endless', 'features', 'endless', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 'POINT', 4326, 0, 0);
    ALTER TABLE countries ADD COLUMN heavy TEXT GENERATED ALWAYS AS (hex(zeroblob(900000000))) VIRTUAL`);
  const { status, body } = await upload(house, ada, { file, fileName: 'tricky.gpkg' });
  expect(status).toBe(201);
  expect(body.layers.map(({ name }) => name)).toEqual(['countries']);
  const preview = await ask(house, ada, { path: '/preview?dataset=tricky&version=1' });
  expect(preview.status).toBe(200);
  expect(preview.body.returned).toBe(241);
  expect(preview.body.features[0].properties).not.toHaveProperty('heavy');
  expect((await ask(house, ada, { path: '/preview?dataset=tricky&version=1&layer=endless' })).status).toBe(
    400,
  );
});

test('GET /preview of a shapefile without .prj assumes degrees when they fit, and GET /metadata says so', async () => {
  const { body } = await upload(house, ada, { file: await shapefileZip([], ['prj']), fileName: 'bare.zip' });
  expect(body.error).toBeUndefined();
  const metadata = await ask(house, ada, { path: '/metadata?dataset=bare&version=1' });
  expect(metadata.body.crs).toMatchObject({ assumed: true, srid: 4326 });
  // The fields and geometries may still be looked through, which it says as well.
  const warnings = metadata.body.warnings.filter(
    (sentence: string) => !/still being looked through/.test(sentence),
  );
  expect(warnings).toEqual(['No coordinate system; assumed WGS 84 from the coordinates.']);
  const preview = await ask(house, ada, { path: '/preview?dataset=bare&version=1' });
  expect(preview.body.features[0].geometry.coordinates).toEqual([1, 2]);
});

test('the process that reads files of users sees the files of its request alone, under an account of its own', async () => {
  const { body } = await upload(house, ada, { file: 'countries.gpkg', dataset: 'sandboxed' });
  expect(body.dataset).toBe('sandboxed');
  const json = { operation: 'filter', filter: { where: "name = 'Germany'" } };
  const path = '/datasets/sandboxed/versions/1/derive/preview';
  expect((await ask(house, ada, { method: 'POST', path, json })).status).toBe(200);
  const readers = await processesIn(join(house.storageRoot, 'processes'));
  expect(readers.length).toBeGreaterThan(0);
  for (const pid of readers) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
    expect(uid).toBe(process.getuid?.() === 0 ? PROGRAM_ACCOUNT : process.getuid?.());
    expect(/^CapEff:\s+(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
    // What a process sees begins at its root.
    const seen = await readdir(`/proc/${pid}/root${house.storageRoot}`);
    expect(seen).toEqual(['processes']);
    await expect(readFile(`/proc/${pid}/root/etc/shadow`)).rejects.toMatchObject({ code: 'ENOENT' });
  }
});

/** Processes that work in a folder below this one, without what only started them. */
async function processesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [cwd, program] = await Promise.all(
      ['cwd', 'exe'].map((name) => readlink(`/proc/${pid}/${name}`).catch(() => '')),
    );
    if (cwd?.includes(folder) && program?.endsWith('/node')) found.push(pid);
  }
  return found;
}
