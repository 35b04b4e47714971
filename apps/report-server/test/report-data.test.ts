import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const SQL = `SELECT id, name, geom AS place, 'price: $1' AS note FROM shop.places
  WHERE $X{IN, name, names} AND id >= $P{least} ORDER BY id`;
const map = {
  id: 'm',
  kind: 'map',
  x: 0,
  y: 0,
  width: 200,
  height: 200,
  alt: 'Places',
  geometry: '$F{place}',
};
const template = (dataset: object, more: object = {}) => ({
  version: 1,
  title: 'Places',
  lang: 'en',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'least', type: 'integer', default: 1 },
    { name: 'names', type: 'list<text>' },
  ],
  datasets: [{ name: 'places', ...dataset }],
  groups: [],
  variables: [],
  styles: [],
  bands: { title: { height: 200, elements: [map] }, detail: [] },
  ...more,
});

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
  const table = { schema: 'shop', table: 'places', filter: { column: 'id', op: 'lte', value: 2 } };
  await createReport('by-sql', template({ sql: SQL }));
  await createReport('by-table', template({ table }, { bands: { detail: [] } }));
  await createReport('no-data', template({}, { datasets: [], bands: { detail: [] } }));
  await createReport('twice', template({ sql: 'SELECT 1 AS a, 2 AS a' }, { bands: { detail: [] } }));
  await createReport(
    'broken',
    template({ sql: 'SELECT nothing FROM shop.places' }, { bands: { detail: [] } }),
  );
  await createReport(
    'leaks',
    template({ sql: 'SELECT pg_advisory_lock(4711)::text AS locked' }, { bands: { detail: [] } }),
  );
});
afterAll(() => app.close());

async function createReport(key: string, body: object) {
  const json = { key, title: key, datasource: 'sample', template: body };
  const made = await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await app.grant({ to: app.ada, on: key, permission: 'view', resourceType: 'report' });
}

const reportQuery = (json: object, person = app.ada) =>
  app.ask(person, { path: '/api/v1/explorer/report-query', method: 'POST', json });
const features = (json: object, person = app.ada) =>
  app.ask(person, { path: '/api/v1/explorer/features', method: 'POST', json });
const extent = (path: string, person = app.ada) => app.ask(person, { path: `/api/v1/map/${path}` });

test('POST /api/v1/explorer/report-query answers rows of the main query, with its parameters bound', async () => {
  const parameters = { least: 2, names: ['Berlin', 'Paris', "O'Hare"] };
  const { status, body } = await reportQuery({ report: 'by-sql', parameters });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      result_id: expect.any(String),
      expires_at: expect.stringMatching(/Z$/),
      columns: ['id', 'name', 'note'].map((name) => expect.objectContaining({ name })),
      rows: [{ id: 2, name: 'Paris', note: 'price: $1' }],
      row_count: 1,
      truncated: false,
      warnings: expect.any(Array),
    },
  });
});

test('POST /api/v1/explorer/report-query filters and groups the rows of a result', async () => {
  const first = await reportQuery({ report: 'by-sql', limit: 2 });
  expect(first.body).toMatchObject({ row_count: 2, truncated: true });
  const { body } = await reportQuery({
    result_id: first.body.result_id,
    filter: { column: 'id', op: 'gt', value: 1 },
    aggregates: [{ fn: 'count', as: 'n' }],
  });
  expect(body).toMatchObject({ rows: [{ n: 3 }], result_id: first.body.result_id });
});

test('POST /api/v1/explorer/report-query reads a dataset that is a table with its filter and the row policies', async () => {
  const ids = async () => (await reportQuery({ report: 'by-table', columns: ['id'] })).body.rows;
  expect(await ids()).toEqual([{ id: 1 }, { id: 2 }]);
  const policies = '/api/v1/datasources/sample/row-policies';
  const filter = { column: 'id', op: 'gte', value: 2 };
  const json = { schema: 'shop', table: 'places', group_id: null, filter };
  const { body } = await app.ask(app.root, { path: policies, method: 'POST', json });
  expect(await ids()).toEqual([{ id: 2 }]);
  const bySql = await reportQuery({ report: 'by-sql' });
  expect({ status: bySql.status, code: bySql.body.code }).toEqual({
    status: 403,
    code: 'report-server.sql_beside_policies',
  });
  await app.ask(app.root, { path: `${policies}/${body.id}`, method: 'DELETE' });
});

test.each([
  ['an unknown report', { report: 'nothing' }, 404, 'nothing'],
  [
    'a parameter of a wrong form',
    { report: 'by-sql', parameters: { least: 'x' } },
    400,
    'The parameter least',
  ],
  ['a datasource that the report does not allow', { report: 'by-sql', datasource: 'other' }, 403, '"other"'],
  [
    'an unknown column',
    { report: 'by-sql', columns: ['nam'] },
    400,
    'no column "nam" in report.by-sql. Did you mean "name"?',
  ],
  ['a report without data', { report: 'no-data' }, 400, 'reads no data'],
  ['two columns of one name', { report: 'twice' }, 400, 'two columns with the name "a"'],
  ['SQL that the database refuses', { report: 'broken' }, 400, 'column "nothing" does not exist'],
  ['neither report nor result', {}, 400, 'Name a report, or the result_id'],
  ['a result that is damaged', { result_id: 'x' }, 404, 'no such result'],
])('POST /api/v1/explorer/report-query refuses %s', async (_what, json, status, sentence) => {
  const answer = await reportQuery(json);
  expect({ status: answer.status, error: answer.body.error }).toEqual({
    status,
    error: expect.stringContaining(sentence),
  });
});

