/** @own-process because it measures memory. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { until } from '@cairn/testing';
import type { Answer } from '@cairn/testing';
import { ask, NOTHING, traces, upload } from './client.ts';
import { alteredGeopackage, feature, geoJson, sparseTiff, text } from './hostile.ts';
import type { Bytes } from './hostile.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

/** Uploads a dataset and sends the requests of its page. */
async function look(dataset: string, file: Bytes, fileName: string) {
  const stored = await upload(app, ada, { file, fileName, dataset });
  expect({ status: stored.status, error: stored.body.error }).toEqual({ status: 201, error: undefined });
  const query = `?dataset=${encodeURIComponent(dataset)}&version=1`;
  return {
    stored: stored.body,
    metadata: await ask(app, ada, { path: `/metadata${query}` }),
    preview: await prepared(`/preview${query}`),
    thumbnail: await ask(app, ada, { path: `/datasets/${encodeURIComponent(dataset)}/thumbnail` }),
  };
}

/** On a busy machine the first answers say that the preview is not ready yet. */
async function prepared(path: string): Promise<Answer> {
  for (;;) {
    const answer = await ask(app, ada, { path });
    if (answer.body.code !== 'vault.in_preparation') return answer;
    await delay(100);
  }
}

async function tiff(...args: string[]): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-tiff-'));
  try {
    const base = join(folder, 'base.tif');
    const path = join(folder, 'out.tif');
    const run = promisify(execFile);
    await run('gdal_create', [
      ...['-q', '-of', 'GTiff', '-outsize', '64', '32', '-bands', '1', '-burn', '5'],
      ...['-a_srs', 'EPSG:4326', '-a_ullr', '0', '10', '20', '0', base],
    ]);
    await run('gdal_translate', ['-q', ...args, base, path]);
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const DRAWN: [what: string, sql: string][] = [
  [
    'whose contents spell the table in other letters',
    `UPDATE gpkg_contents SET table_name = 'Countries'; UPDATE gpkg_geometry_columns SET table_name = 'COUNTRIES'`,
  ],
  ['with an attribute called rowid', `ALTER TABLE countries ADD COLUMN rowid TEXT DEFAULT 'x'`],
  [
    'with feature ids beyond 2^53',
    `DROP TABLE rtree_countries_geom;
     CREATE TABLE copy AS SELECT * FROM countries; DROP TABLE countries;
     CREATE TABLE countries (fid INTEGER PRIMARY KEY, geom MULTIPOLYGON, name TEXT);
     INSERT INTO countries SELECT fid + 9007199254740993, geom, name FROM copy; DROP TABLE copy`,
  ],
  [
    'whose coordinate system has NUL in its name',
    `UPDATE gpkg_spatial_ref_sys SET srs_name = 'a' || char(0) || 'b', definition = definition || char(0),
     organization = 'MINE', organization_coordsys_id = 77 WHERE srs_id = 4326`,
  ],
  ['with bytes in a column of text', `ALTER TABLE countries ADD COLUMN t TEXT DEFAULT x'00ff'`],
];

test.each(DRAWN)('GET /preview draws a GeoPackage %s', async (what, sql) => {
  const { metadata, preview, thumbnail } = await look(
    `gpkg ${DRAWN.findIndex(([w]) => w === what)}`,
    await alteredGeopackage(sql),
    'a.gpkg',
  );
  expect(metadata.status).toBe(200);
  expect(preview.body).toMatchObject({ total: 241, returned: 241, complete: true });
  expect(preview.body.features[0].geometry.type).toMatch(/Polygon/);
  expect(thumbnail.status).toBe(200);
});

test('GET /metadata lists no virtual table, even when its SQL statement is disguised', async () => {
  const { stored } = await look(
    'virtual',
    await alteredGeopackage(`CREATE VIRTUAL TABLE rt USING rtree(id, minx, maxx, miny, maxy);
      INSERT INTO rt VALUES (1, 0, 1, 0, 1);
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('rt', 'features', 'rt', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('rt', 'minx', 'POINT', 4326, 0, 0);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'CREATE VIRTUAL', 'CREATE/**/VIRTUAL') WHERE name = 'rt'`),
    'a.gpkg',
  );
  expect(stored.layers.map(({ name }) => name)).toEqual(['countries']);
});

test.each([
  ['a code that was never given out', `organization_coordsys_id = 999999`],
  ['a file instead of a definition', `organization = 'MINE', definition = '/etc/passwd'`],
  [
    'a definition of 200 KB',
    `organization = 'MINE', definition = 'GEOGCS["' || hex(zeroblob(100000)) || '"]'`,
  ],
])(
  'GET /metadata warns of a coordinate system with %s, and GET /preview returns 422',
  async (what, change) => {
    const file = await alteredGeopackage(`UPDATE gpkg_spatial_ref_sys SET ${change} WHERE srs_id = 4326`);
    const { metadata, preview } = await look(what, file, 'a.gpkg');
    expect(metadata.status).toBe(200);
    expect(metadata.body.warnings[0]).toMatch(/the map cannot place it/);
    expect(metadata.body.layers[0].feature_count).toBe(241);
    expect(preview.status).toBe(422);
    expect(preview.body.error).toMatch(/is unknown/);
  },
);

test('GET /preview draws GeoJSON with heights', async () => {
  const geometry = { type: 'Point', coordinates: [1, 2, 3] };
  const { preview } = await look('heights', geoJson({ features: [{ ...feature, geometry }] }), 'a.geojson');
  expect(preview.body).toMatchObject({ total: 1, returned: 1 });
  expect(preview.body.features[0].geometry.coordinates).toEqual([1, 2, 3]);
});

test.each(['../../x', '<img src=x onerror=alert(1)>', '(draft) roads'])(
  'GET /preview draws GeoJSON whose layer is called %s',
  async (name) => {
    const dataset = `layer ${name.length}`;
    const { preview } = await look(dataset, geoJson({ name }), 'a.geojson');
    expect(preview.body).toMatchObject({ returned: 1, layer: 'features' });
  },
);

test('GET /datasets/{name}/thumbnail draws a MultiPoint of 200,000 points within seconds', async () => {
  const coordinates = Array.from({ length: 200_000 }, (_, i) => [(i % 1000) / 10, Math.floor(i / 1000) / 10]);
  const features = [{ ...feature, geometry: { type: 'MultiPoint', coordinates } }];
  const before = process.memoryUsage().rss;
  const { thumbnail } = await look('crowd', geoJson({ features }), 'a.geojson');
  expect(thumbnail.status).toBe(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
});

test('POST /projects/{id}/upload returns 422 at once for GeoJSON with 100,000 properties', async () => {
  const settled = async () => (await traces(app)).work === 0;
  // Earlier requests may still be running.
  await until('nothing is under way', settled);
  const before = await traces(app);
  const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]));
  const file = geoJson({ features: [{ ...feature, properties }] });
  const { status, body } = await upload(app, ada, { file, fileName: 'a.geojson', dataset: 'wide' });
  expect(status).toBe(422);
  expect(body.error).toMatch(/properties/);
  await until('nothing is left of it', settled);
  expect(await traces(app)).toEqual({ ...NOTHING, ...before });
});

