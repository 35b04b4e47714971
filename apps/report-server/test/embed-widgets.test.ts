import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEmbedApp, template } from './embed-app.ts';
import type { EmbedApp } from './embed-app.ts';
import { places, sales } from './explorer-app.ts';

let app: EmbedApp;
beforeAll(async () => {
  app = await startEmbedApp();
});
afterAll(() => app.close());

test('GET /embed/map-report/{key} shows the maps of a report, and nothing else of it', async () => {
  const at = { x: 0, y: 0, width: 300 };
  const map = { id: 'm', kind: 'map', ...at, height: 200, geometry: '$F{geom}', basemap: false };
  const text = { id: 't', kind: 'text', ...at, height: 20, text: 'Only for readers of the report' };
  const datasets = [{ name: 'main', sql: 'SELECT name, geom FROM shop.places WHERE id < 3' }];
  const bands = {
    title: { height: 20, elements: [text] },
    summary: { height: 200, elements: [map] },
    detail: [
      { height: 14, elements: [{ id: 'n', kind: 'field', ...at, height: 14, expression: '$F{name}' }] },
    ],
  };
  await app.addReport('map', { ...template, parameters: [], datasets, bands });
  const { session, token } = await app.open({ type: 'map-report', id: 'map' });
  expect((await app.page(`/embed/map-report/map?et=${token}`)).status).toBe(200);
  expect((await app.page(`/embed/report/map?et=${token}`)).status).toBe(403);
  const shown = await (await app.run(session, {}, 'map')).text();
  expect(shown).toContain('<img');
  expect(shown).not.toMatch(/Only for readers|Berlin/);
});

test('POST /embed/api/reports/{key}/maps answers the features of the bound values, with the columns that the map uses', async () => {
  const map = { id: 'm', kind: 'map', x: 0, y: 0, width: 300, height: 200, alt: 'Where', label: '$F{name}' };
  const named = {
    ...template,
    bands: { title: { height: 200, elements: [{ ...map, geometry: '$F{geom}' }] }, detail: [] },
  };
  const parameters = [
    { name: 'least', type: 'integer', default: 1 },
    { name: 'most', type: 'integer', default: 2 },
  ];
  const sql = `SELECT id, name, geom FROM shop.places WHERE ($P{least} IS NULL OR id >= $P{least}) AND id <= $P{most}`;
  await app.addReport('live', { ...named, parameters, datasets: [{ name: 'main', sql }] });
  const { session } = await app.open({ type: 'map-report', id: 'live', parameters: { least: 2 } });
  const ask = (secret: string, body: object = {}) => app.call(secret, '/reports/live/maps', body);
  const { status, body } = await ask(session);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      maps: [
        {
          ...{ title: 'Where', label: 'name', color_by: null, extent: null },
          features: {
            ...{ type: 'FeatureCollection', truncated: false, warnings: expect.any(Array) },
            features: [
              {
                type: 'Feature',
                geometry: { type: 'Point', coordinates: [2.3522, 48.8566] },
                properties: { name: 'Paris' },
              },
            ],
          },
        },
      ],
    },
  });
  const more = await ask(session, { parameters: { most: 3 } });
  expect(more.body.maps[0].features.features).toHaveLength(2);
  expect((await ask(session, { parameters: { least: 1 } })).status).toBe(403);
  expect((await ask(session, { datasource: 'other' })).status).toBe(403);
  expect((await app.call(session, '/reports/other/maps', {})).status).toBe(403);
  const nothing = await app.open({ type: 'map-report', id: 'live', parameters: { least: null } });
  expect((await ask(nothing.session)).body.maps[0].features.features).toEqual([]);
  const report = await app.open({ type: 'report', id: 'live' });
  expect((await ask(report.session)).status).toBe(403);
});

const rowsOf = ({ body }: { body: { rows: Record<string, unknown>[] } }, column: string) =>
  body.rows.map((row) => row[column]);

