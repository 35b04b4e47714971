import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkTemplate } from '@cairn/report-engine';
import { serveTestApp } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { reportServer } from '../src/service.ts';
import { places, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const EXPLORER = '/api/v1/explorer';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
});
afterAll(() => app.close());

const handOff = (person: Person | null, json: object) =>
  app.ask(person, { path: `${EXPLORER}/handoff`, method: 'POST', json });
const post = (person: Person, path: string, json: object) => app.ask(person, { path, method: 'POST', json });

test('POST /api/v1/explorer/handoff makes a template of a table with its filter and order, and writes nothing', async () => {
  const filter = { column: 'region', op: 'eq', value: 'north' };
  const sort = [{ column: 'amount', dir: 'desc' }];
  const { status, body } = await handOff(app.ada, {
    ...{ title: 'Sales of the north', kind: 'table', source: sales },
    ...{ columns: ['city', 'amount', 'sold_on'], filter, sort },
  });
  expect({ status, ...body }).toMatchObject({ status: 200, source: sales, warnings: [] });
  expect(body.template).toMatchObject({
    title: 'Sales of the north',
    datasets: [
      {
        table: { schema: 'shop', table: 'sales', columns: ['city', 'amount', 'sold_on'], filter },
        order: sort,
        fields: [
          { name: 'city', type: 'text' },
          { name: 'amount', type: 'decimal' },
          { name: 'sold_on', type: 'date' },
        ],
      },
    ],
  });
  expect(body.template.bands.detail[0].elements).toHaveLength(3);
  expect(checkTemplate(body.template).findings).toEqual([]);
  const { rows } = await app.admin.query('SELECT FROM report_server.reports');
  expect(rows).toEqual([]);
});

test.each([
  [
    'a chart that sums',
    { kind: 'chart', source: sales, chart: { type: 'bar', x: 'region', y: 'amount' } },
    'chart',
    [],
  ],
  ['a chart that counts', { kind: 'chart', source: sales, chart: { type: 'pie', x: 'region' } }, 'chart', []],
  [
    'a chart of periods',
    { kind: 'chart', source: sales, chart: { type: 'time', x: 'sold_on' } },
    'chart',
    [expect.stringContaining('periods')],
  ],
  [
    'a chart of medians as a table',
    { kind: 'chart', source: sales, chart: { type: 'bar', x: 'region', y: 'amount', fn: 'median' } },
    'field',
    [expect.stringContaining('"median"'), expect.stringContaining('do not fit')],
  ],
  ['a map', { kind: 'map', source: places, map: { label: 'name', color_by: 'name' } }, 'map', []],
])('POST /api/v1/explorer/handoff makes a template of %s', async (_what, input, kind, warnings) => {
  const { status, body } = await handOff(app.ada, input);
  expect(status).toBe(200);
  const { summary, detail } = body.template.bands;
  expect((summary ?? detail[0]).elements[0].kind).toBe(kind);
  expect(body.warnings).toEqual(warnings);
  expect(checkTemplate(body.template).findings).toEqual([]);
});

test.each([
  ['an unknown column', { kind: 'table', source: sales, columns: ['cty'] }, 400, /columns\[0\].*"city"/],
  [
    'a filter that does not fit',
    { kind: 'table', source: sales, filter: { column: 'x', op: 'eq' } },
    400,
    /filter/,
  ],
  ['a chart without columns', { kind: 'chart', source: sales }, 400, /chart/],
  ['a map of a table without geometry', { kind: 'map', source: sales }, 400, /geometry/],
  ['a report', { kind: 'table', source: { report: 'x' } }, 400, /table/],
  ['a table that is not readable', { kind: 'table', source: { ...sales, table: 'secret' } }, 404, /no table/],
])('POST /api/v1/explorer/handoff refuses %s', async (_what, input, status, message) => {
  const answer = await handOff(app.ada, input);
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
});

test('POST /api/v1/explorer/handoff is 404 for people who may not view the datasource, and 401 for visitors', async () => {
  expect((await handOff(app.eve, { kind: 'table', source: sales })).status).toBe(404);
  expect((await handOff(null, { kind: 'table', source: sales })).status).toBe(401);
});

test('GET /api/discovery lists dashboards and reports that the caller may view, and the maps of the caller', async () => {
  const view = { title: 'My map', kind: 'map', source: places };
  await post(app.ada, `${EXPLORER}/views`, view);
  await post(app.ada, `${EXPLORER}/views`, { ...view, title: 'My table', kind: 'table' });
  const { body: board } = await post(app.ada, `${EXPLORER}/dashboards`, {
    title: 'Board',
    description: 'About',
  });
  const { body: made } = await handOff(app.ada, { kind: 'table', source: sales });
  await post(app.root, '/api/v1/reports', { key: 'sales', template: made.template });
  const discover = async (person: Person) => (await app.ask(person, { path: '/api/discovery' })).body;
  const { items, ...rest } = await discover(app.ada);
  expect(rest).toEqual({ service: 'report-server', resource_type: 'dashboard' });
  expect(items).toMatchObject([
    {
      ...{ id: String(board.id), resource_type: 'dashboard', title: 'Board', description: 'About' },
      ...{ url: '/report-server/dashboards/ada/board', owner: 'ada' },
    },
    { resource_type: 'map', title: 'My map', url: '/report-server/?view=my-map' },
  ]);
  expect((await discover(app.eve)).items).toEqual([]);
  const titles = (await discover(app.root)).items.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(['Board', 'sales']);
  await app.grant({ to: app.eve, on: 'sales', resourceType: 'report', permission: 'view' });
  expect((await discover(app.eve)).items).toMatchObject([
    { id: 'sales', resource_type: 'report', url: '/report-server/library/sales' },
  ]);

  const config = { ...app.config, reportMgmtUrl: 'http://127.0.0.1:8885', edition: 'open' as const };
  const context = reportServer.buildContext(config, app.context.logger, { registry: app.registry });
  const open = await serveTestApp(reportServer, context);
  const response = await fetch(`${open.url}/api/discovery`, { headers: { cookie: app.root.cookie } });
  expect(await response.json()).toMatchObject({ items: [] });
  await open.close();
  await context.close();
});
