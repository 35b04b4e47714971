import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { download, features, ogr2ogr, ogrinfo } from './reading.ts';

let app: TestVault;
let ada: Person;
let folder: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-commit-'));
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
});

afterAll(async () => {
  await worker.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Three layers in two coordinate systems and a table without geometries. */
async function makeAtlas(): Promise<string> {
  const path = join(folder, 'atlas.gpkg');
  const from = (name: string) => join(SAMPLE_DATA, name);
  await ogr2ogr('-f', 'GPKG', path, from('countries.gpkg'));
  await ogr2ogr('-update', '-nln', 'places', path, from('populated-places.geojson'));
  await ogr2ogr('-update', '-nln', 'rivers', path, `/vsizip/${from('rivers.zip')}`);
  await ogr2ogr('-update', '-nln', 'remarks', '-nlt', 'NONE', path, from('populated-places.geojson'));
  return path;
}

describe('POST /datasets/{name}/edits/seal', () => {
  test('returns 200 and publishes a GeoPackage that differs in the edits only, as read by GDAL', async () => {
    const original = await makeAtlas();
    await upload(app, ada, { file: original, dataset: 'world' });
    const world = editor(app, ada, 'world');
    const update = { pk_column: 'fid', pk_value: 5, updates: { name: 'Ärger' } };
    expect((await world.post('update', update, 'countries')).status).toBe(200);
    expect((await world.post('delete', { pk_column: 'fid', pk_value: 6 }, 'countries')).status).toBe(200);
    const square = [
      [
        [10, 10],
        [11, 10],
        [11, 11],
        [10, 10],
      ],
    ];
    const geometry = { type: 'Polygon', coordinates: square };
    expect((await world.post('insert', { row: { name: 'New' }, geometry }, 'countries')).status).toBe(200);

    const { status, body } = await world.commit({ label: 'Mended' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, dataset: 'world', new_version: 2, feature_count: 241 });

    const published = await download(app, ada, {
      dataset: 'world',
      version: 2,
      to: join(folder, 'world.gpkg'),
    });
    for (const layer of ['places', 'rivers', 'remarks'])
      expect(await features(published, layer)).toEqual(await features(original, layer));
    const [before, after] = [await features(original, 'countries'), await features(published, 'countries')];
    const expected = before.map((text, i) =>
      i === 4 ? text.replace(/name \(String\) = .*/, 'name (String) = Ärger') : text,
    );
    expected.splice(5, 1);
    expect(after.slice(0, -1)).toEqual(expected);
    expect(after.at(-1)).toContain('name (String) = New');
    expect(after.at(-1)).toContain('MULTIPOLYGON (((10 10,11 10,11 11,10 10)))');
    const file = new DatabaseSync(published);
    expect(file.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(file.prepare(`SELECT rtreecheck('rtree_countries_geom') AS says`).all()).toEqual([{ says: 'ok' }]);
    file.close();
    // Through the index.
    const box = ['-spat', '10.6', '10.2', '10.7', '10.3'];
    expect(await ogrinfo('-q', published, 'countries', ...box)).toContain('name (String) = New');
  });

  test('describes the version, and keeps its edits readable', async () => {
    const { body } = await ask(app, ada, { path: '/datasets/world/versions' });
    expect(body.versions[0]).toMatchObject({
      version: 2,
      operation: 'edit',
      label: 'Mended',
      created_by: 'ada',
      file_name: 'atlas.gpkg',
    });
    const { rows } = await app.admin.query('SELECT parameters, parent_id FROM vault.versions WHERE id = $1', [
      body.versions[0].id,
    ]);
    expect(rows[0]).toEqual({
      parameters: { edits: 3, people: ['ada'] },
      parent_id: String(body.versions[1].id),
    });
    const edits = (await editor(app, ada, 'world').edits('?version=2')).body;
    expect(edits.edits.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
      ['insert', 'ada'],
      ['delete', 'ada'],
      ['update', 'ada'],
    ]);
    expect((await editor(app, ada, 'world').edits()).body.edits).toEqual([]);
    const old = await editor(app, ada, 'world', 1).post(
      'update',
      { pk_column: 'fid', pk_value: 1, updates: { name: 'x' } },
      'countries',
    );
    expect(old).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/Only the latest version/) },
    });
  });

  test('publishes a shapefile as a shapefile with the same fields, widths, CRS and shapes', async () => {
    await upload(app, ada, { file: 'states.zip' });
    const states = editor(app, ada, 'states');
    const first = (await states.rows({ limit: 1 })).body.rows[0];
    const key = { pk_column: 'cairn_fid', pk_value: first.cairn_fid };
    expect((await states.post('update', { ...key, updates: { name: 'Łódź' } })).status).toBe(200);
    expect((await states.post('delete', { ...key, pk_value: 3 })).status).toBe(200);
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 10],
          [11, 10],
          [11, 11],
          [10, 10],
        ],
      ],
    };
    expect((await states.insert({ name: 'New', area_sqkm: 5 }, { geometry: square })).status).toBe(200);
    expect((await states.commit()).body).toMatchObject({ new_version: 2 });

    const original = `/vsizip/${join(SAMPLE_DATA, 'states.zip')}`;
    const published = `/vsizip/${await download(app, ada, { dataset: 'states', version: 2, to: join(folder, 'states.zip') })}`;
    const outline = async (path: string) => (await ogrinfo('-so', '-al', path)).split('Layer SRS WKT')[1];
    expect(await outline(published)).toEqual(await outline(original));
    const [before, after] = [await features(original), await features(published)];
    const expected = before.map((text, i) =>
      i === 0 ? text.replace(/name \(String\) = .*/, 'name (String) = Łódź') : text,
    );
    expected.splice(2, 1);
    expect(after.slice(0, -1)).toEqual(expected);
    expect(after.at(-1)).toMatch(/name \(String\) = New[\s\S]*area_sqkm \(Integer\) = 5[\s\S]*POLYGON/);
  });

  test('publishes a GeoJSON with the same bytes except for edited features', async () => {
    const text = `{"type":"FeatureCollection","title":"mine","bbox":[0,0,2,2],"features":[
  {"type":"Feature","id":"a1","properties":{"name":"A","tags":["x",1.50],"big":12345678901234567,"o":{"k":1}},"geometry":{"type":"Point","coordinates":[0.1,0.30000000000000004]}},
  {"type":"Feature","id":"a2","properties":{"name":"B","tags":[],"big":2},"geometry":null},
  {"type":"Feature","id":"a3","properties":{"name":"C","note":"keep, \\u00e9 }"},"geometry":{"type":"Point","coordinates":[2,2]},"foreign":true}
]}
`;
    await upload(app, ada, { file: Buffer.from(text), fileName: 'notes.geojson' });
    const notes = editor(app, ada, 'notes');
    const key = (value: number) => ({ pk_column: 'cairn_fid', pk_value: value });
    expect(
      (await notes.post('update', { ...key(1), updates: { name: 'Ä "x"', big: '12345678901234569' } }))
        .status,
    ).toBe(200);
    expect((await notes.post('delete', key(2))).status).toBe(200);
    expect((await notes.post('update', { ...key(3), updates: { id: 'c3' } })).status).toBe(200);
    expect(
      (await notes.insert({ name: 'New' }, { geometry: { type: 'Point', coordinates: [9, 1] } })).status,
    ).toBe(200);
    expect((await notes.commit()).status).toBe(200);
    const published = await download(app, ada, {
      dataset: 'notes',
      version: 2,
      to: join(folder, 'notes.geojson'),
    });
    expect(await readFile(published, 'utf8')).toBe(
      text
        .replace('"name":"A"', '"name":"Ä \\"x\\""')
        .replace('12345678901234567', '12345678901234569')
        .replace(/\{"type":"Feature","id":"a2".*\n {2}/, '')
        .replace('"id":"a3"', '"id":"c3"')
        .replace('[0,0,2,2]', '[0,0,9,2]')
        .replace(
          '"foreign":true}',
          '"foreign":true},\n{ "type": "Feature", "properties": { "name": "New" }, "geometry": {"type":"Point","coordinates":[9,1]} }',
        ),
    );
  });

  test('returns 409 for an edit that does not fit into a GeoJSON, and keeps the draft', async () => {
    const text =
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"A":1,"a":2},"geometry":null}]}';
    await upload(app, ada, { file: Buffer.from(text), fileName: 'twins.geojson' });
    const twins = editor(app, ada, 'twins');
    // GDAL renames one of two fields whose names differ only in case.
    const key = { pk_column: 'cairn_fid', pk_value: 1 };
    expect((await twins.post('update', { ...key, updates: { a2: 5 } })).status).toBe(200);
    const { status, body } = await twins.commit();
    expect([status, body.error]).toEqual([409, expect.stringMatching(/cannot be identified reliably/)]);
    expect((await twins.edits()).body.working).toMatchObject({ edits: 1 });
    expect((await twins.discard()).status).toBe(200);
  });
});
