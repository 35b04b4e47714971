import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeZip } from '@cairn/files/testing';
import { NOTHING, traces, upload } from './client.ts';
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
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let canary: Awaited<ReturnType<typeof openCanary>>;
let planted: Awaited<ReturnType<typeof plantSecret>>;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  canary = await openCanary();
  planted = await plantSecret();
});

afterAll(async () => {
  await app.close();
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

/** What is sent, and the status of the answer. In each case nothing is stored, no server is called and no secret is in the answer. */
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
  'POST /projects/{id}/upload rejects %s (%s), stores nothing, calls no server and shows no secret',
  async (...row) => {
    const [, fileName, file, status] = row;
    const answer = await upload(app, ada, { file: await file(), fileName });
    expect(answer.status).toBe(status);
    expect(typeof answer.body.error).toBe('string');
    expect(JSON.stringify(answer.body)).not.toContain(planted.secret);
    expect(canary.calls).toEqual([]);
    expect(await traces(app)).toEqual(NOTHING);
  },
);

test.each([
  [
    () => replaced('1e999'),
    'The file holds 1e999 in feature 1 (byte 117), which is not a finite number; correct it.',
  ],
  [
    () => new Uint8Array(Buffer.from('{"type":"Feature","properties":{"n":"Zürich"}}', 'latin1')),
    'The file is not UTF-8: byte 39 belongs to no character; save it as UTF-8.',
  ],
])(
  'POST /projects/{id}/upload returns the position of an error in a file and the remedy',
  async (file, sentence) => {
    const { body } = await upload(app, ada, { file: file(), fileName: 'a.geojson' });
    expect(body.error).toBe(sentence);
  },
);
