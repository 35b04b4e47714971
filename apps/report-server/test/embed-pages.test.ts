import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '@cairn/service';
import { serveTestApp } from '@cairn/testing';
import { reportServer } from '../src/service.ts';
import { startEmbedApp, template } from './embed-app.ts';
import type { EmbedApp } from './embed-app.ts';

const SITE = 'https://shop.example.org';

let app: EmbedApp;
beforeAll(async () => {
  app = await startEmbedApp();
});
afterAll(() => app.close());

const bound = { type: 'report', id: 'sales', parameters: { region: ['north'] } };

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
    const answer = await app.page(path);
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
    expect((await app.page(path)).status).toBe(404);
  },
);

test('GET /embed/report/{key} may be shown by the sites of its token, and is stored nowhere', async () => {
  const own = await app.mint({ ...bound, origins: [SITE, 'http://localhost:8080'] });
  const answer = await app.page(`/embed/report/Sales?et=${own.token}&city=Berlin`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('embedded')]);
  const header = (name: string) => answer.headers.get(name);
  expect(header('content-security-policy')).toContain(`frame-ancestors ${SITE} http://localhost:8080;`);
  expect([
    header('referrer-policy'),
    header('cache-control'),
    header('x-frame-options'),
    header('set-cookie'),
  ]).toEqual(['no-referrer', 'no-store', null, null]);
  const others = await app.mint(bound);
  const byDefault = await app.page(`/embed/report/sales?et=${others.token}`);
  expect(byDefault.headers.get('content-security-policy')).toContain(
    "frame-ancestors https://operator.example.org 'self';",
  );
});

test('GET /embed/report/{key} is a 401 page without a token, and a 403 page without a hint for any wrong one', async () => {
  const { token } = await app.mint(bound);
  const none = await app.page('/embed/report/sales');
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
    const answer = await app.page(path);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    texts.add((await answer.text()).replace(/Request \S+</, ''));
  }
  expect(texts.size).toBe(1);
  expect([...texts][0]).not.toContain(token);
});

test('POST /embed/api/session trades a token for a session of its own resource', async () => {
  const { body, token, id } = await app.open({ ...bound, origins: [SITE], actions: ['export'] });
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
    const { status } = await app.exchange({ token, type: 'report', id: 'sales', ...wrong });
    expect([wrong, status]).toEqual([wrong, 403]);
  }
  const { rows } = await app.admin.query('SELECT uses FROM report_server.embed_tokens WHERE id = $1', [id]);
  expect(rows[0].uses).toBe(1);
});

test('GET /embed/api/reports/{key}/config leaves out what the token binds and does not allow', async () => {
  const { session } = await app.open(bound);
  const { status, body } = await app.call(session, '/reports/sales/config');
  expect(status).toBe(200);
  expect(body.parameters).toEqual([expect.objectContaining({ name: 'city', depends_on: [] })]);
  expect(body.formats.map(({ name }: { name: string }) => name)).toEqual(['html']);
  expect(JSON.stringify(body)).not.toMatch(/north|sample/);
});

test('POST /embed/api/reports/{key}/parameters/{name}/lookup offers the options of the bound value', async () => {
  const { session } = await app.open(bound);
  const lookup = (name: string, params: object) =>
    app.call(session, `/reports/sales/parameters/${name}/lookup`, { params });
  const { body } = await lookup('city', {});
  expect(body.options.map(({ value }: { value: string }) => value)).toEqual(['Berlin', 'Köln', '50%_\\']);
  expect((await lookup('city', { region: ['south'] })).status).toBe(403);
  expect((await lookup('region', {})).status).toBe(403);
  const nothing = await app.open({ ...bound, parameters: { region: [] } });
  const empty = await app.call(nothing.session, '/reports/sales/parameters/city/lookup', {});
  expect(empty.body).toEqual({ options: [], truncated: false, needs: [] });
});

test('POST /embed/api/reports/{key}/document reads with the bound values, which no call can replace', async () => {
  const { session } = await app.open({ ...bound, actions: ['export'] });
  const shown = await app.run(session, { format: 'csv' });
  expect([shown.status, await shown.text()]).toEqual([200, expect.not.stringContaining('south')]);
  const chosen = await (await app.run(session, { format: 'csv', parameters: { city: 'Köln' } })).text();
  expect(chosen).toContain('Köln');
  expect(chosen).not.toContain('Berlin');
  const before = await runs();
  for (const region of ['south', 'north', ['north'], ['north', 'south'], null, '', []]) {
    const { status } = await app.run(session, { format: 'csv', parameters: { region } });
    expect([region, status]).toEqual([region, 403]);
  }
  expect((await app.run(session, { format: 'csv' }, 'other')).status).toBe(403);
  // A city of another region is none of the options.
  expect((await app.run(session, { format: 'csv', parameters: { city: 'x' } })).status).toBe(400);
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
    const { session } = await app.open({ ...bound, parameters: { region }, actions: ['export'] });
    const answer = await app.run(session, { format: 'csv' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringMatching(/north|south/)]);
  },
);

