import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract, METHODS } from '@cairn/contracts';
import { ask, NOTHING, traces, upload } from './client.ts';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  stranger = await app.signUp({ username: 'stranger', service: null });
});

afterAll(() => app.close());

const operations = Object.entries(loadContract('vault').paths).flatMap(([template, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const { user = 'none', service } = operation['x-access'] ?? {};
    const isPage = operation['x-page'] === true;
    return [{ method: method.toUpperCase(), template, user, service, isPage }];
  }),
);
/** The vault of these tests is not public, so that optional sign-in opens nothing. */
const guarded = operations.filter(({ user, isPage }) => user !== 'none' && !isPage);
const PAGES = operations.filter(({ isPage }) => isPage).map(({ template }) => template);

const PATH: Record<string, string> = { id: '1', name: 'x', version: '1', z: '0', x: '0', y: '0', table: 't' };

function pathOf(template: string): string {
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => PATH[name] ?? 'x');
  return ['/metadata', '/preview'].includes(template) ? `${path}?dataset=x&version=1` : path;
}

test('only health and shared assets ask for no permission', () => {
  const open = operations.filter(({ user }) => user === 'none');
  expect(open.map(({ template }) => template).toSorted()).toEqual(['/api/health', '/shared/ui/{path}']);
});

test.each(guarded)('$method $template answers 401 without a login', async ({ method, template }) => {
  expect((await ask(app, null, { method, path: pathOf(template) })).status).toBe(401);
});

test.each(guarded)(
  '$method $template answers 403 to who may not use the vault',
  async ({ method, template }) => {
    expect((await ask(app, stranger, { method, path: pathOf(template) })).status).toBe(403);
  },
);

test.each(guarded)('$method $template takes no bearer token for a login', async ({ method, template }) => {
  const headers = { authorization: `Bearer cairn_pat_${'a'.repeat(46)}`, cookie: ada.cookie };
  expect((await ask(app, null, { method, path: pathOf(template), headers })).status).toBe(401);
});

test.each(guarded.filter(({ method }) => method !== 'GET'))(
  '$method $template from a page of another site answers 403 and changes nothing',
  async ({ method, template }) => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect((await ask(app, ada, { method, path: pathOf(template), headers })).status).toBe(403);
    expect(await traces(app)).toEqual(NOTHING);
  },
);

