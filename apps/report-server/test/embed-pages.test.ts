import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { places, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

/** Sales, of a region that a token binds, and of a city that the reader may choose. */
const element = { y: 0, width: 150, height: 14 };
const template = {
  version: 1,
  title: 'Sales',
  lang: 'en',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'region', type: 'list<text>', required: true, default: ['south'] },
    {
      name: 'city',
      type: 'text',
      depends_on: ['region'],
      source: {
        sql: 'SELECT city AS value FROM shop.sales WHERE region = ANY (:region) AND city IS NOT NULL ORDER BY id',
      },
    },
  ],
  datasets: [
    {
      name: 'sales',
      sql: `SELECT id, city, region FROM shop.sales
        WHERE ($P{region} IS NULL OR $X{IN, region, region}) AND ($P{city} IS NULL OR city = $P{city}) ORDER BY id`,
    },
  ],
  groups: [],
  variables: [],
  styles: [],
  bands: {
    detail: [
      {
        height: 14,
        elements: [
          { id: 'c', kind: 'field', x: 0, ...element, expression: '$F{city}' },
          { id: 'r', kind: 'field', x: 160, ...element, expression: '$F{region}' },
        ],
      },
    ],
  },
};
const SITE = 'https://shop.example.org';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer({
    env: ({ storageRoot }) => ({
      PAGES_ROOT: join(storageRoot, 'pages'),
      EMBED_ORIGINS: 'https://operator.example.org',
    }),
  });
  const { pages } = app.config;
  await mkdir(join(pages, 'sdk'), { recursive: true });
  await writeFile(
    join(pages, 'embed.html'),
    '<html><head><base href="/"></head><body>embedded</body></html>',
  );
  for (const kind of ['js', 'min.js', 'esm.js', 'd.ts'])
    await writeFile(join(pages, 'sdk', `platform-report.${kind}`), `/* ${kind} */`);
  for (const key of ['sales', 'other']) {
    await app.ask(app.root, {
      path: '/api/v1/reports',
      method: 'POST',
      json: { key, datasource: 'sample', template },
    });
    await app.grant({ to: app.ada, on: key, permission: 'view', resourceType: 'report' });
  }
});
afterAll(() => app.close());

const bound = { type: 'report', id: 'sales', parameters: { region: ['north'] } };

async function mint(json: object): Promise<{ token: string; token_id: number; url: string }> {
  const { status, body } = await app.ask(app.ada, { path: '/api/v1/embed/token', method: 'POST', json });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

async function open(json: { type: string; id: string; owner?: string; [more: string]: unknown }) {
  const { token, token_id: id } = await mint(json);
  const { type, id: key, owner } = json;
  const { body } = await exchange({ token, type, id: key, owner });
  return { token, id, session: body.session as string, body };
}

const exchange = (json: object) => app.ask(null, { path: '/embed/api/session', method: 'POST', json });

const call = (session: string, path: string, json?: object) =>
  app.ask(null, {
    path: `/embed/api${path}`,
    headers: { 'X-Embed-Session': session },
    ...(json ? { method: 'POST', json } : {}),
  });

const run = (session: string, json: object, key = 'sales') =>
  fetch(`${app.url}/embed/api/reports/${key}/document`, {
    method: 'POST',
    headers: { 'X-Embed-Session': session, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  });

const page = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });

async function runs(): Promise<number> {
  const { rows } = await app.admin.query('SELECT count(*)::int AS n FROM report_server.executions');
  return rows[0].n;
}

test.each([
  '/sdk/platform-report.js',
  '/sdk/platform-report.min.js',
  '/sdk/v1/platform-report.js',
  '/sdk/v1/platform-report.esm.js',
  '/sdk/v1/platform-report.d.ts',
])(
  'GET /sdk/platform-report.js, GET /sdk/platform-report.min.js, GET /sdk/v1/platform-report.js answer any site for five minutes: %s',
  async (path) => {
    const answer = await page(path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^\/\* .* \*\/$/)]);
    const header = (name: string) => answer.headers.get(name);
    expect([header('access-control-allow-origin'), header('cache-control')]).toEqual([
      '*',
      'public, max-age=300',
    ]);
    expect(header('content-type')).toMatch(path.endsWith('.ts') ? /^text\/plain/ : /javascript/);
    // Said outright, or fetch adds no-cache to what is asked with a condition.
    const again = await fetch(app.url + path, {
      headers: { 'If-None-Match': header('etag')!, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  },
);

test.each(['/sdk/v1/embed.html', '/sdk/v1/..%2fembed.html', '/sdk/v2/platform-report.js', '/sdk/other.js'])(
  'GET /sdk/v1/{file} is 404 for %s',
  async (path) => {
    expect((await page(path)).status).toBe(404);
  },
);

test('GET /embed/report/{key} may be shown by the sites of its token, and is stored nowhere', async () => {
  const own = await mint({ ...bound, origins: [SITE, 'http://localhost:8080'] });
  const answer = await page(`/embed/report/Sales?et=${own.token}&city=Berlin`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('embedded')]);
  const header = (name: string) => answer.headers.get(name);
  expect(header('content-security-policy')).toContain(`frame-ancestors ${SITE} http://localhost:8080;`);
  expect([
    header('referrer-policy'),
    header('cache-control'),
    header('x-frame-options'),
    header('set-cookie'),
  ]).toEqual(['no-referrer', 'no-store', null, null]);
  const others = await mint(bound);
  const byDefault = await page(`/embed/report/sales?et=${others.token}`);
  expect(byDefault.headers.get('content-security-policy')).toContain(
    "frame-ancestors https://operator.example.org 'self';",
  );
});

