import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contractRoutes, serveTestApp, until } from '@cairn/testing';
import { vault } from '../src/service.ts';
import { versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

/** What a visitor must never read: a person, a dataset that is not public, a folder, a value that is not published. */
const SECRETS = [
  'owner-of-it',
  'hidden-source',
  'Folder of the owner',
  'unpublished-value',
  'condition-of-it',
];

let app: TestVault;
let owner: Person;
/** Version ids by dataset; no version has the last one. */
const ids = { shared: 0, hidden: 0, missing: 999_999 };
type Target = keyof typeof ids;
/** Ids of published layers of these datasets. */
const published: Record<Target, string> = {
  shared: '',
  hidden: '',
  missing: '00000000-0000-4000-8000-000000000000',
};

beforeAll(async () => {
  app = await startTestVault();
  owner = await app.signUp({ username: 'owner-of-it' });
  await upload(app, owner, { file: 'countries.gpkg', dataset: 'hidden-source' });
  const publish = async (id: number) => {
    const json = { version_id: id };
    const { body } = await ask(app, owner, { path: `/versions/${id}/publish`, method: 'POST', json });
    return body.publication.id;
  };
  const source = { path: '/datasets/hidden-source/clone', method: 'POST', json: { name: 'shared' } };
  ids.shared = (await ask(app, owner, source)).body.latest_version_id;
  ids.hidden = (await ask(app, owner, { ...source, json: { name: 'hidden' } })).body.latest_version_id;
  published.shared = await publish(ids.shared);
  published.hidden = await publish(ids.hidden);
  const folder = await ask(app, owner, {
    path: '/api/folders',
    method: 'POST',
    json: { name: 'Folder of the owner' },
  });
  const move = { path: '/datasets/shared/folder', method: 'PUT', json: { folder_id: folder.body.id } };
  await ask(app, owner, move);
  const description = { path: '/datasets/shared/metadata', method: 'POST', json: { title: 'Shared' } };
  await ask(app, owner, description);
  await app.admin.query(
    `UPDATE vault.versions SET parameters = '{"where": "condition-of-it", "clip_dataset": "hidden-source"}',
            clipped_by_id = parent_id WHERE id = $1`,
    [ids.shared],
  );
  const edits = editor(app, owner, 'shared');
  const [row] = (await edits.rows({ limit: 1 })).body.rows;
  const edit = await edits.update(row.fid, { name: 'unpublished-value' });
  expect(edit.status).toBe(200);
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
  // More than a visitor may ever use.
  await app.grantToPublic({ on: 'shared', permission: 'admin' });
});

afterAll(() => app.close());

const operations = contractRoutes('vault')
  .filter(({ needs }) => needs.user !== 'none')
  .map(({ method, template, isPage, needs }) => ({
    method,
    template,
    isOpen: needs.user === 'optional',
    isPage,
    onDataset: needs.resource !== undefined,
  }));
const open = operations.filter(({ isOpen }) => isOpen);
const onOneDataset = open.filter(({ onDataset }) => onDataset);

const QUERIES: Record<string, string> = {
  '/metadata': 'dataset={name}&version=1',
  '/preview': 'dataset={name}&version=1',
  '/datasets/{name}/versions/{version}/values': 'field=name',
  '/datasets/{name}/versions/{version}/diff': 'with=1',
};

function pathOf(template: string, target: Target): string {
  const values: Record<string, string> = {
    ...{ id: String(ids[target]), name: target, version: '1' },
    publication: published[target],
    token_id: '1',
  };
  const query = QUERIES[template];
  const address = query === undefined ? template : `${template}?${query}`;
  return address.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '0');
}

const visit = (template: string, target: Target, method = 'GET') =>
  ask(app, null, { method, path: pathOf(template, target) });

test('visitors may read single public datasets and lists of public datasets', () => {
  expect(open.map(({ method, template }) => `${method} ${template}`).toSorted()).toEqual([
    'GET /',
    'GET /api/datasets/{name}/publications',
    'GET /api/discovery',
    'GET /api/versions/{id}/publish-capability',
    'GET /datasets',
    'GET /datasets-summary',
    'GET /datasets/{name}',
    'GET /datasets/{name}/compare',
    'GET /datasets/{name}/metadata',
    'GET /datasets/{name}/thumbnail',
    'GET /datasets/{name}/versions',
    'GET /datasets/{name}/versions/{version}/diff',
    'GET /datasets/{name}/versions/{version}/edit/capability',
    'GET /datasets/{name}/versions/{version}/edit/rows',
    'GET /datasets/{name}/versions/{version}/edit/schema',
    'GET /datasets/{name}/versions/{version}/fields',
    'GET /datasets/{name}/versions/{version}/tiles.json',
    'GET /datasets/{name}/versions/{version}/tiles/{z}/{x}/{y}',
    'GET /datasets/{name}/versions/{version}/values',
    'GET /metadata',
    'GET /preview',
    'GET /projects/{id}/versions',
    'GET /published/{publication}.json',
    'GET /published/{publication}/wms',
    'GET /published/{publication}/{z}/{x}/{y}.pbf',
    'GET /versions/{id}/download',
    'GET /versions/{id}/lineage',
  ]);
});

// A dataset is published to either target: gis-runtime.test.ts has the other.
test.each(open.filter(({ template }) => !template.endsWith('/wms')))(
  '$method $template returns a visitor no names of people and nothing hidden',
  async ({ template, isPage }) => {
    const { status, body, headers } = await visit(template, 'shared');
    // The pages may not have been built.
    expect(isPage ? [200, 503] : [200]).toContain(status);
    const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).not.toContain(`"owner_id"`);
    // Published layers are for caches too.
    const isPublished = template.startsWith('/published/');
    expect(headers.get('cache-control')).toBe(isPublished ? 'public, no-cache' : 'no-store');
  },
);