test('POST /projects/{id}/upload accepts a GeoTIFF with nan and inf in its metadata', async () => {
  const file = await tiff(
    '-mo',
    'NOTE=temp: nan means "missing": inf',
    '-a_ullr',
    'nan',
    'inf',
    'nan',
    '-inf',
  );
  const { metadata, preview } = await look('words', file, 'a.tif');
  expect(metadata.status).toBe(200);
  expect(metadata.body).not.toHaveProperty('extent');
  expect(preview.status).toBe(200);
});

test('GET /preview draws a raster across the antimeridian on both sides of the map', async () => {
  const { metadata, preview } = await look('both', await tiff('-a_ullr', '170', '10', '190', '0'), 'a.tif');
  expect(metadata.body.extent_wgs84).toEqual([-180, 0, 180, 10]);
  expect(preview.headers.get('x-bounds')).toBe('-180,0,180,10');
  const { data, info } = await sharp(preview.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const row = Math.floor(info.height / 2);
  const alphaAt = (x: number) => data[(row * info.width + x) * info.channels + 3];
  expect([alphaAt(2), alphaAt(Math.floor(info.width / 2)), alphaAt(info.width - 3)]).toEqual([255, 0, 255]);
});

test('GET /preview draws a raster of 100 columns and 9,000,000 rows within its time limit', async () => {
  const { preview } = await look('tall', await sparseTiff(100, 9_000_000), 'a.tif');
  expect(preview.status).toBe(200);
  const wide = await look('broad', await sparseTiff(9_000_000, 100), 'a.tif');
  expect(wide.preview.status).toBe(200);
});

test.each([
  ['a NUL', `filename*=UTF-8''a%00b.geojson`],
  ['a control character', `filename*=UTF-8''a%1bb.geojson`],
  ['300 characters', `filename="${'n'.repeat(300)}.geojson"`],
  ['9,000 characters', `filename="${'n'.repeat(9000)}.geojson"`],
])('POST /projects/{id}/upload returns 400 for a file name with %s', async (_what, disposition) => {
  const before = await traces(app);
  const body = Buffer.concat([
    text(`--xyz\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n\r\n`),
    geoJson(),
    text('\r\n--xyz--\r\n'),
  ]);
  const headers = {
    cookie: ada.cookie,
    accept: 'application/json',
    'content-type': 'multipart/form-data; boundary=xyz',
  };
  const answer = await fetch(`${app.url}/projects/1/upload?dataset_name=odd`, {
    method: 'POST',
    body,
    headers,
  });
  expect(answer.status).toBe(400);
  expect(await traces(app)).toEqual(before);
});

test('POST /projects/{id}/upload returns 503 when the storage cannot be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-no-storage-'));
  await writeFile(join(folder, 'file'), '');
  const broken = await startTestVault({ env: { STORAGE_ROOT: join(folder, 'file') } });
  try {
    const eve = await broken.signUp({ username: 'eve' });
    const { status, body } = await upload(broken, eve, { file: geoJson(), fileName: 'a.geojson' });
    expect(status).toBe(503);
    expect(body.error).toMatch(/could not write/);
    expect(await broken.rows('datasets')).toBe(0);
  } finally {
    await broken.close();
    await rm(folder, { recursive: true });
  }
});

test('GET /versions/{id}/download returns 304 for the weak ETag of a proxy', async () => {
  const { body } = await upload(app, ada, { file: geoJson({ weak: 1 }), fileName: 'weak.geojson' });
  const path = `/versions/${body.version_id}/download`;
  const answer = await ask(app, ada, { path, headers: { 'if-none-match': `"x", W/"${body.sha256}"` } });
  expect(answer.status).toBe(304);
});

test('POST /projects/{id}/upload rejects a GeoTIFF whose overviews are another file on the server', async () => {
  const before = await traces(app);
  const note = 'N'.repeat(60);
  const honest = Buffer.from(await tiff('-mo', `${note}=${join(SAMPLE_DATA, 'elevation.tif')}`));
  const name = Buffer.from(`<Item name="${note}">`);
  const at = honest.indexOf(name);
  expect(at).toBeGreaterThan(0);
  honest.write('<Item name="OVERVIEW_FILE" domain="Overviews"'.padEnd(name.length - 1), at);
  const file = new Uint8Array(honest);
  const { status, body } = await upload(app, ada, { file, fileName: 'a.tif', dataset: 'overviews' });
  expect(status).toBe(422);
  expect(body.error).toMatch(/another file/);
  expect(await traces(app)).toEqual(before);
});