test('GET /embed/report/{key} is a 401 page without a token, and a 403 page without a hint for any wrong one', async () => {
  const { token } = await mint(bound);
  const none = await page('/embed/report/sales');
  expect([none.status, none.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  const texts = new Set<string>();
  for (const path of [
    '/embed/report/sales?et=emb_nothing',
    `/embed/report/sales?et=${token}&et=${token}`,
    `/embed/report/other?et=${token}`,
    `/embed/report/missing?et=${token}`,
    `/embed/map-report/sales?et=${token}`,
    `/embed/view/ada/sales?et=${token}`,
    `/embed/dashboard/ada/sales?et=${token}`,
    `/embed/report/sales?et=${token}&region=south`,
    `/embed/report/sales?et=${token}&region=north`,
    `/embed/report/sales?et=${token}&city=Berlin&region=north&region=south`,
    `/embed/report/sales?et=${token}&region=`,
  ]) {
    const answer = await page(path);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    texts.add((await answer.text()).replace(/Request \S+</, ''));
  }
  expect(texts.size).toBe(1);
  expect([...texts][0]).not.toContain(token);
});

test('POST /embed/api/session trades a token for a session of its own resource', async () => {
  const { body, token, id } = await open({ ...bound, origins: [SITE], actions: ['export'] });
  expect(body).toEqual({
    session: expect.stringMatching(/^ems_[A-Za-z0-9_-]{43}$/),
    expires_in: expect.any(Number),
    title: 'Sales',
    bound: ['region'],
    actions: ['export'],
    origins: [SITE],
  });
  expect(body.expires_in).toBeGreaterThan(590);
  for (const wrong of [
    { id: 'other' },
    { type: 'map-report' },
    { owner: 'ada' },
    { token: `emb_${'a'.repeat(43)}` },
  ]) {
    const { status } = await exchange({ token, type: 'report', id: 'sales', ...wrong });
    expect([wrong, status]).toEqual([wrong, 403]);
  }
  const { rows } = await app.admin.query('SELECT uses FROM report_server.embed_tokens WHERE id = $1', [id]);
  expect(rows[0].uses).toBe(1);
});

test('GET /embed/api/reports/{key}/config leaves out what the token binds and does not allow', async () => {
  const { session } = await open(bound);
  const { status, body } = await call(session, '/reports/sales/config');
  expect(status).toBe(200);
  expect(body.parameters).toEqual([expect.objectContaining({ name: 'city', depends_on: [] })]);
  expect(body.formats.map(({ name }: { name: string }) => name)).toEqual(['html']);
  expect(JSON.stringify(body)).not.toMatch(/north|sample/);
});

test('POST /embed/api/reports/{key}/parameters/{name}/lookup offers the options of the bound value', async () => {
  const { session } = await open(bound);
  const lookup = (name: string, params: object) =>
    call(session, `/reports/sales/parameters/${name}/lookup`, { params });
  const { body } = await lookup('city', {});
  expect(body.options.map(({ value }: { value: string }) => value)).toEqual(['Berlin', 'Köln', '50%_\\']);
  expect((await lookup('city', { region: ['south'] })).status).toBe(403);
  expect((await lookup('region', {})).status).toBe(403);
  const nothing = await open({ ...bound, parameters: { region: [] } });
  const empty = await call(nothing.session, '/reports/sales/parameters/city/lookup', {});
  expect(empty.body).toEqual({ options: [], truncated: false, needs: [] });
});

test('POST /embed/api/reports/{key}/document reads with the bound values, which no call can replace', async () => {
  const { session } = await open({ ...bound, actions: ['export'] });
  const shown = await run(session, { format: 'csv' });
  expect([shown.status, await shown.text()]).toEqual([200, expect.not.stringContaining('south')]);
  const chosen = await (await run(session, { format: 'csv', parameters: { city: 'Köln' } })).text();
  expect(chosen).toContain('Köln');
  expect(chosen).not.toContain('Berlin');
  const before = await runs();
  for (const region of ['south', 'north', ['north'], ['north', 'south'], null, '', []]) {
    const { status } = await run(session, { format: 'csv', parameters: { region } });
    expect([region, status]).toEqual([region, 403]);
  }
  expect((await run(session, { format: 'csv' }, 'other')).status).toBe(403);
  // A city of another region is none of the options.
  expect((await run(session, { format: 'csv', parameters: { city: 'x' } })).status).toBe(400);
  expect(await runs()).toBe(before);
  const last = await app.ask(app.ada, { path: '/api/v1/executions?limit=1' });
  expect(last.body.executions[0]).toMatchObject({
    via: 'embed',
    parameters: { city: ['Köln'], region: ['north'] },
  });
});

test.each([[[]], [''], [null]])(
  'POST /embed/api/reports/{key}/document selects nothing for the bound value %j, whatever the statement says',
  async (region) => {
    const { session } = await open({ ...bound, parameters: { region }, actions: ['export'] });
    const answer = await run(session, { format: 'csv' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringMatching(/north|south/)]);
  },
);

test('POST /embed/api/reports/{key}/document shows HTML with any token, and exports with that action only', async () => {
  const { session } = await open(bound);
  const shown = await run(session, {});
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await shown.text()).toContain('Berlin');
  const refused = await run(session, { format: 'pdf' });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'report-server.embed_action' }]);
  expect((await run(session, { format: 'exe' })).status).toBe(400);
});

