import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { housekeeping } from '../src/housekeeping.ts';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

const EXPLORER = '/api/v1/explorer';
const DASHBOARDS = `${EXPLORER}/dashboards`;
const source = { datasource: 'sample', schema: 'public', table: 'places' };
const inline = { title: 'Rivers', kind: 'chart', source };

let app: TestReportServer;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  app = await startTestReportServer();
  ada = await app.signUp({ username: 'ada', service: 'view' });
  eve = await app.signUp({ username: 'eve', service: 'view' });
  for (const [person, key] of [
    [ada, 'places'],
    [ada, 'secret'],
    [eve, 'hers'],
  ] as const) {
    const json = { key, title: key, kind: 'table', source, query: { limit: 5 } };
    await app.ask(person, { path: `${EXPLORER}/views`, method: 'POST', json });
  }
});
afterAll(() => app.close());

const post = (person: Person, json: object) => app.ask(person, { path: DASHBOARDS, method: 'POST', json });
const put = (person: Person, name: string, json: object) =>
  app.ask(person, { path: `${DASHBOARDS}/${name}`, method: 'PUT', json });
const get = (person: Person, name: string) => app.ask(person, { path: `${DASHBOARDS}/${name}` });
const place = (id: string, x: number, widget: object = { view: { owner: 'ada', key: 'places' } }) => ({
  ...{ id, widget, x, y: 0, w: 6, h: 4 },
});
const share = (body: { id: number }, to: Person, permission: 'view' | 'edit' | 'admin') =>
  app.grant({ to, on: String(body.id), resourceType: 'dashboard', permission });

test('POST /api/v1/explorer/dashboards creates a dashboard that its owner sees and others do not, until it is shared', async () => {
  const input = {
    title: 'Cities & rivers',
    layout: [
      place('a', 0),
      place('b', 6, { inline }),
      { ...place('c', 0, { text: 'Sources\nof all' }), y: 4 },
    ],
    filters: [{ name: 'country', label: 'Country', op: 'eq', widgets: { a: 'country' } }],
    parameters: { year: { default: 2024, widgets: { b: 'year' } } },
  };
  const created = await post(ada, input);
  expect(created).toMatchObject({
    status: 201,
    body: { ...input, owner: 'ada', key: 'cities-rivers', permission: 'admin', revision: 1 },
  });
  expect(created.body.views).toMatchObject({ a: { title: 'places', query: { limit: 5 } }, b: inline });
  expect(app.registry.registered.at(-1)).toMatchObject({
    resourceType: 'dashboard',
    resourceKey: String(created.body.id),
    ownerId: ada.id,
    url: '/report-server/dashboards/ada/cities-rivers',
  });
  expect((await get(ada, 'ada/cities-rivers')).body).toEqual(created.body);
  const [closed, missing] = [await get(eve, 'ada/cities-rivers'), await get(eve, 'ada/nothing')];
  expect(closed.status).toBe(404);
  expect(closed.body.error.replace('cities-rivers', 'nothing')).toBe(missing.body.error);
  expect((await app.ask(eve, { path: DASHBOARDS })).body.dashboards).toEqual([]);

  await share(created.body, eve, 'view');
  expect((await get(eve, 'ada/cities-rivers')).body).toEqual({ ...created.body, permission: 'view' });
  expect((await app.ask(eve, { path: DASHBOARDS })).body.dashboards).toMatchObject([
    { owner: 'ada', key: 'cities-rivers', widgets: 3, permission: 'view' },
  ]);
  const update = { ...input, revision: 1 };
  expect((await put(eve, 'ada/cities-rivers', update)).status).toBe(403);
  expect((await app.ask(eve, { path: `${DASHBOARDS}/ada/cities-rivers`, method: 'DELETE' })).status).toBe(
    403,
  );
  expect((await post(ada, input)).status).toBe(409);
});

