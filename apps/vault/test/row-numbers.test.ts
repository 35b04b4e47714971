import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findVersion } from '../src/features/versions/repo.ts';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { vectorWithoutCrs } from './crs-files.ts';
import { download } from './reading.ts';
import { convert, decodeTile } from './tile-client.ts';

let app: TestVault;
let ada: Person;
let folder: string;
let worker: { stop(): Promise<void> };

const NAMES = ['Ashe', 'Alleghany', 'Surry', 'Currituck', 'Hertford'];

/** Adjacent counties. GDAL ignores their own ids. */
const COUNTIES = new TextEncoder().encode(
  JSON.stringify({
    type: 'FeatureCollection',
    features: NAMES.map((name, i) => ({
      type: 'Feature',
      id: 50 - i,
      properties: { name, size: 10 * i },
      geometry: { type: 'Point', coordinates: [i, i] },
    })),
  }),
);

const FILES = {
  shapefile: {
    fileName: 'counties.zip',
    bytes: () =>
      convert(COUNTIES, { name: 'counties.shp.zip', args: ['-f', 'ESRI Shapefile', '-nln', 'counties'] }),
  },
  geojson: { fileName: 'counties.geojson', bytes: () => Promise.resolve(COUNTIES) },
};
const FORMATS = Object.keys(FILES) as (keyof typeof FILES)[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-rows-'));
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work('edits.commit', 'version.set_crs');
});

