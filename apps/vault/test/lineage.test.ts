import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addVersion, onDataset, versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;
/** Ids of versions by what they are. */
const id: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
  for (const number of ['1', '2', '3'])
    id[`roads ${number}`] = (await addVersion(app, ada, 'roads', `roads ${number}`)).version_id;
  const back = await ask(app, ada, {
    path: `/versions/${id['roads 1']}/rollback`,
    method: 'POST',
    json: { reason: 'Wrong roads' },
  });
  id['roads 4'] = back.body.version.id;
  id['area 1'] = (await addVersion(app, bob, 'area', 'area')).version_id;
  await app.grant({ to: bob, on: 'roads', permission: 'view' });
  const copy = await onDataset(app, bob, { name: 'roads', path: '/clone', json: { name: 'bobs roads' } });
  id['bobs roads 1'] = copy.body.latest_version_id;
  id['bobs roads 2'] = (await addVersion(app, bob, 'bobs roads', 'clipped')).version_id;
  // As a clip writes it.
  await app.admin.query(
    `UPDATE vault.versions SET operation = 'clip', clipped_by_id = $2, parameters = '{"mode": "dataset", "clip_dataset": "area"}'
      WHERE id = $1`,
    [id['bobs roads 2'], id['area 1']],
  );
});

afterAll(() => app.close());

const lineage = (person: Person, versionId: number | string | undefined) =>
  ask(app, person, { path: `/versions/${versionId}/lineage` });
const nameOf = (versionId: number) => Object.keys(id).find((name) => id[name] === versionId);

/** Nodes and edges by name. */
async function graph(person: Person, name: string) {
  const { body } = await lineage(person, id[name]);
  return {
    nodes: body.nodes.map((node: { version_id: number }) => nameOf(node.version_id)).toSorted(),
    edges: body.edges
      .map((edge: { from: number; to: number; role: string }) =>
        [nameOf(edge.from), edge.role, nameOf(edge.to)].join(' > '),
      )
      .toSorted(),
  };
}

test('GET /versions/{id}/lineage returns 200 with ancestors and descendants through clones, rollbacks and clips', async () => {
  expect(await graph(root, 'bobs roads 2')).toEqual({
    nodes: ['area 1', 'bobs roads 1', 'bobs roads 2', 'roads 1', 'roads 4'],
    edges: [
      'area 1 > clip > bobs roads 2',
      'bobs roads 1 > parent > bobs roads 2',
      'roads 1 > parent > roads 4',
      'roads 4 > parent > bobs roads 1',
    ],
  });
  expect((await graph(root, 'roads 1')).nodes).toEqual([
    'bobs roads 1',
    'bobs roads 2',
    'roads 1',
    'roads 2',
    'roads 3',
    'roads 4',
  ]);
  expect(await graph(root, 'area 1')).toEqual({
    nodes: ['area 1', 'bobs roads 2'],
    edges: ['area 1 > clip > bobs roads 2'],
  });
});

test('GET /versions/{id}/lineage returns operation, author and parameters of each version', async () => {
  // As the inspection of a vector file leaves it.
  await app.admin.query(
    `INSERT INTO vault.file_facts (sha256, format, facts)
     SELECT sha256, format, '{"layers": [{"featureCount": 40}, {"featureCount": 2}]}' FROM vault.versions WHERE id = $1`,
    [id['roads 1']],
  );
  const { body } = await lineage(bob, id['bobs roads 2']);
  expect(body.version_id).toBe(id['bobs roads 2']);
  const node = (name: string) =>
    body.nodes.find((each: { version_id: number }) => each.version_id === id[name]);
  expect(node('bobs roads 2')).toEqual({
    version_id: id['bobs roads 2'],
    dataset: 'bobs roads',
    version: 2,
    operation: 'clip',
    parameters: { mode: 'dataset', clip_dataset: 'area' },
    latest: true,
    created_at: expect.any(String),
    created_by: 'bob',
  });
  expect(node('roads 4')).toMatchObject({
    dataset: 'roads',
    operation: 'rollback',
    label: 'Wrong roads',
    latest: true,
    feature_count: 42,
  });
});