test('PUT /api/v1/explorer/dashboards/{owner}/{key} returns 409 with the current dashboard for a stale revision', async () => {
  const { body: first } = await post(ada, { title: 'Stale' });
  await share(first, eve, 'edit');
  const input = {
    title: 'Renamed',
    layout: [place('a', 0, { inline })],
    filters: [],
    parameters: {},
    revision: 1,
  };
  const renamed = await put(eve, 'ada/stale', input);
  expect(renamed).toMatchObject({ status: 200, body: { title: 'Renamed', key: 'stale', revision: 2 } });
  expect(app.registry.registered.at(-1)).toMatchObject({ displayName: 'Renamed' });
  expect(await put(ada, 'ada/stale', input)).toMatchObject({
    status: 409,
    body: { code: 'report-server.dashboard_stale', current: { ...renamed.body, permission: 'admin' } },
  });
});

test('Dashboards show a saved view only when its owner added it, and say when it was deleted', async () => {
  const { body } = await post(ada, { title: 'Shared', layout: [place('a', 0)] });
  await share(body, eve, 'edit');
  const input = { title: 'Shared', filters: [], parameters: {}, revision: 1 };
  const secret = place('b', 6, { view: { owner: 'ada', key: 'secret' } });
  const taken = await put(eve, 'ada/shared', { ...input, layout: [place('a', 0), secret] });
  expect(taken).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('layout[1].widget.view') },
  });
  const hers = place('b', 6, { view: { owner: 'eve', key: 'hers' } });
  const added = await put(eve, 'ada/shared', { ...input, layout: [place('a', 0), hers] });
  expect(added.status).toBe(200);
  await app.ask(eve, { path: `${EXPLORER}/views/hers`, method: 'DELETE' });
  expect((await get(ada, 'ada/shared')).body.views).toMatchObject({ a: { title: 'places' }, b: null });
});

test.each([
  ['two widgets of one id', { layout: [place('a', 0), place('a', 6)] }, /layout\[1\].*used twice/],
  ['widgets that overlap', { layout: [place('a', 0), place('b', 3)] }, /layout\[1\].*overlaps "a"/],
  ['a widget beyond the grid', { layout: [place('a', 8)] }, /layout\[0\].*column 14 of 12/],
  [
    'half a source',
    { layout: [place('a', 0, { inline: { ...inline, source: { table: 'x' } } })] },
    /source of a view/,
  ],
  ['a missing view', { layout: [place('a', 0, { view: { owner: 'ada', key: 'no' } })] }, /no view "ada\/no"/],
  ['no widget', { layout: [place('a', 0, {})] }, /widget/],
  [
    'a filter of an unknown widget',
    { filters: [{ name: 'f', widgets: { z: 'c' } }] },
    /filters\[0\].*widget "z"/,
  ],
  ['an unknown operator', { filters: [{ name: 'f', op: '~', widgets: {} }] }, /op/],
  [
    'one name for a filter and a parameter',
    { filters: [{ name: 'f', widgets: {} }], parameters: { f: { widgets: {} } } },
    /parameters\.f.*used twice/,
  ],
  ['a bad name of a parameter', { parameters: { 'a b': { widgets: {} } } }, /parameters\.a b/],
])('POST /api/v1/explorer/dashboards returns 400 for %s', async (_what, change, message) => {
  const { status, body } = await post(ada, { title: 'Bad', ...change });
  expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringMatching(message) });
});

const isRegistered = async ({ id }: { id: number }) => {
  const { rows } = await app.admin.query(
    `SELECT FROM portal.resources WHERE resource_type = 'dashboard' AND resource_key = $1`,
    [String(id)],
  );
  return rows.length === 1;
};