test.each(PAGES)(
  'GET %s sends who is not signed in to the sign-in page, and who may not use the vault away',
  async (page) => {
    const path = pathOf(page);
    const anonymous = await ask(app, null, { path, headers: { accept: 'text/html' } });
    expect(anonymous.status).toBe(303);
    expect(anonymous.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`/vault${path}`)}`);
    const refused = await ask(app, stranger, { path });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toContain('text/html');
  },
);

test('POST /projects/{id}/upload needs the edit permission on the vault', async () => {
  expect((await upload(app, reader, { file: geoJson(), fileName: 'a.geojson' })).status).toBe(403);
  expect(await traces(app)).toEqual(NOTHING);
});

test.each(guarded.filter(({ service }) => service !== 'view'))(
  '$method $template answers 403 to who may only look at the vault',
  async ({ method, template }) => {
    expect((await ask(app, reader, { method, path: pathOf(template) })).status).toBe(403);
  },
);

test('every change needs edit on the vault, except cancelling a job of one’s own', () => {
  const changing = guarded.filter(({ method, service }) => method !== 'GET' && service === 'view');
  expect(changing.map(({ template }) => template)).toEqual(['/api/jobs/{id}/cancel']);
});

test('a dataset is invisible to others on every route, and its owner sees it at once', async () => {
  const made = await upload(app, ada, { file: geoJson(), fileName: 'private.geojson' });
  expect(made.status).toBe(201);
  const paths = [
    '/datasets/private',
    '/datasets/private/versions',
    '/datasets/private/metadata',
    '/datasets/private/thumbnail',
    `/versions/${made.body.version_id}/download`,
    '/metadata?dataset=private&version=1',
    '/preview?dataset=private&version=1',
    `/versions/${made.body.version_id}/lineage`,
    `/api/versions/${made.body.version_id}/publish-capability`,
  ];
  for (const path of paths) {
    expect({ path, status: (await ask(app, reader, { path })).status }).toEqual({ path, status: 403 });
  }
  expect((await ask(app, reader, { path: `/api/jobs/${made.body.job_id}` })).status).toBe(404);
  expect((await ask(app, reader, { path: '/datasets-summary' })).body).toEqual([]);
  expect((await ask(app, reader, { path: '/api/discovery' })).body.items).toEqual([]);
  expect((await ask(app, ada, { path: '/datasets/private/versions' })).status).toBe(200);
});

test('a dataset that everybody may see counts as public, and a reader still cannot change it', async () => {
  await app.admin.query(
    `INSERT INTO portal.permissions (resource_id, group_id, permission)
     SELECT r.id, g.id, 'view' FROM portal.resources r, portal.groups g
      WHERE r.resource_key = 'id:' || (SELECT id FROM vault.datasets WHERE name = 'private') AND g.kind = 'public'`,
  );
  const { body } = await ask(app, reader, { path: '/datasets-summary' });
  expect(body).toEqual([expect.objectContaining({ name: 'private', visibility: 'public' })]);
  const path = '/datasets/private/metadata';
  expect((await ask(app, reader, { path, method: 'POST', json: { title: 'mine' } })).status).toBe(403);
});

test('under the base path the same routes answer with the same classes of access', async () => {
  expect((await ask(app, ada, { path: '/vault/datasets' })).status).toBe(200);
  expect((await ask(app, null, { path: '/vault/datasets' })).status).toBe(401);
  expect((await ask(app, stranger, { path: '/vault/datasets' })).status).toBe(403);
  for (const path of ['//datasets', '/./datasets', '/%64atasets/', '/DATASETS', '/vault//datasets'])
    expect((await ask(app, stranger, { path })).status).toBeGreaterThanOrEqual(400);
});

test('GET /datasets/{name} answers 404 with the page that says so for a dataset that does not exist', async () => {
  const root = await app.signUp({ username: 'root', isAdmin: true });
  const { status, body } = await ask(app, root, { path: '/datasets/nowhere' });
  expect(status).toBe(404);
  expect(body).toContain('<div id="root">');
});

test('without a database the vault answers 503 with a sentence, and GET /datasets/{name}/metadata with defaults', async () => {
  const bare = await startTestVault();
  const { buildContext } = await import('../src/context.ts');
  const { createApp } = await import('../src/app.ts');
  const { createServer } = await import('node:http');
  const { listen } = await import('./test-app.ts');
  const { databaseUrl: _none, ...config } = bare.config;
  const context = buildContext(config, bare.context.logger);
  const server = createServer(createApp(context));
  const url = await listen(server);
  try {
    const root = await bare.signUp({ username: 'root', isAdmin: true });
    const listing = await ask({ url }, root, { path: '/datasets' });
    expect(listing.status).toBe(503);
    expect(listing.body.error).toMatch(/DATABASE_URL/);
    expect((await upload({ url }, root, { file: geoJson(), fileName: 'a.geojson' })).status).toBe(503);
    expect((await ask({ url }, root, { path: '/datasets/x/metadata' })).body).toMatchObject({ title: 'x' });
    expect((await ask({ url }, null, { path: '/api/health' })).status).toBe(200);
  } finally {
    server.closeAllConnections();
    server.close();
    await context.close();
    await bare.close();
  }
});

test('errors tell no stack, no SQL and no path of the server', async () => {
  await app.admin.query('ALTER TABLE vault.versions RENAME TO versions_away');
  try {
    const { status, body } = await ask(app, ada, { path: '/datasets/private/versions' });
    expect(status).toBe(500);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).not.toMatch(/select|versions|\.ts|\//i);
  } finally {
    await app.admin.query('ALTER TABLE vault.versions_away RENAME TO versions');
  }
});

test('what made a job fail is told to who asked for it, and not to others who may see the dataset', async () => {
  const { body } = await upload(app, ada, { file: 'countries.gpkg', dataset: 'watched' });
  await app.grant({ to: reader, on: 'watched', permission: 'view' });
  const error = {
    attempt: 1,
    at: new Date().toISOString(),
    code: 'x',
    message: 'The layer "secret" is empty.',
  };
  await app.admin.query(
    `UPDATE vault.jobs SET status = 'failed', errors = $2, finished_at = now() WHERE id = $1`,
    [body.job_id, JSON.stringify([error])],
  );
  const path = `/api/jobs/${body.job_id}`;
  expect((await ask(app, ada, { path })).body).toMatchObject({ status: 'failed', error: error.message });
  const { status, body: seen } = await ask(app, reader, { path });
  expect([status, seen.status]).toEqual([200, 'failed']);
  expect(JSON.stringify(seen)).not.toContain('secret');
});
