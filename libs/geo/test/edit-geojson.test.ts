import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createReader } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-geojson-'));
const reader = createReader({ processes: 1 });
let count = 0;

afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOTHING = { types: {}, deleted: [], updated: [], inserted: [] };

async function edit(text: string, edits: Record<string, unknown>): Promise<string> {
  const file = join(folder, `${(count += 1)}.geojson`);
  const output = `${file}.out`;
  writeFileSync(file, text);
  const whole = { featureCount: 3, ...NOTHING, ...edits };
  await reader.run({ task: 'editGeoJson', file, output, edits: whole });
  return readFileSync(output, 'utf8');
}

const feature = (properties: string, more = '') =>
  `{"type":"Feature"${more},"properties":${properties},"geometry":null}`;
const A = feature('{ "n" : 1.50, "t":"a" }');
const B = feature('{"n":2}', ',"id":7');
const C = feature('null');
const COLLECTION = `\uFEFF{ "features" : [\n ${A} ,\n ${B},${C}\n] , "type":"FeatureCollection"}\n`;

test('without edits the file stays the same', async () => {
  expect(await edit(COLLECTION, {})).toBe(COLLECTION);
});

test('a property is replaced in place, or added where it is missing, also to a feature without properties', async () => {
  const updated = [
    { place: 1, before: { t: 'a' }, after: { t: 'b"\n', extra: true } },
    { place: 3, before: { n: null }, after: { n: 5 } },
  ];
  expect(await edit(COLLECTION, { updated })).toBe(
    COLLECTION.replace('"t":"a" }', '"t":"b\\"\\n", "extra": true }').replace(C, feature('{"n": 5}')),
  );
});

test.each([
  [[1], ` ${B},${C}\n]`],
  [[2], ` ${A} ,\n ${C}\n]`],
  [[3], ` ${A} ,\n ${B}\n]`],
  [[2, 3], ` ${A}\n]`],
  [[1, 3], ` ${B}\n]`],
  [[1, 2, 3], ` \n]`],
])('features %j are removed with their commas', async (places, expected) => {
  const deleted = places.map((place) => ({ place, before: {} }));
  const text = await edit(COLLECTION, { deleted });
  expect(text).toContain(`[\n${expected}`);
  expect(JSON.parse(text.slice(1)).features).toHaveLength(3 - places.length);
});

test('features are added after the last one, also when all others are removed', async () => {
  const inserted = [{ values: { n: '12345678901234567' }, geometry: { type: 'Point', coordinates: [1, 2] } }];
  const types = { n: 'integer' };
  const more = await edit(COLLECTION, { inserted, types });
  expect(more).toContain(
    `${C},\n{ "type": "Feature", "properties": { "n": 12345678901234567 }, "geometry": {"type":"Point","coordinates":[1,2]} }\n]`,
  );
  const deleted = [1, 2, 3].map((place) => ({ place, before: {} }));
  expect(JSON.parse((await edit(COLLECTION, { inserted, deleted })).slice(1)).features).toHaveLength(1);
  const empty = '{"type":"FeatureCollection","features":[]}';
  expect(JSON.parse(await edit(empty, { inserted, featureCount: 0 })).features).toHaveLength(1);
});

test('a list is replaced by a list', async () => {
  const text = `{"type":"FeatureCollection","features":[${feature('{"l":[1, 2],"o":{"k":1}}')}]}`;
  const updated = [{ place: 1, before: { l: '(2:1,2)' }, after: { l: '[3]', o: 'no object' } }];
  expect(JSON.parse(await edit(text, { updated, featureCount: 1 })).features[0].properties).toEqual({
    l: [3],
    o: 'no object',
  });
});

test('a file of one feature or one geometry becomes a collection in its coordinate system', async () => {
  const crs = '{"type":"name","properties":{"name":"EPSG:3857"}}';
  const single = `{"type":"Feature","crs":${crs},"properties":{"n":1},"geometry":null}`;
  const updated = [{ place: 1, before: { n: 1 }, after: { n: 2 } }];
  const one = JSON.parse(await edit(single, { updated, featureCount: 1 }));
  expect([one.crs, one.features[0].properties]).toEqual([JSON.parse(crs), { n: 2 }]);
  const bare = '{"type":"Point","coordinates":[1,2]}';
  const named = [{ place: 1, before: {}, after: { name: 'x' } }];
  const made = JSON.parse(await edit(bare, { updated: named, featureCount: 1 }));
  expect(made.features).toEqual([{ type: 'Feature', properties: { name: 'x' }, geometry: JSON.parse(bare) }]);
});

test.each([
  ['another number of features', { featureCount: 4 }],
  ['a place that is not there', { updated: [{ place: 9, before: {}, after: { n: 1 } }] }],
  ['another value than was read', { updated: [{ place: 1, before: { t: 'z' }, after: { t: 'b' } }] }],
  ['a value where none was read', { deleted: [{ place: 1, before: { t: null } }] }],
])('%s: the edits are rejected with a message', async (_what, edits) => {
  await expect(edit(COLLECTION, edits)).rejects.toMatchObject({
    kind: 'unprocessable',
    code: 'vault.features_differ',
    message: expect.stringMatching(/cannot be identified reliably/),
  });
});