test('POST /embed/api/reports/{key}/document is 403 for a parameter that the report has lost', async () => {
  const json = { key: 'loses', datasource: 'sample', template };
  await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json });
  await app.grant({ to: app.ada, on: 'loses', permission: 'view', resourceType: 'report' });
  const { session } = await open({ ...bound, id: 'loses' });
  const datasets = [{ name: 'sales', sql: 'SELECT id, city, region FROM shop.sales' }];
  const changed = await app.ask(app.root, {
    path: '/api/v1/reports/loses',
    method: 'PUT',
    json: { template: { ...template, parameters: [], datasets }, revision: 1 },
  });
  expect(changed.status).toBe(200);
  expect((await run(session, {}, 'loses')).status).toBe(403);
});

const expire = (id: number) =>
  app.admin.query('UPDATE report_server.embed_tokens SET expires_at = now() WHERE id = $1', [id]);
const enable = (enabled: boolean) =>
  app.admin.query(`UPDATE portal.users SET enabled = $1 WHERE username = 'ada'`, [enabled]);

test.each([
  ['expired in the middle of its use', (id: number) => expire(id)],
  ['revoked', (id: number) => app.ask(app.ada, { path: `/api/v1/embed/tokens/${id}`, method: 'DELETE' })],
  ['of a creator who is disabled', () => enable(false)],
])(
  'GET /embed/report/{key} and its data calls are 403 when the token is %s, and no row is read',
  async (_what, spoil) => {
    const { session, token, id } = await open({ ...bound, actions: ['export'] });
    expect((await run(session, { format: 'csv' })).status).toBe(200);
    await spoil(id);
    const before = await runs();
    const answers = [
      (await page(`/embed/report/sales?et=${token}`)).status,
      (await exchange({ token, type: 'report', id: 'sales' })).status,
      (await call(session, '/reports/sales/config')).status,
      (await call(session, '/reports/sales/parameters/city/lookup', {})).status,
      (await run(session, { format: 'csv' })).status,
      (await run(session, {})).status,
    ];
    await enable(true);
    expect(answers).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await runs()).toBe(before);
  },
);