test('GET /embed/view/{owner}/{key} and its data calls stay below the filters of the view and of the token', async () => {
  const north = { column: 'region', op: 'eq', value: 'north' };
  const view = {
    title: 'North',
    kind: 'table',
    source: sales,
    query: { filter: north },
    visual: { hidden: ['amount', 'region'] },
  };
  await app.ask(app.ada, { path: '/api/v1/explorer/views', method: 'POST', json: view });
  const wanted = { type: 'view', id: 'north', owner: 'ada' };
  const { session, token } = await app.open({
    ...wanted,
    filter: { column: 'city', op: 'ne', value: 'Berlin' },
  });
  expect((await app.page(`/embed/view/ada/north?et=${token}`)).status).toBe(200);
  expect((await app.page(`/embed/view/eve/north?et=${token}`)).status).toBe(403);
  const { body: content } = await app.call(session, '/content');
  expect(content).toMatchObject({
    title: 'North',
    views: { view: { kind: 'table', query: {} } },
    refused: [],
  });
  const query = (json: object, id = 'view') =>
    app.call(session, `/widgets/${id}/query`, { ...sales, ...json });
  expect(rowsOf(await query({ columns: ['city'], sort: [{ column: 'id' }] }), 'city')).toEqual([
    'Köln',
    '50%_\\',
  ]);
  const wider = {
    or: [
      { column: 'city', op: 'eq', value: 'Berlin' },
      { column: 'city', op: 'eq', value: 'x' },
    ],
  };
  expect(rowsOf(await query({ columns: ['city'], filter: wider }), 'city')).toEqual([]);
  for (const hidden of [
    { columns: ['amount'] },
    { filter: north },
    { sort: [{ column: 'amount' }] },
    { group_by: [{ column: 'region' }] },
  ])
    expect([hidden, (await query(hidden)).status]).toEqual([hidden, 400]);
  expect((await query({ table: 'places' })).status).toBe(403);
  expect((await query({}, 'other')).status).toBe(403);
  const { body: table } = await app.call(session, '/widgets/view/table');
  expect(table.columns.map(({ name }: { name: string }) => name)).not.toContain('amount');
  expect((await app.call(session, '/reports/sales/config')).status).toBe(403);
  const nothing = await app.open({ ...wanted, filter: { column: 'city', op: 'in', value: [] } });
  expect(rowsOf(await app.call(nothing.session, '/widgets/view/query', sales), 'city')).toEqual([]);
});

test('GET /embed/api/widgets/{widget}/tiles/{z}/{x}/{y}.mvt has the rows of the token alone', async () => {
  const view = { title: 'Map', kind: 'map', source: places };
  await app.ask(app.ada, { path: '/api/v1/explorer/views', method: 'POST', json: view });
  const { session } = await app.open({
    type: 'view',
    id: 'map',
    owner: 'ada',
    filter: { column: 'name', op: 'eq', value: 'Berlin' },
  });
  const tile = async (query: string) => {
    const { status, body } = await app.call(session, `/widgets/view/tiles/0/0/0.mvt?columns=name${query}`);
    return [status, body.toString('latin1').includes('Berlin'), body.toString('latin1').includes('Paris')];
  };
  expect(await tile('')).toEqual([200, true, false]);
  const paris = encodeURIComponent('{"column":"name","op":"eq","value":"Paris"}');
  expect((await app.call(session, `/widgets/view/tiles/0/0/0.mvt?filter=${paris}`)).status).toBe(204);
});

test('GET /embed/dashboard/{owner}/{key} limits each widget by what the token binds, and shows none that it does not limit', async () => {
  const inline = (title: string) => ({ widget: { inline: { title, kind: 'table', source: sales } } });
  const at = { y: 0, w: 6, h: 4 };
  const board = {
    title: 'Board',
    layout: [
      { id: 'a', x: 0, ...at, ...inline('Bound') },
      { id: 'b', x: 6, ...at, ...inline('Free') },
    ],
    filters: [
      { name: 'region', widgets: { a: 'region' } },
      { name: 'city', widgets: { a: 'city', b: 'city' } },
    ],
  };
  const made = await app.ask(app.ada, { path: '/api/v1/explorer/dashboards', method: 'POST', json: board });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const { session, token } = await app.open({
    type: 'dashboard',
    id: 'board',
    owner: 'ada',
    parameters: { region: 'south' },
  });
  expect((await app.page(`/embed/dashboard/ada/board?et=${token}&city=x`)).status).toBe(200);
  for (const query of ['region=north', 'region=south', 'region=north&region=south'])
    expect((await app.page(`/embed/dashboard/ada/board?et=${token}&${query}`)).status).toBe(403);
  const { body } = await app.call(session, '/content');
  expect(body).toMatchObject({
    filters: [{ name: 'city' }],
    views: { a: { title: 'Bound' } },
    refused: ['b'],
  });
  expect(Object.keys(body.views)).toEqual(['a']);
  const query = (id: string, json: object = {}) =>
    app.call(session, `/widgets/${id}/query`, { ...sales, ...json });
  expect(new Set(rowsOf(await query('a'), 'region'))).toEqual(new Set(['south']));
  const north = { column: 'region', op: 'eq', value: 'north' };
  expect(rowsOf(await query('a', { filter: north }), 'region')).toEqual([]);
  expect((await query('b')).status).toBe(403);
  expect((await app.call(session, '/widgets/b/table')).status).toBe(403);
});

