import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractRoutes, serveTestApp } from '@cairn/testing';
import { vault } from '../src/service.ts';
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

const operations = contractRoutes('vault').map(({ method, template, isPage, needs }) => {
  const { user = 'none', service } = needs;
  return { method, template, user, service, isPage };
});
/** The vault of these tests is not public, so that optional sign-in opens nothing. */
const guarded = operations.filter(({ user, isPage }) => user !== 'none' && !isPage);
const PAGES = operations.filter(({ isPage }) => isPage).map(({ template }) => template);

const PATH: Record<string, string> = {
  ...{ id: '1', name: 'x', version: '1', z: '0', x: '0', y: '0', table: 't' },
  publication: '00000000-0000-4000-8000-000000000000',
};

function pathOf(template: string): string {
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => PATH[name] ?? 'x');
  return ['/metadata', '/preview'].includes(template) ? `${path}?dataset=x&version=1` : path;
}

test('only health and shared assets require no permission', () => {
  const open = operations.filter(({ user }) => user === 'none');
  expect(open.map(({ template }) => template).toSorted()).toEqual(['/api/health', '/shared/ui/{path}']);
});

test.each(guarded)('$method $template returns 401 without a login', async ({ method, template }) => {
  expect((await ask(app, null, { method, path: pathOf(template) })).status).toBe(401);
});

test.each(guarded)(
  '$method $template returns 403 to users without permissions on the vault',
  async ({ method, template }) => {
    expect((await ask(app, stranger, { method, path: pathOf(template) })).status).toBe(403);
  },
);

test.each(guarded)('$method $template rejects bearer tokens', async ({ method, template }) => {
  const headers = { authorization: `Bearer cairn_pat_${'a'.repeat(46)}`, cookie: ada.cookie };
  expect((await ask(app, null, { method, path: pathOf(template), headers })).status).toBe(401);
});

test.each(guarded.filter(({ method }) => method !== 'GET'))(
  '$method $template returns 403 and changes nothing when the request comes from another site',
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
  'GET %s redirects visitors to the sign-in page and returns 403 to users without permissions on the vault',
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

test('POST /projects/{id}/upload requires the edit permission on the vault', async () => {
  expect((await upload(app, reader, { file: geoJson(), fileName: 'a.geojson' })).status).toBe(403);
  expect(await traces(app)).toEqual(NOTHING);
});

test.each(guarded.filter(({ service }) => service !== 'view'))(
  '$method $template returns 403 to users who may only view the vault',
  async ({ method, template }) => {
    expect((await ask(app, reader, { method, path: pathOf(template) })).status).toBe(403);
  },
);

test("every change requires edit on the vault, except cancelling the user's own job", () => {
  const changing = guarded.filter(({ method, service }) => method !== 'GET' && service === 'view');
  expect(changing.map(({ template }) => template)).toEqual(['/api/jobs/{id}/cancel']);
});

test('a new dataset is visible to its owner at once and to no one else on any route', async () => {
  const uploaded = await upload(app, ada, { file: geoJson(), fileName: 'private.geojson' });
  expect(uploaded.status).toBe(201);
  const paths = [
    '/datasets/private',
    '/datasets/private/versions',
    '/datasets/private/metadata',
    '/datasets/private/thumbnail',
    `/versions/${uploaded.body.version_id}/download`,
    '/metadata?dataset=private&version=1',
    '/preview?dataset=private&version=1',
    `/versions/${uploaded.body.version_id}/lineage`,
    `/api/versions/${uploaded.body.version_id}/publish-capability`,
  ];
  for (const path of paths) {
    expect({ path, status: (await ask(app, reader, { path })).status }).toEqual({ path, status: 403 });
  }
  expect((await ask(app, reader, { path: `/api/jobs/${uploaded.body.job_id}` })).status).toBe(404);
  expect((await ask(app, reader, { path: '/datasets-summary' })).body).toEqual([]);
  expect((await ask(app, reader, { path: '/api/discovery' })).body.items).toEqual([]);
  expect((await ask(app, ada, { path: '/datasets/private/versions' })).status).toBe(200);
});

test('a dataset that everyone may view is listed as public, and readers cannot change it', async () => {
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

test('routes below the base path have the same access rules', async () => {
  expect((await ask(app, ada, { path: '/vault/datasets' })).status).toBe(200);
  expect((await ask(app, null, { path: '/vault/datasets' })).status).toBe(401);
  expect((await ask(app, stranger, { path: '/vault/datasets' })).status).toBe(403);
  for (const path of ['//datasets', '/./datasets', '/%64atasets/', '/DATASETS', '/vault//datasets'])
    expect((await ask(app, stranger, { path })).status).toBeGreaterThanOrEqual(400);
});

test('GET /datasets/{name} returns 404 with a page for an unknown dataset', async () => {
  const root = await app.signUp({ username: 'root', isAdmin: true });
  const { status, body } = await ask(app, root, { path: '/datasets/nowhere' });
  expect(status).toBe(404);
  expect(body).toContain('<div id="root">');
});

test('without a database the vault returns 503 with a message, and GET /datasets/{name}/metadata defaults for administrators', async () => {
  const bare = await startTestVault();
  const { databaseUrl: _none, ...config } = bare.config;
  const context = vault.buildContext(config, bare.context.logger);
  const { url, close } = await serveTestApp(vault, context);
  try {
    const root = await bare.signUp({ username: 'root', isAdmin: true });
    const listing = await ask({ url }, root, { path: '/datasets' });
    expect(listing.status).toBe(503);
    expect(listing.body.error).toMatch(/DATABASE_URL/);
    expect((await upload({ url }, root, { file: geoJson(), fileName: 'a.geojson' })).status).toBe(503);
    expect((await ask({ url }, root, { path: '/datasets/x/metadata' })).body).toMatchObject({ title: 'x' });
    const eve = await bare.signUp({ username: 'eve' });
    expect((await ask({ url }, eve, { path: '/datasets/x/metadata' })).status).toBe(503);
    expect((await ask({ url }, null, { path: '/api/health' })).status).toBe(200);
  } finally {
    await close();
    await context.close();
    await bare.close();
  }
});

test('error responses contain no stack, SQL or server path', async () => {
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

test('the error of a failed job is shown to its requester and hidden from other readers of the dataset', async () => {
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
