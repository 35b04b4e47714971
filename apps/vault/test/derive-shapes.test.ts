import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { download, openDerivations, rowsOf } from './derivations.ts';
import type { Derivations } from './derivations.ts';

let app: Derivations;

beforeAll(async () => {
  app = await openDerivations();
  await upload(app.app, app.ada, { file: 'countries.gpkg' });
});

afterAll(() => app.close());

test('POST /datasets/{name}/versions/{version}/dissolve returns 200 with one feature for each value, and sums', async () => {
  const { status, body } = await app.derive('countries', 1, 'dissolve', {
    mode: 'field',
    field: 'continent',
    aggregations: ['population'],
  });
  expect(status).toBe(200);
  const expected = rowsOf(
    'countries.gpkg',
    'SELECT continent, count(*) AS n, sum(population) AS people FROM countries GROUP BY continent ORDER BY 1',
  );
  expect(body).toMatchObject({ success: true, feature_count: expected.length });
  const file = await download({ app: app.app, ada: app.ada }, body.version_id);
  const rows = rowsOf(file, 'SELECT * FROM countries ORDER BY continent');
  expect(
    rows.map(({ continent, feature_count, population }) => ({
      continent,
      n: feature_count,
      people: population,
    })),
  ).toEqual(expected);
});

test('POST dissolve creates one feature with mode all, and returns 400 without a field or for the sum of a text', async () => {
  const all = await app.derive('countries', 1, 'dissolve', { mode: 'all' });
  expect(all.body).toMatchObject({ success: true, feature_count: 1 });
  for (const json of [
    { mode: 'field' },
    { mode: 'field', field: 'fid); DROP TABLE countries; --' },
    { mode: 'all', aggregations: ['name'] },
  ]) {
    const { status, body } = await app.derive('countries', 1, 'dissolve', json);
    expect([status, typeof body.error]).toEqual([400, 'string']);
  }
});

test('POST dissolve of points creates one feature with each position once', async () => {
  const places = [
    [1, 2],
    [3, 4],
    [1, 2],
  ];
  const features = places.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates },
  }));
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  await upload(app.app, app.ada, { file: bytes, fileName: 'places.geojson' });
  const { status, body } = await app.derive('places', 1, 'dissolve', { mode: 'all' });
  expect([status, body.feature_count]).toEqual([200, 1]);
  const { body: preview } = await ask(app.app, app.ada, { path: '/preview?dataset=places&version=2' });
  const [united] = preview.features;
  expect(united.geometry.type).toBe('MultiPoint');
  expect(united.geometry.coordinates.sort()).toEqual(places.slice(0, 2));
  expect(united.properties.feature_count).toBe(3);
});

test('POST /datasets/{name}/versions/{version}/clip returns 200 with the features in a box and an extent within it', async () => {
  const { status, body } = await app.derive('countries', 1, 'clip', {
    mode: 'bbox',
    bbox: [5, 45, 15, 55],
  });
  expect(status).toBe(200);
  const version = await app.version(body.version_id);
  expect(version).toMatchObject({ operation: 'clip', parameters: { mode: 'bbox' } });
  const { body: about } = await ask(app.app, app.ada, {
    path: `/metadata?dataset=countries&version=${body.new_version}`,
  });
  const [west, south, east, north] = about.extent_wgs84;
  expect([west, south].every((value, i) => value >= [5, 45][i]! - 1e-6)).toBe(true);
  expect([east, north].every((value, i) => value <= [15, 55][i]! + 1e-6)).toBe(true);
  const file = await download({ app: app.app, ada: app.ada }, body.version_id);
  const names = rowsOf(file, 'SELECT name FROM countries').map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Germany', 'Austria', 'Switzerland']));
  expect(names).not.toContain('Spain');
});

test('POST clip by another dataset returns 404 without view on it, as for an unknown one, and 200 with view; the lineage contains it', async () => {
  const { app: vault, ada, root } = app;
  await upload(vault, root, { file: 'states.zip', dataset: 'secret' });
  const clip = { mode: 'dataset', clip_dataset: 'secret' };
  const hidden = await app.derive('countries', 1, 'clip', clip);
  const missing = await app.derive('countries', 1, 'clip', { ...clip, clip_dataset: 'nowhere' });
  expect([hidden.status, missing.status]).toEqual([404, 404]);
  expect(hidden.body.error.replace('secret', 'nowhere')).toBe(missing.body.error);
  await vault.grant({ to: ada, on: 'secret', permission: 'view' });
  const { status, body } = await app.derive('countries', 1, 'clip', clip);
  expect([status, body.error]).toEqual([200, undefined]);
  const lineage = await ask(vault, ada, { path: `/versions/${body.version_id}/lineage` });
  expect(lineage.body.edges).toEqual(
    expect.arrayContaining([expect.objectContaining({ to: body.version_id, role: 'clip' })]),
  );
});

test.each([
  ['54: a file after @', '@/etc/passwd'],
  ['55: a recursive query', 'WITH RECURSIVE x AS (SELECT 1 UNION ALL SELECT 1 FROM x) SELECT * FROM x'],
  ['55: a giant', 'zeroblob(900000000) IS NOT NULL'],
  ['55: another table', '(SELECT v FROM other) = 1'],
  ['55: a second statement', '1=1);DELETE FROM countries'],
  ['a comment', "name = 'x' -- y"],
  ['a function', 'load_extension(name) = 1'],
  ['an unknown column', 'nowhere = 1'],
  ['nothing', '   '],
  ['brackets without end', '('.repeat(5_000)],
])('filter by %s returns 400, creates no version and reveals no file', async (_, where) => {
  const before = await app.app.rows('versions');
  const { status, body } = await app.derive('countries', 1, 'filter', { where });
  expect(status).toBe(400);
  expect(body.error).not.toMatch(/root:|sqlite|no such/i);
  expect(await app.app.rows('versions')).toBe(before);
});

test.each([
  ['no area', { mode: 'bbox', bbox: [5, 5, 5, 5] }],
  ['invalid numbers', { mode: 'bbox', bbox: 'a,b,c,d' }],
  ['a point as area', { mode: 'draw', geometry: { type: 'Point', coordinates: [1, 1] } }],
  ['invalid coordinates', { mode: 'draw', geometry: { type: 'Polygon', coordinates: [[[null, 1]]] } }],
  ['no dataset', { mode: 'dataset' }],
])('clip with %s returns 400', async (_, json) => {
  const { status, body } = await app.derive('countries', 1, 'clip', json);
  expect([status, typeof body.error]).toEqual([400, 'string']);
});