afterAll(async () => {
  await worker.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** The rows of a version as `number name`. */
async function rows(
  dataset: string,
  version: number,
  query: Record<string, unknown> = {},
): Promise<string[]> {
  const { status, body } = await editor(app, ada, dataset, version).rows(query);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.rows.map((row: { cairn_fid: number; name: string }) => `${row.cairn_fid} ${row.name}`);
}

interface Changes {
  remove?: number[];
  add?: string[];
  rename?: Record<number, string>;
}

/** Edits a version and publishes the next one. */
async function publish(dataset: string, version: number, { remove = [], add = [], rename = {} }: Changes) {
  const edit = editor(app, ada, dataset, version);
  const key = (value: number) => ({ pk_column: 'cairn_fid', pk_value: value });
  for (const number of remove) expect((await edit.post('delete', key(number))).status).toBe(200);
  for (const [number, name] of Object.entries(rename))
    expect((await edit.post('update', { ...key(Number(number)), updates: { name } })).status).toBe(200);
  for (const [i, name] of add.entries()) {
    const geometry = { type: 'Point', coordinates: [20 + i, 20] };
    expect((await edit.insert({ name, size: 99 }, { geometry })).status).toBe(200);
  }
  const { status, body } = await edit.commit();
  expect({ status, warnings: body.warnings, version: body.new_version }).toEqual({
    status: 200,
    version: version + 1,
  });
}

async function diff(dataset: string, from: number, to: number, query = '') {
  const { body } = await ask(app, ada, {
    path: `/datasets/${dataset}/versions/${from}/diff?with=${to}${query}`,
  });
  return body.differences.map(
    ({ kind, key, name }: { kind: string; key: number; name: string }) => `${kind} ${key} ${name}`,
  );
}

describe.each(FORMATS)('rows of a %s', (format) => {
  const dataset = `counties-${format}`;
  /** Of version 3. */
  const CURRENT = ['2 Alleghany County', '4 Currituck', '5 Hertford', '6 Wake'];
  const LATEST = ['2 Alleghany County', '4 Currituck', '5 Hertford', '7 Polk'];

  beforeAll(async () => {
    const { fileName, bytes } = FILES[format];
    expect((await upload(app, ada, { file: await bytes(), fileName, dataset })).status).toBe(201);
    await publish(dataset, 1, { remove: [1] });
    await publish(dataset, 2, { remove: [3], rename: { 2: 'Alleghany County' }, add: ['Wake'] });
    await publish(dataset, 3, { remove: [6] });
    await publish(dataset, 4, { add: ['Polk'] });
  });

  test('keep their numbers in all later versions, and no number is used twice', async () => {
    expect(await rows(dataset, 1)).toEqual(NAMES.map((name, i) => `${i + 1} ${name}`));
    expect(await rows(dataset, 2)).toEqual(['2 Alleghany', '3 Surry', '4 Currituck', '5 Hertford']);
    expect(await rows(dataset, 3)).toEqual(CURRENT);
    expect(await rows(dataset, 5)).toEqual(LATEST);
    // Derived files may be deleted at any time.
    await rm(join(app.storageRoot, 'derived'), { recursive: true });
    expect(await rows(dataset, 5)).toEqual(LATEST);
  });

  test('are found by their number in pages, filters and sorts, and as a single row', async () => {
    expect(await rows(dataset, 3, { limit: 2, offset: 1 })).toEqual(CURRENT.slice(1, 3));
    const byName = { sort: 'name', order: 'desc' };
    expect(await rows(dataset, 3, byName)).toEqual([3, 2, 1, 0].map((i) => CURRENT[i]));
    expect(await rows(dataset, 3, { sort: 'cairn_fid', order: 'desc', limit: 1 })).toEqual(['6 Wake']);
    const where = (column: string, op: string, value: unknown) =>
      rows(dataset, 3, { filters: [{ column, op, value }] });
    expect(await where('size', '>', 35)).toEqual(['5 Hertford', '6 Wake']);
    expect(await where('cairn_fid', '=', 4)).toEqual(['4 Currituck']);
    expect(await where('cairn_fid', '=', 3)).toEqual([]);
    expect(await where('cairn_fid', '<', 4)).toEqual(['2 Alleghany County']);
  });

  test('have the same number in tiles and previews', async () => {
    const [first, third] = [
      [1, 2, 3, 4, 5],
      [2, 4, 5, 6],
    ];
    expect(await drawn(dataset, 1)).toEqual({ preview: first, tile: first });
    expect(await drawn(dataset, 3)).toEqual({ preview: third, tile: third });
  });

  test('are one difference each when deleted, and a change when renamed', async () => {
    expect(await diff(dataset, 1, 2)).toEqual(['removed 1 Ashe']);
    expect(await diff(dataset, 1, 3)).toEqual([
      'added 6 Wake',
      'removed 1 Ashe',
      'removed 3 Surry',
      'changed 2 Alleghany County',
    ]);
    expect(await diff(dataset, 3, 2)).toEqual(['added 3 Surry', 'removed 6 Wake', 'changed 2 Alleghany']);
    expect(await diff(dataset, 3, 5)).toEqual(['added 7 Polk', 'removed 6 Wake']);
  });

  test('keep their numbers in a clone, whose new rows get the next ones', async () => {
    const path = `/datasets/${dataset}/clone`;
    const { body } = await ask(app, ada, { method: 'POST', path, json: { new_name: `${dataset}-copy` } });
    expect(await rows(body.name, 1)).toEqual(LATEST);
    await publish(body.name, 1, { remove: [5], add: ['Ashe'] });
    expect(await rows(body.name, 2)).toEqual([LATEST[0], LATEST[1], LATEST[3], '8 Ashe']);
  });

  test('get the numbers of the restored version in a rollback, whose new rows get unused ones', async () => {
    const { body: listed } = await ask(app, ada, { path: `/datasets/${dataset}/versions` });
    const path = `/versions/${listed.versions.at(-1).id}/rollback`;
    expect((await ask(app, ada, { method: 'POST', path, json: {} })).status).toBe(200);
    expect(await rows(dataset, 6)).toEqual(await rows(dataset, 1));
    await publish(dataset, 6, { remove: [1], add: ['Dare'] });
    expect((await rows(dataset, 7)).at(-1)).toBe('8 Dare');
    expect(await diff(dataset, 2, 7)).toEqual(['added 8 Dare']);
  });

  test('of another file have their own numbers and are compared in file order', async () => {
    const second = await download(app, ada, { dataset, version: 2, to: join(folder, `${dataset}.bin`) });
    const { fileName } = FILES[format];
    const bytes = new Uint8Array(await readFile(second));
    expect((await upload(app, ada, { file: bytes, fileName, dataset })).body).toMatchObject({ version: 8 });
    expect(await rows(dataset, 8)).toEqual(['1 Alleghany', '2 Surry', '3 Currituck', '4 Hertford']);
    // The same bytes with other numbers.
    expect(await rows(dataset, 2)).toEqual(['2 Alleghany', '3 Surry', '4 Currituck', '5 Hertford']);
    expect(await diff(dataset, 2, 8, '&key=cairn_fid')).toEqual([]);
    expect(await diff(dataset, 8, 7, '&key=cairn_fid')).toEqual(['added 8 Dare']);
  });
});

test('setting a CRS keeps the row numbers', async () => {
  await upload(app, ada, { file: await vectorWithoutCrs('ESRI Shapefile', 'metres'), fileName: 'utm.zip' });
  await publish('utm', 1, { remove: [1] });
  const path = '/datasets/utm/versions/2/crs';
  const set = await ask(app, ada, { method: 'POST', path, json: { srid: 25832 } });
  expect([set.status, set.body.error]).toEqual([200, undefined]);
  expect(await rows('utm', 3)).toEqual(['2 Ort b']);
});

test('setting the CRS of an earlier version does not free the numbers of later rows', async () => {
  await upload(app, ada, {
    file: await vectorWithoutCrs('ESRI Shapefile', 'metres'),
    fileName: 'towns.zip',
  });
  const add = async (version: number, name: string) => {
    const edit = editor(app, ada, 'towns', version);
    expect((await edit.insert({ name })).status).toBe(200);
    expect((await edit.commit()).status).toBe(200);
  };
  await add(1, 'Ort c');
  const path = '/datasets/towns/versions/1/crs';
  expect((await ask(app, ada, { method: 'POST', path, json: { srid: 25832 } })).status).toBe(200);
  await add(3, 'Ort d');
  expect((await rows('towns', 2)).at(-1)).toBe('3 Ort c');
  expect((await rows('towns', 4)).at(-1)).toBe('4 Ort d');
  expect(await diff('towns', 2, 4)).toEqual(['added 4 Ort d', 'removed 3 Ort c']);
});

test('geometry problems name features by the row numbers of each version', async () => {
  const area = (name: string, ring: number[][]) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
  const triangle = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const crossed = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  const features = [area('A', triangle), area('B', triangle), area('C', crossed)];
  const file = new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features }));
  await upload(app, ada, { file, fileName: 'areas.geojson' });
  await publish('areas', 1, { remove: [1] });
  const problems = async (version: number) => {
    // The response does not wait long for the profile.
    const datasetId = await app.idOf('areas');
    await app.context.profiles.of((await findVersion(app.context.db, datasetId, version))!);
    const { body } = await ask(app, ada, { path: `/metadata?dataset=areas&version=${version}` });
    return body.problems.map(({ feature }: { feature?: number }) => feature);
  };
  expect(await problems(2)).toEqual([3]);
  // From the database this time.
  expect(await problems(2)).toEqual([3]);
  expect(await problems(1)).toEqual([3]);
});

test('a new row of a GeoPackage does not get the key of a deleted last row', async () => {
  await upload(app, ada, { file: await convert(COUNTIES), fileName: 'keyed.gpkg' });
  const edit = (version: number) => editor(app, ada, 'keyed', version);
  expect((await edit(1).remove(5)).status).toBe(200);
  expect((await edit(1).commit()).status).toBe(200);
  expect((await edit(2).insert({ name: 'Wake' })).body.row).toMatchObject({ fid: 6 });
});

async function drawn(dataset: string, version: number) {
  const { body: preview } = await ask(app, ada, { path: `/preview?dataset=${dataset}&version=${version}` });
  const path = `/datasets/${dataset}/versions/${version}/tiles/0/0/0`;
  const { body: tile } = await ask(app, ada, { path });
  const ids = (features: { id?: number | undefined }[]) => features.map(({ id }) => id).toSorted();
  return { preview: ids(preview.features), tile: ids(decodeTile(tile as Buffer).features) };
}
