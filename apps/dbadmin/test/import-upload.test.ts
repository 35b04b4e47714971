import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeZip } from '@cairn/files/testing';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { converted, geoJson, sendFile } from './import-files.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../tools/sample-data');

let app: TestDbadmin;
let server: TestServer;
let editor: Person;
let gis: number;
let steps: ReturnType<typeof jobRequests>;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query('gis', 'CREATE EXTENSION postgis');
  gis = await steps.register(await app.connect(admin, server), 'gis');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const sample = async (name: string) => new Uint8Array(await readFile(join(SAMPLES, name)));
const send = (name: string, bytes: Uint8Array<ArrayBuffer>, database = gis) =>
  sendFile(app, editor, { database, name, bytes });
const uploadFolders = () => readdir(join(app.storageRoot, 'imports')).catch(() => [] as string[]);

test.each([
  ['countries.gpkg', 'countries', 'MultiPolygon', 4326],
  ['populated-places.geojson', 'populated-places', 'Point', 4326],
  ['rivers.zip', 'rivers', /LineString/, 3857],
])(
  'POST /api/databases/{id}/import/upload accepts %s and returns its layers',
  async (name, layer, type, srid) => {
    const bytes = await sample(name);
    const { status, body } = await send(name, bytes);
    expect(status).toBe(201);
    expect(body).toEqual({
      source_path: expect.stringMatching(/^imports\/[0-9a-f-]{36}\/source\.\w+$/),
      filename: name,
      size_bytes: bytes.length,
      layers: [
        {
          name: expect.stringContaining(layer.slice(0, 6)),
          feature_count: expect.any(Number),
          geometry_type: expect.stringMatching(type),
          srid,
        },
      ],
    });
    expect(existsSync(join(app.storageRoot, body.source_path))).toBe(true);
  },
);

test('POST /api/databases/{id}/import/upload accepts a .shp without its other files', async () => {
  const parts = await converted(geoJson(25), { file: 'places.shp' });
  const { status, body } = await send('Orte.shp', parts.get('.shp')!);
  expect(status).toBe(201);
  expect(body.layers).toEqual([
    { name: 'orte', feature_count: 25, geometry_type: expect.any(String), srid: null },
  ]);
  const { body: queued } = await app.ask(editor, {
    path: `/api/databases/${gis}/import`,
    method: 'POST',
    json: { source_path: body.source_path },
  });
  expect((await steps.succeeded(queued.job_id)).result).toMatchObject({ table: 'orte', rows: 25, srid: 0 });
});

test('POST /api/databases/{id}/import/upload returns 404 for an unknown database and 413 above the limit', async () => {
  expect((await send('a.geojson', geoJson(1), 999_999)).status).toBe(404);
  const small = await startTestDbadmin({ MAX_UPLOAD_BYTES: '2048' });
  try {
    const person = await small.signUp({ username: 'admin', isAdmin: true });
    const there = jobRequests(small, person);
    const id = await there.register(await small.connect(person, server), 'gis');
    const answer = await sendFile(small, person, { database: id, name: 'a.geojson', bytes: geoJson(100) });
    expect(answer.status).toBe(413);
    expect(answer.body.error).toContain('2 KiB');
    expect(await readdir(join(small.storageRoot, 'incoming')).catch(() => [])).toEqual([]);
  } finally {
    await small.close();
  }
});

const text = (words: string) => new Uint8Array(Buffer.from(words));
const withPart = (part: Parameters<typeof makeZip>[0][number]) => () => shapefileZipAnd(part);
async function shapefileZipAnd(part: Parameters<typeof makeZip>[0][number]) {
  const parts = await converted(geoJson(2), { file: 'places.shp' });
  return makeZip([...[...parts].map(([extension, data]) => ({ name: `places${extension}`, data })), part]);
}

test.each<[string, string, () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>, number]>([
  ['a program', 'a.exe', () => text('MZ'), 400],
  ['a GeoTIFF', 'a.tif', () => text('II*\0'), 400],
  ['no extension', 'places', () => geoJson(1), 400],
  ['text called .gpkg', 'a.gpkg', () => text('SELECT 1'), 422],
  ['text called .shp', 'a.shp', () => text('not a shapefile'), 422],
  ['a .shp of nothing but its first bytes', 'a.shp', () => new Uint8Array([0, 0, 0x27, 0x0a, 0, 0]), 422],
  ['a zip without a shapefile', 'a.zip', () => makeZip([{ name: 'readme.txt', data: text('x') }]), 422],
  ['a zip that climbs', 'a.zip', withPart({ name: '../evil.shp', data: text('x') }), 422],
  ['a zip with an absolute name', 'a.zip', withPart({ name: '/etc/cron.d/evil', data: text('x') }), 422],
  ['a zip with a link', 'a.zip', withPart({ name: 'l.dbf', data: text('/etc/passwd'), mode: 0o120777 }), 422],
  [
    'a zip that unpacks to a gibibyte',
    'a.zip',
    withPart({ name: 'big.dbf', data: new Uint8Array(2 ** 20), deflate: true, declaredSize: 2 ** 30 }),
    422,
  ],
  [
    'a zip with 100,000 entries',
    'a.zip',
    () => makeZip(Array.from({ length: 100_000 }, (_, i) => ({ name: `n${i}` }))),
    422,
  ],
  [
    'a GeoJSON whose coordinate system is a link',
    'a.geojson',
    () => geoJson(1, { crs: { type: 'link', properties: { href: 'http://127.0.0.1:9/crs' } } }),
    422,
  ],
  ['a VRT called .json', 'a.json', () => text('<OGRVRTDataSource></OGRVRTDataSource>'), 422],
])(
  'POST /api/databases/{id}/import/upload refuses %s and keeps nothing of it',
  async (_what, name, bytes, status) => {
    const before = await uploadFolders();
    const answer = await send(name, await bytes());
    expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String) }]);
    expect(await uploadFolders()).toEqual(before);
    for (const folder of ['incoming', 'work'])
      expect(await readdir(join(app.storageRoot, folder)).catch(() => [])).toEqual([]);
  },
);