test('GET /embed/api/reports/{key}/config takes no cookie, no bearer token, and no embed token in its place', async () => {
  const { token } = await open(bound);
  const path = '/embed/api/reports/sales/config';
  const ask = (headers: Record<string, string>) => app.ask(null, { path, headers });
  expect((await ask({ Cookie: app.ada.cookie })).status).toBe(401);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(401);
  expect((await ask({ 'X-Embed-Session': token })).status).toBe(403);
  expect(
    (
      await app.ask(null, {
        path: '/reports/execute?_repName=sales',
        headers: { Authorization: `Bearer ${token}` },
      })
    ).status,
  ).toBe(403);
});

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
  const json = {
    key: 'map',
    datasource: 'sample',
    template: { ...template, parameters: [], datasets, bands },
  };
  expect((await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json })).status).toBe(201);
  await app.grant({ to: app.ada, on: 'map', permission: 'view', resourceType: 'report' });
  const { session, token } = await open({ type: 'map-report', id: 'map' });
  expect((await page(`/embed/map-report/map?et=${token}`)).status).toBe(200);
  expect((await page(`/embed/report/map?et=${token}`)).status).toBe(403);
  const shown = await (await run(session, {}, 'map')).text();
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
  const json = {
    ...{ key: 'live', datasource: 'sample' },
    template: { ...named, parameters, datasets: [{ name: 'main', sql }] },
  };
  expect((await app.ask(app.root, { path: '/api/v1/reports', method: 'POST', json })).status).toBe(201);
  await app.grant({ to: app.ada, on: 'live', permission: 'view', resourceType: 'report' });
  const { session } = await open({ type: 'map-report', id: 'live', parameters: { least: 2 } });
  const ask = (secret: string, body: object = {}) => call(secret, '/reports/live/maps', body);
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
  expect((await call(session, '/reports/other/maps', {})).status).toBe(403);
  const nothing = await open({ type: 'map-report', id: 'live', parameters: { least: null } });
  expect((await ask(nothing.session)).body.maps[0].features.features).toEqual([]);
  const report = await open({ type: 'report', id: 'live' });
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
  const { session, token } = await open({ ...wanted, filter: { column: 'city', op: 'ne', value: 'Berlin' } });
  expect((await page(`/embed/view/ada/north?et=${token}`)).status).toBe(200);
  expect((await page(`/embed/view/eve/north?et=${token}`)).status).toBe(403);
  const { body: content } = await call(session, '/content');
  expect(content).toMatchObject({
    title: 'North',
    views: { view: { kind: 'table', query: {} } },
    refused: [],
  });
  const query = (json: object, id = 'view') => call(session, `/widgets/${id}/query`, { ...sales, ...json });
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
  const { body: table } = await call(session, '/widgets/view/table');
  expect(table.columns.map(({ name }: { name: string }) => name)).not.toContain('amount');
  expect((await call(session, '/reports/sales/config')).status).toBe(403);
  const nothing = await open({ ...wanted, filter: { column: 'city', op: 'in', value: [] } });
  expect(rowsOf(await call(nothing.session, '/widgets/view/query', sales), 'city')).toEqual([]);
});

test('GET /embed/api/widgets/{widget}/tiles/{z}/{x}/{y}.mvt has the rows of the token alone', async () => {
  const view = { title: 'Map', kind: 'map', source: places };
  await app.ask(app.ada, { path: '/api/v1/explorer/views', method: 'POST', json: view });
  const { session } = await open({
    type: 'view',
    id: 'map',
    owner: 'ada',
    filter: { column: 'name', op: 'eq', value: 'Berlin' },
  });
  const tile = async (query: string) => {
    const { status, body } = await call(session, `/widgets/view/tiles/0/0/0.mvt?columns=name${query}`);
    return [status, body.toString('latin1').includes('Berlin'), body.toString('latin1').includes('Paris')];
  };
  expect(await tile('')).toEqual([200, true, false]);
  const paris = encodeURIComponent('{"column":"name","op":"eq","value":"Paris"}');
  expect((await call(session, `/widgets/view/tiles/0/0/0.mvt?filter=${paris}`)).status).toBe(204);
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
  const { session, token } = await open({
    type: 'dashboard',
    id: 'board',
    owner: 'ada',
    parameters: { region: 'south' },
  });
  expect((await page(`/embed/dashboard/ada/board?et=${token}&city=x`)).status).toBe(200);
  for (const query of ['region=north', 'region=south', 'region=north&region=south'])
    expect((await page(`/embed/dashboard/ada/board?et=${token}&${query}`)).status).toBe(403);
  const { body } = await call(session, '/content');
  expect(body).toMatchObject({
    filters: [{ name: 'city' }],
    views: { a: { title: 'Bound' } },
    refused: ['b'],
  });
  expect(Object.keys(body.views)).toEqual(['a']);
  const query = (id: string, json: object = {}) =>
    call(session, `/widgets/${id}/query`, { ...sales, ...json });
  expect(new Set(rowsOf(await query('a'), 'region'))).toEqual(new Set(['south']));
  const north = { column: 'region', op: 'eq', value: 'north' };
  expect(rowsOf(await query('a', { filter: north }), 'region')).toEqual([]);
  expect((await query('b')).status).toBe(403);
  expect((await call(session, '/widgets/b/table')).status).toBe(403);
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
  const { session, id } = await open({ ...wanted, filter, actions: ['export'] });
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
  const reading = await open({ ...wanted, filter });
  const refused = await save(reading.session, {});
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'report-server.embed_action' }]);
  await expire(id);
  expect((await save(session, {})).status).toBe(403);
});
