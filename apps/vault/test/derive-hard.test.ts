import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { isObjectUsedAfterCommits } from '../src/features/versions/repo.ts';
import { checkIntegrity } from '../src/features/integrity/check.ts';
import { versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { vectorWithoutCrs } from './crs-files.ts';
import { download, openDerivations, rowsOf } from './derivations.ts';
import type { Derivations } from './derivations.ts';
import { geoJson } from './hostile.ts';
import { features, ogr2ogr } from './reading.ts';
import { startVault } from './running-vault.ts';

let it: Derivations;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-hard-'));
  it = await openDerivations();
});

afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true, force: true });
});

const named = (name: string, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type, coordinates },
});
const square = (west: number, east: number) => [
  [
    [west, -1],
    [east, -1],
    [east, 1],
    [west, 1],
    [west, -1],
  ],
];

async function uploadFeatures(dataset: string, features: object[]): Promise<void> {
  const file = geoJson({ name: dataset, features });
  expect((await upload(it.app, it.ada, { file, fileName: `${dataset}.geojson` })).status).toBe(201);
}

test('two concurrent derivations of one dataset create two versions with the same parent', async () => {
  await uploadFeatures('pair', [named('a', 'Point', [1, 1]), named('b', 'Point', [2, 2])]);
  const names = ['a', 'b'];
  const answers = await Promise.all(
    names.map((name) => it.derive('pair', 1, 'filter', { where: `name = '${name}'` })),
  );
  expect(answers.map(({ body }) => body.new_version).toSorted()).toEqual([2, 3]);
  for (const [i, { body }] of answers.entries()) {
    const file = await download(it, body.version_id);
    expect(rowsOf(file, 'SELECT name FROM pair')).toEqual([{ name: names[i] }]);
    expect(Number((await it.version(body.version_id)).parent_id)).toBe(await it.versionId('pair', 1));
  }
});

test.each([
  ['a box whose west is greater than its east', { mode: 'bbox', bbox: [178, -2, -178, 2] }],
  [
    'an area drawn on a map that goes on beyond 180°',
    { mode: 'draw', geometry: { type: 'Polygon', coordinates: square(178, 182) } },
  ],
])('a clip by %s keeps features on both sides of the antimeridian', async (_what, clip) => {
  const name = `pacific ${clip.mode}`;
  await uploadFeatures(name, [
    named('east', 'Point', [179, 0]),
    named('west', 'Point', [-179, 0]),
    named('far', 'Point', [0, 0]),
    named('across', 'MultiPolygon', [square(176, 180), square(-180, -176)]),
  ]);
  const { status, body } = await it.derive(name, 1, 'clip', clip);
  expect([status, body.error]).toEqual([200, undefined]);
  const file = await download(it, body.version_id);
  const kept = (await features(file)).map((text) => [/name \(String\) = (\w+)/.exec(text)?.[1], xOf(text)]);
  expect(kept).toEqual([
    ['east', [179, 179]],
    ['west', [-179, -179]],
    ['across', [-180, 180]],
  ]);
  const [, , across] = await features(file);
  expect(positionsIn(across!).every(([x]) => Math.abs(x!) >= 178)).toBe(true);
});

const positionsIn = (wkt: string) =>
  [
    ...wkt
      .split('\n')
      .at(-1)!
      .matchAll(/(-?[\d.]+) (-?[\d.]+)/g),
  ].map(([, x, y]) => [Number(x), Number(y)]);
const xOf = (wkt: string) => {
  const all = positionsIn(wkt).map(([x]) => x!);
  return [Math.min(...all), Math.max(...all)];
};

