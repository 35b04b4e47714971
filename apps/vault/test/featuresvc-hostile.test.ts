import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService } from '@cairn/testing';
import type { TestFeatureService } from '@cairn/testing';
import { numbers, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import type { Person } from './test-app.ts';

const DROP = `x"; DROP TABLE keep; --`;
const LONG = '地'.repeat(40);
/** Names as a server may send them. */
const LAYERS = [
  DROP,
  `'); DELETE FROM keep; --`,
  'Line\nbreak\r\n\ttab',
  'roads',
  'ROADS',
  'Röads',
  LONG,
  `${LONG}2`,
  'x'.repeat(63),
  `${'x'.repeat(63)}y`,
  '𝒜'.repeat(120),
  `${'a'.repeat(179)}𝒜`,
  'select',
  'pg_class',
  '$1 %s %I \\ {}',
  '../../etc/passwd',
  ' 1 ',
];
const FIELDS = [
  DROP,
  `'); --`,
  'name',
  'NAME',
  'na\nme',
  'geom',
  'ctid',
  LONG,
  `${LONG}2`,
  'SELECT',
  '𝒜'.repeat(60),
];

let vault: ImportVault;
let ada: Person;
let service: TestFeatureService;
let worker: ReturnType<ImportVault['app']['work']>;

beforeAll(async () => {
  vault = await startImportVault();
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
  await vault.gis.query('CREATE TABLE keep AS SELECT 1 AS n');
});
afterEach(async () => {
  expect((await vault.gis.query('SELECT n FROM keep')).rows).toEqual([{ n: 1 }]);
  await service?.close();
});
afterAll(async () => {
  await worker.stop();
  await vault.close();
});

const attributes = (value: (field: string) => unknown) =>
  Object.fromEntries(FIELDS.map((name) => [name, value(name)]));

test('POST /api/featuresvc/import takes names of layers and fields as names, whatever they contain', async () => {
  const fields = FIELDS.map((name) => ({ name, type: 'esriFieldTypeString', length: 200 }));
  const features = pointsWithIds(numbers(3)).map((feature) => ({
    ...feature,
    attributes: { OBJECTID: feature.attributes['OBJECTID'], ...attributes((name) => `of ${name}`) },
  }));
  service = await startTestFeatureService(LAYERS.map((name, id) => ({ id, name, fields, features })));
  const job = await vault.importAndWait(ada, { service_url: service.url });
  expect([job.status, job.error]).toEqual(['succeeded', undefined]);
  const { layers } = job.result;
  expect(layers.map(({ layer }: any) => layer)).toEqual(LAYERS);
  const tables = layers.map(({ table }: any) => table as string);
  expect(new Set(tables).size).toBe(LAYERS.length);
  expect((await vault.tables()).toSorted()).toEqual([...tables, 'keep'].toSorted());
  for (const table of tables) expect(Buffer.byteLength(table)).toBeLessThanOrEqual(63);
  const datasets = layers.map(({ dataset }: any) => dataset as string);
  expect(new Set(datasets).size).toBe(LAYERS.length);
  for (const name of datasets) expect([name, name.isWellFormed()]).toEqual([name, true]);
  const { rows } = await vault.gis.query(`SELECT * FROM "${tables[0]}" ORDER BY 1 LIMIT 1`);
  expect(Object.values(rows[0])).toEqual(expect.arrayContaining(FIELDS.map((name) => `of ${name}`)));
});

test.each([
  ['a schema that closes its quotes', { schema: `public"; DROP TABLE keep; --` }, /no schema/],
  ['a schema with other capitals', { schema: 'PUBLIC' }, /no schema "PUBLIC"/],
  ['a schema with a line break', { schema: 'pub\nlic' }, /schema/],
  ['a prefix that is only signs', { dataset_prefix: `";--`, layer_ids: [0] }, null],
])('POST /api/featuresvc/import with %s is an import or a sentence', async (_what, more, sentence) => {
  const features = pointsWithIds(numbers(1));
  service = await startTestFeatureService([{ id: 0, name: 'wells', fields: [], features }]);
  const { status, body } = await vault.importLayers(ada, { service_url: service.url, ...more });
  const job = status === 202 ? await vault.app.context.jobs.finished(Number(body.id)) : null;
  if (sentence === null) expect(job?.status).toBe('succeeded');
  else expect(job ? job.errors.at(-1)?.message : body.error).toMatch(sentence);
});