test('DELETE /api/v1/explorer/dashboards/{owner}/{key} hides the dashboard from everybody, and POST /api/v1/explorer/dashboards/{owner}/{key}/restore brings it back as it was shared', async () => {
  const { body } = await post(ada, { title: 'Short lived', layout: [place('a', 0)] });
  const path = `${DASHBOARDS}/ada/short-lived`;
  await share(body, eve, 'view');
  expect((await app.ask(ada, { path, method: 'DELETE' })).status).toBe(204);
  for (const person of [ada, eve]) {
    expect((await get(person, 'ada/short-lived')).status).toBe(404);
    const { body: listed } = await app.ask(person, { path: DASHBOARDS });
    expect(JSON.stringify(listed)).not.toContain('short-lived');
  }
  const restore = (person: Person) => app.ask(person, { path: `${path}/restore`, method: 'POST' });
  expect((await restore(eve)).status).toBe(404);
  const restored = await restore(ada);
  expect(restored).toMatchObject({
    status: 200,
    body: { id: body.id, layout: body.layout, permission: 'admin' },
  });
  expect((await get(eve, 'ada/short-lived')).body).toMatchObject({ id: body.id, permission: 'view' });
  expect((await restore(ada)).status).toBe(404);
});

test('POST /api/v1/explorer/dashboards/{owner}/{key}/restore returns 409 when another dashboard has the key', async () => {
  const { body: first } = await post(ada, { title: 'Twice' });
  const path = `${DASHBOARDS}/ada/twice`;
  await app.ask(ada, { path, method: 'DELETE' });
  const { body: second } = await post(ada, { title: 'Twice' });
  expect(second.id).not.toBe(first.id);
  expect(await app.ask(ada, { path: `${path}/restore`, method: 'POST' })).toMatchObject({
    status: 409,
    body: { code: 'report-server.dashboard_exists' },
  });
});

test('housekeeping removes a dashboard and its permissions 30 days after its deletion', async () => {
  const { body } = await post(ada, { title: 'Old' });
  await app.ask(ada, { path: `${DASHBOARDS}/ada/old`, method: 'DELETE' });
  const deletedFor = (days: number) =>
    app.admin.query(
      `UPDATE report_server.dashboards SET deleted_at = now() - make_interval(days => $2) WHERE id = $1`,
      [body.id, days],
    );
  await deletedFor(29);
  await housekeeping.run(app.context);
  expect(await isRegistered(body)).toBe(true);
  await deletedFor(31);
  await housekeeping.run(app.context);
  expect(await isRegistered(body)).toBe(false);
  expect((await app.ask(ada, { path: `${DASHBOARDS}/ada/old/restore`, method: 'POST' })).status).toBe(404);
});

test('POST /api/v1/explorer/dashboards leaves nothing behind when the portal does not answer', async () => {
  const { registerResource } = app.registry;
  app.registry.registerResource = () => Promise.reject(new Error('away'));
  expect((await post(ada, { title: 'Lost' })).status).toBe(500);
  app.registry.registerResource = registerResource;
  expect((await get(ada, 'ada/lost')).status).toBe(404);
});

test('POST /api/v1/explorer/views/{key}/dashboard offers a view as a widget, which GET /api/v1/explorer/dashboard-widgets lists with its dashboards', async () => {
  const flag = (person: Person, key: string, method = 'POST') =>
    app.ask(person, { path: `${EXPLORER}/views/${key}/dashboard`, method });
  const widgets = async (person: Person) =>
    (await app.ask(person, { path: `${EXPLORER}/dashboard-widgets` })).body.widgets;
  expect(await widgets(ada)).toEqual([]);
  const { body: view } = await flag(ada, 'places');
  expect(view).toMatchObject({ key: 'places', dashboard: true });
  await post(ada, { title: 'With places', layout: [place('a', 0)] });
  const listed = await widgets(ada);
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({
    view,
    dashboards: expect.arrayContaining([{ owner: 'ada', key: 'with-places', title: 'With places' }]),
  });
  expect(await widgets(eve)).toEqual([]);
  expect((await flag(eve, 'places')).status).toBe(404);
  expect((await flag(ada, 'places', 'DELETE')).body.dashboard).toBe(false);
  expect(await widgets(ada)).toEqual([]);
});