test('POST /embed/api/reports/{key}/document shows HTML with any token, and exports with that action only', async () => {
  const { session } = await app.open(bound);
  const shown = await app.run(session, {});
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await shown.text()).toContain('Berlin');
  const refused = await app.run(session, { format: 'pdf' });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'report-server.embed_action' }]);
  expect((await app.run(session, { format: 'exe' })).status).toBe(400);
});

test('POST /embed/api/reports/{key}/document is 403 for a parameter that the report has lost', async () => {
  await app.addReport('loses');
  const { session } = await app.open({ ...bound, id: 'loses' });
  const datasets = [{ name: 'sales', sql: 'SELECT id, city, region FROM shop.sales' }];
  const changed = await app.ask(app.root, {
    path: '/api/v1/reports/loses',
    method: 'PUT',
    json: { template: { ...template, parameters: [], datasets }, revision: 1 },
  });
  expect(changed.status).toBe(200);
  expect((await app.run(session, {}, 'loses')).status).toBe(403);
});

const enable = (enabled: boolean) =>
  app.admin.query(`UPDATE portal.users SET enabled = $1 WHERE username = 'ada'`, [enabled]);

test.each([
  ['expired in the middle of its use', (id: number) => app.expire(id)],
  ['revoked', (id: number) => app.ask(app.ada, { path: `/api/v1/embed/tokens/${id}`, method: 'DELETE' })],
  ['of a creator who is disabled', () => enable(false)],
])(
  'GET /embed/report/{key} and its data calls are 403 when the token is %s, and no row is read',
  async (_what, spoil) => {
    const { session, token, id } = await app.open({ ...bound, actions: ['export'] });
    expect((await app.run(session, { format: 'csv' })).status).toBe(200);
    await spoil(id);
    const before = await runs();
    const answers = [
      (await app.page(`/embed/report/sales?et=${token}`)).status,
      (await app.exchange({ token, type: 'report', id: 'sales' })).status,
      (await app.call(session, '/reports/sales/config')).status,
      (await app.call(session, '/reports/sales/parameters/city/lookup', {})).status,
      (await app.run(session, { format: 'csv' })).status,
      (await app.run(session, {})).status,
    ];
    await enable(true);
    expect(answers).toEqual([403, 403, 403, 403, 403, 403]);
    expect(await runs()).toBe(before);
  },
);

test('GET /embed/api/reports/{key}/config takes no cookie, no bearer token, and no embed token in its place', async () => {
  const { token } = await app.open(bound);
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

test('GET /embed/report/{key} and its data calls leave no token and no session in the log, whatever their outcome', async () => {
  const destination = new PassThrough();
  const written = destination.setEncoding('utf8').toArray();
  const logger = createLogger({ service: 'report-server', level: 'trace', destination });
  // Requests are logged in production alone.
  const config = { ...app.config, nodeEnv: 'production' as const };
  const context = reportServer.buildContext(config, logger, { registry: app.registry });
  const logged = await serveTestApp(reportServer, context);
  const { token, session } = await app.open(bound);
  const post = (path: string, body: string, secret = session) =>
    fetch(logged.url + path, {
      method: 'POST',
      headers: { 'X-Embed-Session': secret, 'Content-Type': 'application/json' },
      body,
    });
  const trade = (more: object) =>
    post('/embed/api/session', JSON.stringify({ token, type: 'report', id: 'sales', ...more }));
  const answers = [
    await fetch(`${logged.url}/embed/report/sales?et=${token}`),
    await fetch(`${logged.url}/embed/report/sales?et=${token}&region=x`),
    await fetch(`${logged.url}/embed/report/other?et=${token}`),
    await fetch(`${logged.url}/embed/nothing/sales?et=${token}`),
    await fetch(`${logged.url}/reports/execute?_repName=sales&et=${token}`, {
      headers: { Authorization: `Bearer ${token}` },
    }),
    await trade({}),
    await trade({ id: 'other' }),
    await trade({ type: [token] }),
    await post('/embed/api/session', `{"token":"${token}"`),
    await post('/embed/api/reports/sales/document', '{}'),
    await post('/embed/api/reports/sales/document', '{}', token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    200, 403, 403, 404, 403, 200, 403, 400, 400, 200, 403,
  ]);
  await logged.close();
  await context.close();
  destination.end();
  const log = (await written).join('');
  expect(log).toContain('"path":"/embed/report/sales"');
  for (const secret of [token, session]) expect(log).not.toContain(secret.slice(4));
});