test('curves and self-intersecting polygons are repaired, and a warning gives their number', async () => {
  const csv = join(folder, 'odd.csv');
  await writeFile(
    csv,
    `name,wkt
bow,"POLYGON ((0 0,10 10,10 0,0 10,0 0))"
disc,"CURVEPOLYGON (CIRCULARSTRING (20 5,25 10,30 5,25 0,20 5))"
plain,"POLYGON ((40 0,50 0,50 10,40 10,40 0))"
`,
  );
  const odd = join(folder, 'odd.gpkg');
  const from = ['-oo', 'GEOM_POSSIBLE_NAMES=wkt', '-a_srs', 'EPSG:4326', '-nlt', 'GEOMETRY'];
  await ogr2ogr('-f', 'GPKG', ...from, odd, csv);
  expect((await upload(it.app, it.ada, { file: odd })).status).toBe(201);
  const all = await it.derive('odd', 1, 'dissolve', { mode: 'all' });
  expect(all.body).toMatchObject({
    feature_count: 1,
    warnings: [
      '1 geometry was invalid and was repaired.',
      '1 geometry had curves, which were converted to straight lines.',
    ],
  });
  const clip = await it.derive('odd', 1, 'clip', { mode: 'bbox', bbox: [-5, 1, 60, 4] });
  expect(clip.body).toMatchObject({
    feature_count: 3,
    warnings: [
      '1 feature at the boundary was invalid and was repaired before clipping.',
      '1 feature at the boundary had curves, which were converted to straight lines.',
    ],
  });
  const merged = (await features(await download(it, all.body.version_id)))[0];
  expect(merged).toMatch(/MULTIPOLYGON/);
  const [bow, disc] = await features(await download(it, clip.body.version_id));
  expect(bow).toContain('MULTIPOLYGON (((1 1,0 1,0 4,4 4,1 1)),((6 4,10 4,10 1,9 1,6 4)))');
  expect(disc).toMatch(/ POLYGON/);
});

test("POST derive returns 409 with the remedy and creates nothing when the work exceeds the operator's time limit", async () => {
  await uploadFeatures('tangles', [named('k', 'Polygon', [tangle(2_500)])]);
  await uploadFeatures('two points', [named('a', 'Point', [1, 1]), named('b', 'Point', [2, 2])]);
  const { config } = it.app;
  const { deriveSeconds } = config;
  const versions = await it.app.rows('versions');
  config.deriveSeconds = 1;
  try {
    const clip = { mode: 'dataset', clip_dataset: 'tangles' };
    const request = { operation: 'clip', dataset_name: 'late', clip };
    const { status, body } = await it.derive('two points', 1, 'derive', request);
    expect([status, body.error]).toEqual([
      409,
      'The operation took longer than 1 second, which is the limit on this server. Nothing was changed. Filter or clip the dataset first, or ask the operator to raise DERIVE_SECONDS.',
    ]);
    expect(await it.app.rows('versions')).toBe(versions);
  } finally {
    config.deriveSeconds = deriveSeconds;
  }
});

test('another worker completes a derivation whose workers were killed, as one version without leftover files', async () => {
  const { app, ada, worker } = it;
  await worker.stop();
  expect((await upload(app, ada, { file: 'countries.gpkg' })).status).toBe(201);
  await app.admin.query(`DELETE FROM vault.jobs WHERE status = 'queued'`);
  const before = (await app.stored()).objects.length;
  const { body: job } = await ask(app, ada, {
    method: 'POST',
    path: '/datasets/countries/versions/1/dissolve',
    json: { mode: 'field', field: 'continent' },
    headers: { prefer: 'respond-async' },
  });
  const stages: [string, () => Promise<boolean>][] = [
    ['the derivation is running', async () => (await app.stored()).work.length > 0],
    ['the new file is stored', async () => (await app.stored()).objects.length > before],
  ];
  for (const [what, isReached] of stages) {
    const killedWorker = await startVault(app, { script: 'worker.ts' });
    await until(what, isReached, { limitMs: 60_000 });
    await killedWorker.kill();
    await app.expireLeases();
  }
  const last = app.work();
  expect(await it.ended(job.id)).toMatchObject({ status: 'succeeded', result: { new_version: 2 } });
  await last.stop();
  const { storage, db } = app.context;
  await storage.sweep({ isReferred: (key) => isObjectUsedAfterCommits(db, key) });
  expect(await versionsOf(app, ada, 'countries')).toHaveLength(2);
  expect(await app.stored()).toMatchObject({ incoming: [], work: [] });
  expect((await app.stored()).objects).toHaveLength(before + 1);
  expect(await checkIntegrity(app.context, { checksums: true })).toMatchObject({ findings: [] });
});

