import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask, upload } from './client.ts';
import type { Upload } from './client.ts';
import { alteredGeopackage } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

/** Its triggers need functions that plain SQLite lacks. */
const UNLOCK = [1, 2, 3, 4, 5, 6, 7]
  .map((n) => `DROP TRIGGER IF EXISTS rtree_countries_geom_update${n};`)
  .join('');

const RENAMED = `ALTER TABLE countries RENAME TO lands; UPDATE gpkg_contents SET table_name = 'lands';
  UPDATE gpkg_geometry_columns SET table_name = 'lands'`;

const PATH = 'GET /datasets/{name}/versions/{version}/diff';

// Each test uploads two files.
let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ env: { MAX_UPLOAD_BYTES: String(64 * 1024 * 1024) } });
  ada = await app.signUp({ username: 'ada' });
  await add('plain', { file: 'countries.gpkg' });
  await add('plain', { file: await altered(`UPDATE countries SET iso_a2 = 'XX'`) });
  await add('plain', { file: await altered(RENAMED) });
  await add('picture', { file: 'elevation.tif' });
}, 240_000);

afterAll(() => app.close());

function altered(sql: string) {
  return alteredGeopackage(UNLOCK + sql);
}

async function add(dataset: string, { file }: Pick<Upload, 'file'>): Promise<void> {
  const fileName = typeof file === 'string' ? file : 'countries.gpkg';
  const { status, body } = await upload(app, ada, { file, fileName, dataset });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
}

async function diff(dataset: string, query: string, version = 1) {
  return ask<VaultSchemas['Diff'] & { error: string }>(app, ada, {
    path: `/datasets/${dataset}/versions/${version}/diff?${query}`,
  });
}

/** The sample after some SQL, compared with the original. */
async function diffUnder(dataset: string, before: string, after: string, query = 'with=2') {
  await add(dataset, { file: await altered(before) });
  await add(dataset, { file: await altered(after) });
  return diff(dataset, query);
}

const REFUSED: [
  what: string,
  dataset: string,
  query: string,
  version: number,
  status: number,
  error: RegExp,
][] = [
  ['an unknown version', 'plain', 'with=2', 9, 404, /no version 9/],
  ['an unknown second version', 'plain', 'with=9', 1, 404, /no version 9/],
  [
    'a layer that neither has',
    'plain',
    'with=2&layer=rivers',
    1,
    400,
    /version 1 has countries, version 2 has countries/,
  ],
  ['a layer name with SQL', 'plain', `with=2&layer=${encodeURIComponent('countries" --')}`, 1, 400, /layer/],
  ['an unknown field', 'plain', 'with=2&key=nothing', 1, 400, /no field "nothing" in version 1/],
  ['a field name with SQL', 'plain', `with=2&key=${encodeURIComponent('1" OR "1')}`, 1, 400, /no field/],
  [
    'a field with duplicates',
    'plain',
    'with=2&key=continent',
    1,
    409,
    /same value in several.*Compare by one of: name/,
  ],
  ['an unknown kind', 'plain', 'with=2&kind=moved', 1, 400, /kind/],
  ['501 differences at once', 'plain', 'with=2&limit=501', 1, 400, /limit/],
  ['rasters', 'picture', 'with=1', 1, 422, /side by side/],
];

test.each(REFUSED)(`${PATH} rejects %s`, async (_what, dataset, query, version, status, error) => {
  const answer = await diff(dataset, query, version);
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status,
    error: expect.stringMatching(error),
  });
});

test(`${PATH} returns 403 without access to the dataset`, async () => {
  const stranger = await app.signUp({ username: 'stranger' });
  const path = '/datasets/plain/versions/1/diff?with=2';
  expect((await ask(app, stranger, { path })).status).toBe(403);
});

test('files with one layer each are compared whatever its name', async () => {
  const { status, body } = await diff('plain', 'with=3');
  expect(status).toBe(200);
  expect(body).toMatchObject({ layer: 'lands', layers: ['lands'], unchanged: 241, changed: 0 });
});