test('POST /api/v1/explorer/report-query returns 404 for the result of another person, and 403 for a report that the caller may not view', async () => {
  const { body } = await reportQuery({ report: 'by-sql' });
  expect((await reportQuery({ result_id: body.result_id }, app.root)).status).toBe(404);
  expect((await reportQuery({ report: 'by-sql' }, app.eve)).status).toBe(403);
});

test('POST /api/v1/explorer/report-query leaves nothing of the SQL of a report in a session', async () => {
  expect((await reportQuery({ report: 'leaks' })).status).toBe(200);
  // The session is closed rather than used again, and PostgreSQL ends it a moment later.
  await until('the lock is gone', async () => {
    const { rows } = await app.source.query('SELECT FROM pg_locks WHERE objid = 4711');
    return rows.length === 0;
  });
});

test('POST /api/v1/explorer/features draws the geometry of a report, in degrees', async () => {
  const { body } = await reportQuery({ report: 'by-sql' });
  const filter = { geometry: 'place', op: 'bbox', value: [0, 40, 20, 60] };
  const answer = await features({ report: { result_id: body.result_id }, filter, columns: ['name'] });
  expect(answer.body).toMatchObject({
    type: 'FeatureCollection',
    features: [
      { geometry: { type: 'Point', coordinates: [13.405, 52.52] }, properties: { name: 'Berlin' } },
      { geometry: { type: 'Point', coordinates: [2.3522, 48.8566] }, properties: { name: 'Paris' } },
    ],
    truncated: false,
  });
  expect((await features({ report: { result_id: body.result_id } }, app.eve)).status).toBe(404);
  expect((await features({ datasource: 'sample' })).body.error).toContain(
    'name datasource, schema and table',
  );
});

test('POST /api/v1/explorer/report-table describes the main query of a report as a table without a key', async () => {
  const table = (json: object, person = app.ada) =>
    app.ask(person, { path: '/api/v1/explorer/report-table', method: 'POST', json });
  const { status, body } = await table({ report: 'by-sql', parameters: { names: ['Berlin'] } });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      ...{ schema: 'report', table: 'by-sql', primary_key: [], estimated_rows: null, indexes: [] },
      geometry: [
        { column: 'place', srid: 4326, extent_wgs84: [13.405, 52.52, 13.405, 52.52], estimated: false },
      ],
    },
  });
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'name', 'place', 'note']);
  expect((await table({ report: 'by-sql' }, app.eve)).status).toBe(403);
  expect((await table({ report: 'nothing' })).status).toBe(404);
});

test('GET /api/v1/explorer/report-tiles/{report}/{z}/{x}/{y}.mvt draws the rows of its parameters and filter', async () => {
  const tile = async (query: Record<string, string>, person = app.ada) => {
    const path = `/api/v1/explorer/report-tiles/by-sql/0/0/0.mvt?${new URLSearchParams(query)}`;
    const { status, body } = await app.ask(person, { path });
    const text = Buffer.isBuffer(body) ? body.toString('latin1') : '';
    return [status, text.includes('Berlin'), text.includes('Paris')];
  };
  const parameters = JSON.stringify({ names: ['Berlin', 'Paris'] });
  expect(await tile({ parameters, columns: 'name' })).toEqual([200, true, true]);
  const filter = JSON.stringify({ column: 'name', op: 'eq', value: 'Paris' });
  expect(await tile({ parameters, filter, columns: 'name' })).toEqual([200, false, true]);
  expect(await tile({ parameters: '{"names":["nowhere"]}' })).toEqual([204, false, false]);
  expect(await tile({ parameters: '[1]' })).toEqual([400, false, false]);
  expect(await tile({ parameters }, app.eve)).toEqual([403, false, false]);
});

test('GET /api/v1/map/{key}/extent answers the box of the rows that the parameters select', async () => {
  const { status, body } = await extent('by-sql/extent?names=Berlin&names=Paris');
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      report: 'by-sql',
      srid: 4326,
      bbox: [2.3522, 48.8566, 13.405, 52.52],
      native: { srid: 4326, bbox: [2.3522, 48.8566, 13.405, 52.52] },
      parameters: { xmin: 2.3522, ymin: 48.8566, xmax: 13.405, ymax: 52.52 },
      crosses_antimeridian: false,
    },
  });
});

test('GET /api/v1/map/{key}/extent puts west before east over the antimeridian, and is null without rows', async () => {
  const { body } = await extent('by-sql/extent?least=3');
  expect(body).toMatchObject({ crosses_antimeridian: true, parameters: { ymin: -17, ymax: -17 } });
  expect(body.bbox[0]).toBeCloseTo(179.9, 6);
  expect(body.bbox[2]).toBeCloseTo(-179.9, 6);
  expect((await extent('by-sql/extent?least=99')).body).toMatchObject({
    bbox: null,
    native: null,
    parameters: null,
  });
});

test('GET /api/v1/map/{key}/extent returns 400 for a report without geometry, 404 for an unknown one and 403 without a right', async () => {
  expect((await extent('leaks/extent')).body.error).toContain('has no geometry column');
  expect((await extent('nothing/extent')).status).toBe(404);
  expect((await extent('by-sql/extent', app.eve)).status).toBe(403);
});