test('POST /embed/api/widgets/{widget}/export saves the rows of the token alone, where it allows export', async () => {
  const view = {
    title: 'Saved',
    kind: 'table',
    source: sales,
    query: { filter: { column: 'region', op: 'eq', value: 'north' } },
    visual: { hidden: ['amount'] },
  };
  await app.ask(app.ada, { path: '/api/v1/explorer/views', method: 'POST', json: view });
  const wanted = { type: 'view', id: 'saved', owner: 'ada' };
  const filter = { column: 'city', op: 'ne', value: 'Berlin' };
  const { session, id } = await app.open({ ...wanted, filter, actions: ['export'] });
  const save = (secret: string, json: object, widget = 'view') =>
    fetch(`${app.url}/embed/api/widgets/${widget}/export?format=csv`, {
      method: 'POST',
      headers: { 'X-Embed-Session': secret, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...sales, sort: [{ column: 'id' }], ...json }),
    });
  const file = await save(session, { columns: ['city'] });
  expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'city\r\nKöln\r\n50%_\\\r\n',
  ]);
  expect(await (await save(session, {})).text()).not.toContain('amount');
  expect((await save(session, { columns: ['amount'] })).status).toBe(400);
  expect((await save(session, { table: 'places' })).status).toBe(403);
  expect((await save(session, {}, 'other')).status).toBe(403);
  const { rows } = await app.admin.query(
    `SELECT actor_name FROM report_server.audit_events WHERE event = 'data.exported' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ actor_name: 'ada' }]);
  const reading = await app.open({ ...wanted, filter });
  const refused = await save(reading.session, {});
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'report-server.embed_action' }]);
  await app.expire(id);
  expect((await save(session, {})).status).toBe(403);
});

test('GET /embed/api/widgets/{widget}/table, its rows and its tiles read a report with the values that the token binds', async () => {
  const sql = `SELECT id, name, geom FROM shop.places WHERE ($P{least} IS NULL OR id >= $P{least}) AND id <= $P{most}`;
  const parameters = [
    { name: 'least', type: 'integer' },
    { name: 'most', type: 'integer', default: 2 },
  ];
  const bands = { detail: [] };
  await app.addReport('source', { ...template, parameters, bands, datasets: [{ name: 'main', sql }] });
  const inline = { title: 'Places', kind: 'map', source: { report: 'source', parameters: { most: 3 } } };
  const board = {
    title: 'Reports',
    layout: [{ id: 'a', x: 0, y: 0, w: 6, h: 4, widget: { inline } }],
    parameters: {
      from: { widgets: { a: 'least' } },
      to: { default: 4, widgets: { a: 'most' } },
    },
  };
  const made = await app.ask(app.ada, { path: '/api/v1/explorer/dashboards', method: 'POST', json: board });
  expect(made.status).toBe(201);
  const wanted = { type: 'dashboard', id: 'reports', owner: 'ada' };
  const { session } = await app.open({ ...wanted, parameters: { from: 2 }, actions: ['export'] });
  const { body: content } = await app.call(session, '/content');
  expect(content).toMatchObject({
    parameters: { to: { default: 4 } },
    views: { a: { source: { report: 'source' } } },
  });
  expect(JSON.stringify(content)).not.toContain('least');
  const named = { datasource: 'report', schema: 'report', table: 'source' };
  const names = async (secret: string, query: string, json: object = {}) => {
    const sort = [{ column: 'id' }];
    return rowsOf(await app.call(secret, `/widgets/a/query${query}`, { ...named, sort, ...json }), 'name');
  };
  const withMost = (most: number) => `?parameters=${encodeURIComponent(JSON.stringify({ most }))}`;
  expect(await names(session, '')).toEqual(['Paris', 'Fiji']);
  expect(await names(session, withMost(4))).toEqual(['Paris', 'Fiji', 'Samoa']);
  expect(await names(session, withMost(4), { filter: { column: 'id', op: 'lt', value: 3 } })).toEqual([
    'Paris',
  ]);
  const { body: table } = await app.call(session, '/widgets/a/table');
  expect(table).toMatchObject({ schema: 'report', table: 'source', geometry: [{ column: 'geom' }] });
  const tile = (await app.call(session, `/widgets/a/tiles/0/0/0.mvt${withMost(2)}&columns=name`)).body;
  expect([tile.includes('Paris'), tile.includes('Berlin'), tile.includes('Fiji')]).toEqual([
    true,
    false,
    false,
  ]);
  const file = await app.call(session, '/widgets/a/export?format=csv', { ...named, columns: ['id'] });
  expect([file.status, file.body.code]).toEqual([400, 'report-server.report_not_saved']);
  for (const sent of ['{"least":1}', '{"other":1}']) {
    const path = `/widgets/a/table?parameters=${encodeURIComponent(sent)}`;
    expect([sent, (await app.call(session, path)).status]).toEqual([sent, 403]);
  }
  const nothing = await app.open({ ...wanted, parameters: { from: null } });
  expect(await names(nothing.session, '')).toEqual([]);
});