test('GET /versions/{id}/lineage leaves out datasets that the caller may not view, and their ancestors', async () => {
  expect((await graph(ada, 'roads 1')).nodes).toEqual(['roads 1', 'roads 2', 'roads 3', 'roads 4']);
  expect(await graph(bob, 'area 1')).toMatchObject({ nodes: ['area 1', 'bobs roads 2'] });
  await app.admin.query(
    `DELETE FROM portal.permissions WHERE resource_id =
      (SELECT id FROM portal.resources WHERE resource_key = 'id:' || (SELECT id FROM vault.datasets WHERE name = 'roads'))`,
  );
  expect(await graph(bob, 'bobs roads 2')).toEqual({
    nodes: ['area 1', 'bobs roads 1', 'bobs roads 2'],
    edges: ['area 1 > clip > bobs roads 2', 'bobs roads 1 > parent > bobs roads 2'],
  });
});

test('GET /versions/{id}/lineage and GET /datasets/{name}/versions hide the name of a clip dataset that the caller may not view', async () => {
  await app.grant({ to: ada, on: 'bobs roads', permission: 'view' });
  const { body } = await lineage(ada, id['bobs roads 2']);
  expect(body.nodes.map((node: { version_id: number }) => nameOf(node.version_id))).toContain('bobs roads 2');
  expect(JSON.stringify(body)).not.toContain('area');
  const versions = await ask(app, ada, { path: '/datasets/bobs%20roads/versions' });
  expect(versions.body.versions[0].parameters).toEqual({ mode: 'dataset' });
});

test.each(['0', 'x', '999999', '-1'])(
  'GET /versions/{id}/lineage and GET /api/versions/{id}/publish-capability return 404 for the id %s',
  async (versionId) => {
    expect((await lineage(root, versionId)).status).toBe(404);
    const path = `/api/versions/${versionId}/publish-capability`;
    expect((await ask(app, root, { path })).status).toBe(404);
  },
);

test('GET /versions/{id}/lineage returns 403 for a version that the caller may not view', async () => {
  expect((await lineage(bob, id['roads 1'])).status).toBe(403);
});

test('GET /versions/{id}/lineage returns the nearest 500 of 3,000 versions', async () => {
  await addVersion(app, ada, 'long', 'first');
  await app.admin.query(
    `INSERT INTO vault.versions (dataset_id, version, operation, format, file_name, size, sha256, object_key)
     SELECT v.dataset_id, n, 'upload', v.format, v.file_name, v.size, v.sha256, v.object_key
     FROM vault.versions v JOIN vault.datasets d ON d.id = v.dataset_id, generate_series(2, 3000) AS n
     WHERE d.name = 'long'`,
  );
  await app.admin.query(
    `UPDATE vault.versions v SET parent_id = p.id FROM vault.versions p
      WHERE p.dataset_id = v.dataset_id AND p.version = v.version - 1
        AND v.dataset_id = (SELECT id FROM vault.datasets WHERE name = 'long')`,
  );
  const middle = (await versionsOf(app, ada, 'long')).find(({ version }) => version === 1500);
  const begun = performance.now();
  const { body } = await lineage(ada, middle.id);
  const took = performance.now() - begun;
  const numbers = body.nodes.map(({ version }: { version: number }) => version);
  expect(numbers).toHaveLength(500);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1250);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(1750);
  expect(body.edges).toHaveLength(499);
  expect(took).toBeLessThan(5_000);
});

test('GET /api/versions/{id}/publish-capability returns 200 with the target and the reason why it is not available', async () => {
  const { status, body } = await ask(app, ada, {
    path: `/api/versions/${id['roads 1']}/publish-capability`,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    available: false,
    target: 'gis-runtime',
    reason: expect.stringMatching(/desktop GIS.*operator/),
  });
  expect((await ask(app, bob, { path: `/api/versions/${id['roads 1']}/publish-capability` })).status).toBe(
    403,
  );
});