test('every operation for visitors except pages counts against the visitor limit', async () => {
  const limits = { atOnce: 1, maxWaiting: 0 };
  const { url, close } = await serveTestApp(vault, { ...app.context, visitors: limits });
  const locker = await app.admin.connect();
  await locker.query('BEGIN; LOCK TABLE vault.folders');
  const held = ask({ url }, null, { path: '/datasets-summary' });
  const isHeld = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'vault.folders'::regclass`;
  await until('the first visitor waits', async () => (await locker.query(isHeld)).rowCount === 1);
  const statuses = await Promise.all(
    open.map(async ({ template, isPage }) => {
      const { status } = await ask({ url }, null, { path: pathOf(template, 'shared') });
      return isPage || status === 429 ? null : `${template} ${status}`;
    }),
  );
  expect(statuses.filter((each) => each !== null)).toEqual([]);
  await locker.query('COMMIT');
  locker.release();
  expect((await held).status).toBe(200);
  await close();
});

test.each(onOneDataset)(
  '$method $template returns a visitor the same for a hidden and for an unknown dataset',
  async ({ template, isPage }) => {
    const hidden = await visit(template, 'hidden');
    const missing = await visit(template, 'missing');
    expect([hidden.status, missing.status]).toEqual(isPage ? [303, 303] : [401, 401]);
    expect(hidden.body).toEqual(missing.body);
    const namesOf = (answer: typeof hidden) => [...answer.headers.keys()].toSorted();
    expect(namesOf(hidden)).toEqual(namesOf(missing));
  },
);

test.each(operations.filter(({ isOpen }) => !isOpen))(
  '$method $template requires sign-in, also for public datasets',
  async ({ method, template, isPage }) => {
    const { status } = await visit(template, 'shared', method);
    expect(status).toBe(isPage ? 303 : 401);
  },
);

test('lists show visitors public datasets only, with view as the only permission', async () => {
  const { body } = await ask(app, null, { path: '/datasets-summary?archived=include' });
  expect(body).toEqual([
    expect.objectContaining({
      name: 'shared',
      visibility: 'public',
      permissions: { view: true, edit: false, admin: false },
    }),
  ]);
  const { body: metadata } = await ask(app, null, { path: '/datasets/shared/metadata' });
  expect(metadata.permissions).toEqual({ view: true, edit: false, admin: false });
  const { body: discovery } = await ask(app, null, { path: '/api/discovery' });
  expect(discovery.items.map(({ id }: { id: string }) => id)).toEqual([await app.keyOf('shared')]);
});

test('sort orders for visitors are stored separately', async () => {
  const rows = '/datasets/shared/versions/1/edit/rows?limit=1&sort=';
  const kept = () => readdir(join(app.storageRoot, 'derived/ro/row-orders')).catch(() => []);
  const before = await kept();
  expect((await ask(app, null, { path: `${rows}name` })).status).toBe(200);
  expect(await kept()).toEqual(before);
  expect((await ask(app, owner, { path: `${rows}iso_a3` })).status).toBe(200);
  expect(await kept()).toHaveLength(before.length + 1);
});

test('the owner of a public dataset sees fields that visitors do not', async () => {
  const read = async (path: string) => JSON.stringify((await ask(app, owner, { path })).body);
  expect(await read('/datasets/shared/versions/1/edit/rows')).toContain('unpublished-value');
  expect(await read('/datasets/shared/versions')).toContain('condition-of-it');
  expect(await read('/datasets/shared/metadata')).toContain('Folder of the owner');
  expect(await read(`/versions/${ids.shared}/lineage`)).toContain('hidden-source');
});

test('signed-in users see owners in the list, also after a visitor has read it', async () => {
  const member = await app.signUp({ username: 'member', service: null });
  await ask(app, null, { path: '/datasets-summary' });
  const { body } = await ask(app, member, { path: '/datasets-summary' });
  expect(body).toEqual([expect.objectContaining({ name: 'shared', owner: 'owner-of-it' })]);
});

test('a dataset that is no longer public returns 401 at once, as do all when the vault is not public', async () => {
  const paths = onOneDataset
    .filter(({ isPage }) => !isPage)
    .map(({ template }) => pathOf(template, 'shared'));
  const statuses = async () =>
    new Set(await Promise.all(paths.map(async (path) => (await ask(app, null, { path })).status)));
  const { rows: taken } = await app.admin.query(
    `DELETE FROM portal.permissions USING portal.resources r
      WHERE r.id = resource_id AND r.resource_key = 'id:' || (SELECT id FROM vault.datasets WHERE name = 'shared') RETURNING permissions.*`,
  );
  expect(await statuses()).toEqual(new Set([401]));
  for (const { resource_id: resource, group_id: group, permission } of taken)
    await app.admin.query(
      'INSERT INTO portal.permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)',
      [resource, group, permission],
    );
  expect((await versionsOf(app, owner, 'shared')).length).toBe(1);
  const service = `DELETE FROM portal.permissions USING portal.resources r, portal.groups g
    WHERE r.id = resource_id AND g.id = group_id AND r.resource_key = 'vault' AND g.kind = 'public'`;
  await app.admin.query(service);
  expect(await statuses()).toEqual(new Set([401]));
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
});
