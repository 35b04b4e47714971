import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let editor: Person;
let viewer: Person;
let id: number;

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault({ inspects: false }), createTestDatabase()]);
  editor = await app.signUp({ username: 'editor' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  const gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query(`CREATE TABLE "Old wells" (code text PRIMARY KEY, "The place" geometry(Point, 4326));
    INSERT INTO "Old wells" VALUES ('a', ST_SetSRID(ST_Point(9, 50), 4326));
    CREATE VIEW wells AS SELECT code, "The place" AS geom FROM "Old wells";
    CREATE TABLE two (id int PRIMARY KEY, a geometry(Point, 4326), b geometry(Point, 4326));
    CREATE TABLE plain (id int PRIMARY KEY)`);
  await gis.end();
  id = await saveConnection(app, target.adminUrl);
});

afterAll(async () => {
  await app.close();
  await target.drop();
});

const register = (json: object, who: Person | null = editor) =>
  ask(app, who, {
    path: '/api/datasets/register',
    method: 'POST',
    json: { name: 'wells', connection_id: id, table_name: 'wells', ...json },
  });

test.each([
  ['an unknown connection', { connection_id: 99 }, 404, /no saved connection 99/],
  ['an unknown table', { table_name: 'gone' }, 404, /public\.gone is not in the database/],
  [
    'a schema of PostgreSQL',
    { schema_name: 'pg_catalog', table_name: 'pg_class' },
    400,
    /belongs to PostgreSQL/,
  ],
  ['several geometry columns', { table_name: 'two' }, 400, /Set geometry_column to one of: a, b/],
  ['no geometry column', { table_name: 'plain' }, 422, /public\.plain has no geometry column/],
  ['another column', { geometry_column: 'code' }, 422, /no geometry column "code"/],
  ['SQL as the column', { geometry_column: 'geom" FROM wells --' }, 422, /no geometry column/],
])('POST /api/datasets/register of %s creates nothing', async (_, change, code, sentence) => {
  const { status, body } = await register(change);
  expect([status, body.error]).toEqual([code, expect.stringMatching(sentence)]);
  expect([await app.rows('datasets'), await app.rows('versions')]).toEqual([0, 0]);
});

test('POST /api/datasets/register makes a view a dataset like any other: rows, preview, metadata, lists', async () => {
  expect((await register({}, null)).status).toBe(401);
  expect((await register({}, viewer)).status).toBe(403);
  const { status, body } = await register({});
  expect([status, body]).toMatchObject([201, { dataset: 'wells', version: 1, url: expect.any(String) }]);
  const rows = await ask(app, editor, { path: '/datasets/wells/versions/1/edit/rows' });
  expect(rows.body).toMatchObject({ rows: [{ code: 'a' }], bounds: [[9, 50, 9, 50]], editable: false });
  const preview = await ask(app, editor, { path: '/preview?dataset=wells&version=1' });
  expect(preview.body.features).toMatchObject([{ geometry: { type: 'Point', coordinates: [9, 50] } }]);
  expect((await ask(app, editor, { path: '/metadata?dataset=wells&version=1' })).body.layers).toMatchObject([
    { name: 'wells', feature_count: 1 },
  ]);
  const [summary] = (await ask(app, editor, { path: '/datasets-summary' })).body;
  expect(summary).toMatchObject({ name: 'wells', datasource_type: 'spatialdb' });
  expect((await ask(app, viewer, { path: '/datasets-summary' })).body).toEqual([]);
});

test('POST /api/datasets/register takes names with capitals and spaces, and rows with a text key can be inserted', async () => {
  expect((await register({ name: 'old', table_name: 'Old wells' })).status).toBe(201);
  const inserted = await ask(app, editor, {
    path: '/datasets/old/versions/1/edit/insert',
    method: 'POST',
    json: { row: { code: 'b' }, geometry: { type: 'Point', coordinates: [10, 51] } },
  });
  expect([inserted.status, inserted.body]).toMatchObject([200, { pk_value: 'b', row: { code: 'b' } }]);
});
