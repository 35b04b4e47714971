import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { bindWidget } from '../src/features/embed/bind-widget.ts';
import type { EmbedResource } from '../src/features/embed/types.ts';
import { sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const EMBED = '/api/v1/embed';
const EXPLORER = '/api/v1/explorer';
const source = sales;
const element = { x: 0, y: 0, width: 200, height: 20 };
const template = {
  version: 1,
  title: 'Places',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
  parameters: [
    { name: 'region', type: 'list<text>', required: true },
    { name: 'year', type: 'integer' },
    { name: 'free', type: 'text', locked_allowed: false },
  ],
  datasets: [{ name: 'main', sql: 'select name from places', fields: [{ name: 'name', type: 'text' }] }],
  groups: [],
  variables: [],
  styles: [],
  bands: {
    detail: [{ height: 20, elements: [{ id: 'a', kind: 'field', ...element, expression: '$F{name}' }] }],
  },
};
const places: EmbedResource = { type: 'report', key: 'places', owner: null };

let app: ExplorerApp;
let ada: Person;
let eve: Person;
let root: Person;
beforeAll(async () => {
  app = await startExplorer();
  ({ ada, eve, root } = app);
  for (const key of ['other', 'hidden']) {
    await app.registry.registerResource({ resourceType: 'datasource', resourceKey: key, displayName: key });
  }
  await give(ada, 'datasource', 'other');
  await app.ask(root, { path: '/api/v1/reports', method: 'POST', json: { ...report('places'), ...allowed } });
  await app.ask(root, { path: '/api/v1/reports', method: 'POST', json: report('other') });
  for (const key of ['places', 'other']) await give(ada, 'report', key);
  const view = { title: 'Mine', kind: 'table', source };
  await app.ask(ada, { path: `${EXPLORER}/views`, method: 'POST', json: view });
  const at = { y: 0, w: 6, h: 4 };
  const board = {
    title: 'Board',
    layout: [
      { id: 'a', x: 0, ...at, widget: { view: { owner: 'ada', key: 'mine' } } },
      { id: 'b', x: 6, ...at, widget: { inline: { title: 'b', kind: 'chart', source } } },
    ],
    filters: [
      { name: 'country', widgets: { a: 'country', b: 'land' } },
      { name: 'only_a', widgets: { a: 'name' } },
      { name: 'nowhere', widgets: {} },
    ],
  };
  await app.ask(ada, { path: `${EXPLORER}/dashboards`, method: 'POST', json: board });
});
afterAll(() => app.close());

const allowed = { datasource: 'sample', allowed_datasources: ['other', 'hidden'] };
const report = (key: string) => ({ key, template });
const give = (to: Person, resourceType: string, on: string) =>
  app.grant({ to, on, resourceType, permission: 'view' });
const takeBack = (resourceType: string, key: string) =>
  app.admin.query(
    `DELETE FROM portal.permissions WHERE resource_id =
      (SELECT id FROM portal.resources WHERE resource_type = $1 AND resource_key = $2)`,
    [resourceType, key],
  );
const mint = (person: Person | null, json: object) =>
  app.ask(person, { path: `${EMBED}/token`, method: 'POST', json });
const bound = { type: 'report', id: 'places', parameters: { region: ['north'] } };
const session = (token: string, resource = places) => app.context.embeds.openSession(token, resource);
const refused = expect.objectContaining({ code: 'access.embed_refused' });

test('POST /api/v1/embed/token returns a token of 256 bits, of which only the hash is stored', async () => {
  const { status, body } = await mint(ada, {
    ...bound,
    id: 'Places',
    origins: ['https://maps.example.org', 'http://localhost:8080'],
    actions: ['export'],
    datasource: 'other',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    token: expect.stringMatching(/^emb_[A-Za-z0-9_-]{43}$/),
    ...{ type: 'report', id: 'places', owner: null, actions: ['export'] },
    origins: ['https://maps.example.org', 'http://localhost:8080'],
    url: expect.stringContaining(`/embed/report/places?et=${body.token}`),
  });
  const seconds = (Date.parse(body.expires_at) - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
  const { rows } = await app.admin.query('SELECT * FROM report_server.embed_tokens WHERE id = $1', [
    body.token_id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(body.token.slice(4));
  const { rows: events } = await app.admin.query('SELECT * FROM report_server.audit_events');
  expect(JSON.stringify(events)).not.toContain(body.token.slice(4));
});

test.each([
  ['an unknown parameter', { parameters: { regoin: 'x' } }, 400, /parameters\.regoin/],
  ['a parameter that may not be locked', { parameters: { free: 'x' } }, 400, /parameters\.free/],
  ['a value that does not fit', { parameters: { year: 'soon' } }, 400, /year/],
  ['two values for one', { parameters: { year: [1, 2] } }, 400, /year/],
  ['a report that is missing', { id: 'nothing' }, 404, /no report "nothing"/],
  ['a report without a map as a map', { type: 'map-report' }, 400, /no map/],
  ['a filter of a report', { filter: { column: 'a', op: 'eq', value: 1 } }, 400, /filter/],
  ['a datasource that the report does not allow', { datasource: 'third' }, 400, /datasource/],
  ['a datasource that the caller may not view', { datasource: 'hidden' }, 403, /"hidden"/],
  ['an origin with a path', { origins: ['https://a.org/x'] }, 400, /origins\[0\]/],
  ['an origin with a wildcard', { origins: ['https://*.a.org'] }, 400, /origins\[0\]/],
  [
    'an origin without encryption',
    { origins: ['https://a.org', 'http://a.org'] },
    400,
    /origins\[1\].*https/,
  ],
  ['another action', { actions: ['delete'] }, 400, /actions/],
  ['a life of a week', { expires_in: 604800 }, 400, /expires_in/],
  [
    'a view of another person',
    { type: 'view', id: 'mine', owner: 'root', parameters: {} },
    404,
    /"root\/mine"/,
  ],
  ['parameters of a view', { type: 'view', id: 'mine', parameters: { a: 1 } }, 400, /no parameters/],
  [
    'a malformed filter',
    { type: 'view', id: 'mine', parameters: {}, filter: { and: [{ op: 'eq' }] } },
    400,
    /filter\.and\[0\]/,
  ],
  [
    'a filter on an unknown column',
    { type: 'view', id: 'mine', parameters: {}, filter: { column: 'regoin', op: 'eq', value: 'x' } },
    400,
    /"region"/,
  ],
  [
    'an unknown filter of a dashboard',
    { type: 'dashboard', id: 'board', parameters: { x: 1 } },
    400,
    /parameters\.x/,
  ],
  [
    'a filter without widgets',
    { type: 'dashboard', id: 'board', parameters: { nowhere: 1 } },
    400,
    /No widget/,
  ],
])('POST /api/v1/embed/token refuses %s', async (_what, change, status, message) => {
  const answer = await mint(ada, { type: 'report', id: 'places', ...change });
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(message)]);
});

test('POST /api/v1/embed/token is 401 for visitors, and 404 for people who may not view the resource', async () => {
  expect((await mint(null, bound)).status).toBe(401);
  expect((await mint(eve, bound)).status).toBe(404);
  expect((await mint(eve, { type: 'view', id: 'mine', owner: 'ada' })).status).toBe(404);
  expect((await mint(eve, { type: 'dashboard', id: 'board', owner: 'ada' })).status).toBe(404);
});

test('A token opens its own resource until it is revoked, and its sessions end with it', async () => {
  const { body } = await mint(ada, bound);
  const { secret, grant } = await session(body.token);
  expect(grant).toMatchObject({
    token: { key: 'places', parameters: { region: ['north'] } },
    creator: { id: ada.id },
  });
  expect((await app.context.embeds.requireSession(secret, places)).tokenId).toBe(body.token_id);
  for (const other of [
    { ...places, key: 'other' },
    { ...places, type: 'map-report' as const },
    { type: 'view' as const, key: 'places', owner: 'ada' },
  ]) {
    await expect(session(body.token, other)).rejects.toEqual(refused);
    await expect(app.context.embeds.requireSession(secret, other)).rejects.toEqual(refused);
  }
  expect((await app.ask(ada, { path: `${EMBED}/tokens/${body.token_id}` })).body).toMatchObject({
    ...{ state: 'active', uses: 1, creator: 'ada', parameters: { region: ['north'] } },
  });
  expect((await app.ask(eve, { path: `${EMBED}/tokens/${body.token_id}`, method: 'DELETE' })).status).toBe(
    404,
  );
  expect((await app.ask(ada, { path: `${EMBED}/tokens/${body.token_id}`, method: 'DELETE' })).status).toBe(
    204,
  );
  await expect(session(body.token)).rejects.toEqual(refused);
  await expect(app.context.embeds.requireSession(secret)).rejects.toEqual(refused);
  expect((await app.ask(ada, { path: `${EMBED}/tokens/${body.token_id}` })).body.state).toBe('revoked');
});

test.each([
  [
    'is expired',
    () => app.admin.query(`UPDATE report_server.embed_tokens SET expires_at = now()`),
    () => undefined,
  ],
  [
    'is of a creator without the report',
    () => takeBack('report', 'places'),
    () => give(ada, 'report', 'places'),
  ],
  [
    'is of a creator without the datasource',
    () => takeBack('datasource', 'sample'),
    () => give(ada, 'datasource', 'sample'),
  ],
  [
    'is of a creator without the service',
    () => takeBack('service', 'report-server'),
    async () => {
      await app.grant({ to: ada, on: 'report-server', permission: 'edit' });
      await app.grant({ to: eve, on: 'report-server', permission: 'edit' });
    },
  ],
  [
    'is of a report that is archived',
    () => app.ask(root, { path: '/api/v1/reports/places', method: 'DELETE' }),
    () => app.ask(root, { path: '/api/v1/reports/places/restore', method: 'POST' }),
  ],
  [
    'is of a creator who is disabled',
    () => app.admin.query(`UPDATE portal.users SET enabled = false WHERE username = 'ada'`),
    () => app.admin.query(`UPDATE portal.users SET enabled = true WHERE username = 'ada'`),
  ],
])('A token, and its sessions, are refused without a reason when it %s', async (_what, spoil, mend) => {
  const { body } = await mint(ada, bound);
  const { secret } = await session(body.token);
  await spoil();
  await expect(session(body.token)).rejects.toEqual(refused);
  await expect(app.context.embeds.requireSession(secret, places)).rejects.toEqual(refused);
  await mend();
});

test('A token or session that nobody made is refused', async () => {
  for (const secret of ['', 'emb_', `emb_${'a'.repeat(43)}`, "' OR 1=1 --"]) {
    await expect(session(secret)).rejects.toEqual(refused);
    await expect(app.context.embeds.requireSession(secret)).rejects.toEqual(refused);
  }
});

test('An embed token as a bearer token is 403 on every route', async () => {
  const { body } = await mint(ada, bound);
  for (const path of [
    '/api/v1/reports',
    '/api/v1/license',
    `${EXPLORER}/views`,
    `${EMBED}/tokens`,
    '/api/jobs',
  ]) {
    const { status } = await app.ask(null, { path, headers: { authorization: `Bearer ${body.token}` } });
    expect([path, status]).toEqual([path, 403]);
  }
  const minted = await app.ask(null, {
    path: `${EMBED}/token`,
    method: 'POST',
    json: bound,
    headers: { authorization: `Bearer ${body.token}` },
  });
  expect(minted.status).toBe(403);
});

test('GET /api/v1/embed/tokens lists the tokens of the caller, and all for administrators', async () => {
  const { body } = await mint(ada, { ...bound, expires_in: 60 });
  const list = async (person: Person, query = '') =>
    (await app.ask(person, { path: `${EMBED}/tokens${query}` })).body.tokens;
  const [newest] = await list(ada);
  expect(newest).toMatchObject({ token_id: body.token_id, state: 'active', uses: 0 });
  expect(JSON.stringify(newest)).not.toContain('emb_');
  expect(await list(eve)).toEqual([]);
  expect((await list(root, '?limit=1'))[0]).toEqual(newest);
  expect(await list(ada, '?type=view')).toEqual([]);
  const active = await list(ada, '?state=active&id=places');
  expect(active.every(({ state }: { state: string }) => state === 'active')).toBe(true);
});

test('POST /api/v1/embed/revoke revokes by resource and by creator, as far as the caller may', async () => {
  const revoke = (person: Person, json: object) =>
    app.ask(person, { path: `${EMBED}/revoke`, method: 'POST', json });
  await revoke(root, { creator: 'ada' });
  const mine = async () => (await mint(ada, bound)).body.token;
  const theirs = (await mint(root, bound)).body.token;
  const token = await mine();
  expect((await revoke(eve, { type: 'report', id: 'places' })).body).toEqual({ revoked: 0 });
  expect((await revoke(ada, { type: 'report', id: 'places' })).body).toEqual({ revoked: 1 });
  await expect(session(token)).rejects.toEqual(refused);
  expect((await session(theirs)).grant.creator.id).toBe(root.id);
  await mine();
  expect((await revoke(root, { type: 'report', id: 'places' })).body).toEqual({ revoked: 2 });
  await mine();
  expect((await revoke(eve, { creator: 'ada' })).status).toBe(403);
  expect((await revoke(ada, { creator: 'ada' })).body).toEqual({ revoked: 1 });
  for (const json of [{}, { type: 'report' }, { type: 'report', id: 'x', creator: 'ada' }]) {
    expect((await revoke(ada, json)).status).toBe(400);
  }
});

test('A widget takes the values that a token binds, and is refused when it does not map one of them', () => {
  const dashboard: Parameters<typeof bindWidget>[0] = {
    filters: [
      { name: 'country', op: 'eq', widgets: { a: 'country', b: 'land' } },
      { name: 'only_a', op: 'contains', widgets: { a: 'name' } },
    ],
    parameters: { year: { widgets: { a: 'p_year' } } },
  };
  expect(bindWidget(dashboard, 'b', { country: 'Malta' })).toEqual({
    conditions: [{ column: 'land', op: 'eq', value: 'Malta' }],
    parameters: {},
  });
  expect(bindWidget(dashboard, 'b', { country: 'Malta', only_a: 'x' })).toBeNull();
  expect(bindWidget(dashboard, 'b', { unknown: 'x' })).toBeNull();
  expect(bindWidget(dashboard, 'a', { country: [], only_a: 'x', year: 2024 })).toEqual({
    conditions: [
      { column: 'country', op: 'in', value: [] },
      { column: 'name', op: 'contains', value: 'x' },
    ],
    parameters: { p_year: 2024 },
  });
});

test('A token for a view or a dashboard carries its owner, and needs the licence for dashboards', async () => {
  const filter = { column: 'region', op: 'eq', value: 'north' };
  const view = await mint(ada, { type: 'view', id: 'mine', filter });
  expect(view.body).toMatchObject({ owner: 'ada', url: expect.stringContaining('/embed/view/ada/mine?et=') });
  const opened = await session(view.body.token, { type: 'view', key: 'mine', owner: 'ada' });
  expect(opened.grant.token.filter).toEqual(filter);
  const board = await mint(ada, { type: 'dashboard', id: 'board', parameters: { country: 'Malta' } });
  expect(board).toMatchObject({ status: 201, body: { owner: 'ada' } });
  const status = app.context.license.status;
  const resource: EmbedResource = { type: 'dashboard', key: 'board', owner: 'ada' };
  expect((await session(board.body.token, resource)).grant.token.key).toBe('board');
  app.context.license.status = async () => ({ ...(await status()), features: [] });
  await expect(session(board.body.token, resource)).rejects.toEqual(refused);
  app.context.license.status = status;
});