test('columns may have names that the reader, SQLite and JavaScript use', async () => {
  const names = [
    'geometry_changed',
    'row',
    'rowid',
    'key',
    '__proto__',
    'constructor',
    'a"--',
    `it's; DROP`,
    'n',
  ];
  const added = names
    .map((name) => `ALTER TABLE countries ADD COLUMN "${name.replaceAll('"', '""')}" TEXT;`)
    .join('');
  const set = names.map((name) => `"${name.replaceAll('"', '""')}" = 'new'`).join(', ');
  const { status, body } = await diffUnder(
    'names',
    added,
    `${added} UPDATE countries SET ${set} WHERE "fid" = 7`,
  );
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  expect(body).toMatchObject({ changed: 1, geometry_changed: 0, unchanged: 240 });
  expect(Object.entries(body.differences[0]?.after ?? {})).toEqual(names.map((name) => [name, 'new']));
  expect(body.differences[0]?.key).toBe(7);
});

test('collations of the file do not change which values are equal', async () => {
  const collate = `ALTER TABLE countries ADD COLUMN tint TEXT COLLATE NOCASE;`;
  const { body } = await diffUnder(
    'collations',
    `${collate} UPDATE countries SET tint = 'red'`,
    `${collate} UPDATE countries SET tint = 'RED'`,
  );
  expect(body).toMatchObject({ changed: 241, unchanged: 0 });
});

test('1 equals 1.0, and a different geometry header is not a change', async () => {
  const column = (type: string, value: string) =>
    `ALTER TABLE countries ADD COLUMN amount ${type}; UPDATE countries SET amount = ${value};`;
  // A header without an envelope: other flags, and 32 bytes less.
  const header = `UPDATE countries SET geom = CAST(substr(geom, 1, 3) || x'01' || substr(geom, 5, 4) || substr(geom, 41) AS BLOB)
    WHERE hex(substr(geom, 4, 1)) = '03'`;
  const { body } = await diffUnder('numbers', column('INTEGER', '1'), `${column('REAL', '1.0')} ${header}`);
  expect(body).toMatchObject({ changed: 0, geometry_changed: 0, unchanged: 241 });
});

test('views, triggers and generated columns of the files never run', async () => {
  const endless = `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c`;
  const trap = `CREATE VIEW endless AS ${endless};
    INSERT INTO gpkg_contents (table_name, data_type, srs_id) VALUES ('endless', 'features', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('endless', 'x', 'POINT', 4326, 0, 0);
    ALTER TABLE countries ADD COLUMN heavy TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000)));
    CREATE TRIGGER boom AFTER UPDATE ON countries BEGIN SELECT RAISE(ABORT, 'ran'); END;`;
  const { status, body } = await diffUnder('traps', trap, trap, 'with=2');
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  expect(body).toMatchObject({ layers: ['countries'], unchanged: 241, columns_added: [] });
  expect((await diff('traps', 'with=2&layer=endless')).status).toBe(400);
  expect((await diff('traps', 'with=2&key=heavy')).status).toBe(400);
});

test('long texts and binary data are cut, so that a page stays small', async () => {
  const wide = `ALTER TABLE countries ADD COLUMN essay TEXT; ALTER TABLE countries ADD COLUMN raw BLOB;`;
  const { body } = await diffUnder(
    'long',
    wide,
    `${wide} UPDATE countries SET essay = printf('%.100000c', 'x'), raw = zeroblob(1000), population = 9007199254740993`,
    'with=2&limit=500',
  );
  const after = body.differences[0]?.after ?? {};
  expect(String(after.essay).length).toBeLessThan(1_002);
  expect(after.raw).toBe(`0x${'00'.repeat(16)}…`);
  expect(after.population).toBe('9007199254740993');
});

test('the result is cached once per pair without row values, and no scratch folder is left', async () => {
  for (const query of ['with=3&key=name', 'with=3&key=name&kind=changed', 'with=3&key=name&offset=5'])
    expect((await diff('plain', query, 2)).status).toBe(200);
  const derived = join(app.storageRoot, 'derived');
  const names = (await readdir(derived, { recursive: true })).filter((name) => name.includes('/diff-'));
  const kept = await Promise.all(names.map((name) => readFile(join(derived, name))));
  const ofThisPair = kept.filter((bytes) => bytes.includes('"key":"name"'));
  expect(ofThisPair).toHaveLength(1);
  expect(ofThisPair[0]?.includes('Afghanistan')).toBe(false);
  expect((await app.stored()).work).toEqual([]);
});