/** A ring of random positions: nearly every two of its edges cross. */
function tangle(positions: number): number[][] {
  let seed = 11;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const ring = Array.from({ length: positions }, () => [random() * 20 - 10, random() * 20 - 10]);
  return [...ring, ring[0] as number[]];
}

test('POST derive/preview and clip return 400 with the place when the drawn area crosses itself, before any program starts', async () => {
  await uploadFeatures('crossed', [named('a', 'Point', [1, 1])]);
  const clip = { mode: 'draw', geometry: { type: 'Polygon', coordinates: [tangle(2_000)] } };
  const started = performance.now();
  const answers = await Promise.all([
    ...[1, 2, 3, 4].map(() => it.derive('crossed', 1, 'derive/preview', { operation: 'clip', clip })),
    it.derive('crossed', 1, 'clip', clip),
  ]);
  for (const { status, body } of answers)
    expect([status, body.error]).toEqual([400, expect.stringMatching(/crosses itself near -?\d.*Draw it/)]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('slow previews of one user do not delay the upload and the preview of another', async () => {
  const mallory = await it.app.signUp({ username: 'mallory' });
  await uploadFeatures('knots', [named('k', 'Polygon', [tangle(2_500)])]);
  await uploadFeatures('shared', [named('a', 'Point', [1, 1]), named('b', 'Point', [2, 2])]);
  for (const on of ['knots', 'shared']) await it.app.grant({ to: mallory, on, permission: 'view' });
  const leaving = new AbortController();
  const { clip_dataset, clip_version } = { clip_dataset: 'knots', clip_version: 1 };
  const hostile = [1, 2, 3, 4].map(() =>
    fetch(`${it.app.url}/datasets/shared/versions/1/derive/preview`, {
      method: 'POST',
      headers: { cookie: mallory.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'clip', clip: { mode: 'dataset', clip_dataset, clip_version } }),
      signal: leaving.signal,
    }),
  );
  let answered = 0;
  for (const request of hostile)
    request.then(
      () => (answered += 1),
      () => undefined,
    );
  // All of them have come, and one works.
  await until('four previews under way', async () => (await it.app.stored()).work.length >= 4);
  const [uploaded, previewed] = await Promise.all([
    upload(it.app, it.ada, {
      file: geoJson({ name: 'hers', features: [named('h', 'Point', [3, 3])] }),
      fileName: 'hers.geojson',
    }),
    it.derive('shared', 1, 'derive/preview', { operation: 'filter', filter: { where: "name = 'a'" } }),
  ]);
  expect([uploaded.status, previewed.status, answered]).toEqual([201, 200, 0]);
  leaving.abort();
  await Promise.allSettled(hostile);
});

test('POST derive/preview returns 409 when the preview exceeds its time limit', async () => {
  const { config } = it.app;
  const { previewSeconds } = config;
  config.previewSeconds = 1;
  try {
    const clip = { mode: 'dataset', clip_dataset: 'knots', clip_version: 1 };
    const { status, body } = await it.derive('shared', 1, 'derive/preview', { operation: 'clip', clip });
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: expect.stringContaining('longer than 1 second'), code: 'vault.preview_too_slow' },
    });
  } finally {
    config.previewSeconds = previewSeconds;
  }
});

test('POST derive/preview returns 409 without the code of a slow preview when the layer has no coordinate system', async () => {
  const file = await vectorWithoutCrs('GPKG', 'metres');
  const options = { file, fileName: 'unplaced.gpkg', dataset: 'unplaced' };
  expect((await upload(it.app, it.ada, options)).status).toBe(201);
  const preview = { operation: 'buffer', buffer: { distance: 10 } };
  const { status, body } = await it.derive('unplaced', 1, 'derive/preview', preview);
  expect({ status, body }).toEqual({
    status: 409,
    body: { error: expect.stringContaining('coordinate system') },
  });
});
