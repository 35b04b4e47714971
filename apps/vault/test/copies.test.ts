import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addVersion, namesOf, onDataset, portalOf, summariesOf, versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;
let portal: ReturnType<typeof portalOf>;

beforeAll(async () => {
  app = await startTestVault();
  portal = portalOf(app);
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());

const rollBack = (person: Person, id: number | string, json?: unknown) =>
  ask(app, person, { path: `/versions/${id}/rollback`, method: 'POST', ...(json ? { json } : {}) });
const clone = (person: Person, name: string, json?: unknown) =>
  onDataset(app, person, { name, path: '/clone', json });
const download = async (person: Person, id: number): Promise<string> =>
  (await ask(app, person, { path: `/versions/${id}/download` })).body.toString();

describe('rollback', () => {
  const ids: number[] = [];
  beforeAll(async () => {
    for (const note of ['first', 'second', 'third'])
      ids.push((await addVersion(app, ada, 'wells', note)).version_id);
  });

  test('POST /versions/{id}/rollback returns 200 and creates a version with the old bytes without writing any', async () => {
    const before = await app.stored();
    const { status, body } = await rollBack(ada, ids[0]!);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      new_version: 4,
      reason: 'Rollback to v1',
      rolled_back_to: 1,
      version: {
        version: 4,
        latest: true,
        operation: 'rollback',
        parent_id: ids[0],
        label: 'Rollback to v1',
        created_by: 'ada',
        file_name: 'places.tif',
      },
    });
    expect(await app.stored()).toEqual(before);
    expect(await download(ada, body.version.id)).toBe(await download(ada, ids[0]!));
    expect((await versionsOf(app, ada, 'wells')).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect((await summariesOf(app, ada))[0]).toMatchObject({
      name: 'wells',
      latest_version: 4,
      version_count: 4,
    });
  });

  test.each([
    [{ reason: '  The second was right  ' }, 'The second was right'],
    [{ reason: '   ' }, 'Rollback to v2'],
    [{}, 'Rollback to v2'],
  ])('POST /versions/{id}/rollback with %j sets the reason %s', async (json, reason) => {
    const { body } = await rollBack(ada, ids[1]!, json);
    expect(body).toMatchObject({ reason, version: { label: reason } });
  });

  test('POST /versions/{id}/rollback returns 409 for the latest version, 404 for an unknown one, 403 without edit, 400 for a number as reason', async () => {
    const [latest] = await versionsOf(app, ada, 'wells');
    expect((await rollBack(ada, latest.id)).status).toBe(409);
    for (const id of ['0', 'x', '999999']) expect((await rollBack(root, id)).status).toBe(404);
    await app.grant({ to: bob, on: 'wells', permission: 'view' });
    expect((await rollBack(bob, ids[0]!)).status).toBe(403);
    expect((await rollBack(ada, ids[0]!, { reason: 7 })).status).toBe(400);
    expect((await rollBack(ada, ids[0]!, { reason: 'x'.repeat(1001) })).status).toBe(400);
    expect((await versionsOf(app, ada, 'wells'))[0].id).toBe(latest.id);
  });
});

describe('clone', () => {
  beforeAll(async () => {
    await addVersion(app, ada, 'lakes', 'l1');
    await addVersion(app, ada, 'lakes', 'l2');
    const json = { title: 'All lakes', description: 'd', tags: ['x'], keywords: ['k'], notes: 'n' };
    await onDataset(app, ada, { name: 'lakes', path: '/metadata', json });
    await app.grant({ to: bob, on: 'lakes', permission: 'view' });
  });

  test('POST /datasets/{name}/clone returns 200 and clones only the latest version, for the caller, without writing bytes', async () => {
    const before = await app.stored();
    const { status, body } = await clone(bob, 'lakes');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      name: 'lakes (Copy)',
      dataset_id: expect.any(Number),
      source: 'lakes',
      versions: 1,
      latest_version: 1,
      latest_version_id: expect.any(Number),
      url: '/vault/datasets/lakes%20(Copy)',
    });
    expect(await app.stored()).toEqual(before);
    const [own] = await versionsOf(app, bob, 'lakes (Copy)');
    const [source] = await versionsOf(app, bob, 'lakes');
    expect(own).toMatchObject({
      version: 1,
      operation: 'clone',
      parent_id: source.id,
      sha256: source.sha256,
      created_by: 'bob',
    });
    expect(await download(bob, own.id)).toBe(await download(bob, source.id));
    const [summary] = (await summariesOf(app, bob)).filter(({ name }) => name === 'lakes (Copy)');
    expect(summary).toMatchObject({ title: 'All lakes', owner: 'bob', permissions: { admin: true } });
  });

  test('a clone is visible to its owner only, not to readers or the owner of the source', async () => {
    expect(await namesOf(app, ada)).not.toContain('lakes (Copy)');
    expect((await onDataset(app, ada, { name: 'lakes (Copy)', method: 'GET' })).status).toBe(403);
  });

  test('POST /datasets/{name}/clone copies all versions with clone_versions, and the metadata with clone_metadata', async () => {
    const json = {
      name: 'lakes too',
      clone_versions: true,
      clone_metadata: false,
      clone_publish_config: true,
    };
    const { body } = await clone(bob, 'lakes', json);
    expect(body).toMatchObject({ name: 'lakes too', versions: 2, latest_version: 2 });
    const versions = await versionsOf(app, bob, 'lakes too');
    expect(versions.map((v) => [v.version, v.operation, v.latest])).toEqual([
      [2, 'clone', true],
      [1, 'clone', false],
    ]);
    expect(versions.map((v) => v.parent_id)).toEqual((await versionsOf(app, bob, 'lakes')).map((v) => v.id));
    const metadata = await onDataset(app, bob, { name: 'lakes too', method: 'GET', path: '/metadata' });
    expect(metadata.body).toMatchObject({ title: 'lakes too', description: '', tags: [], keywords: [] });
    const full = await clone(bob, 'lakes', { name: 'lakes three' });
    expect(
      (await onDataset(app, bob, { name: full.body.name, method: 'GET', path: '/metadata' })).body,
    ).toMatchObject({ title: 'All lakes', description: 'd', tags: ['x'], keywords: ['k'], notes: 'n' });
  });

  test('POST /datasets/{name}/clone returns 409 when the requested or the default name is taken', async () => {
    expect((await clone(bob, 'lakes')).status).toBe(409);
    expect((await clone(bob, 'lakes', { name: '  ' })).status).toBe(409);
    expect((await clone(bob, 'lakes', { name: 'wells' })).status).toBe(409);
  });

  test('POST /datasets/{name}/clone returns 404 for an unknown dataset, 403 without view on it or edit on the vault', async () => {
    const reader = await app.signUp({ username: 'reader', service: 'view' });
    await app.grant({ to: reader, on: 'lakes', permission: 'admin' });
    expect((await clone(root, 'nowhere')).status).toBe(404);
    expect((await clone(bob, 'wells too')).status).toBe(403);
    expect((await clone(reader, 'lakes', { name: 'mine' })).status).toBe(403);
    expect((await clone(bob, 'lakes', { clone_versions: 'yes' })).status).toBe(400);
  });

  test('the clone of an archived dataset is active', async () => {
    await onDataset(app, ada, { name: 'lakes', path: '/archive' });
    expect((await clone(bob, 'lakes', { name: 'lakes alive' })).status).toBe(200);
    expect(await namesOf(app, bob)).toContain('lakes alive');
  });

  test('a clone stays when its source is deleted, and the bytes are deleted with the last copy', async () => {
    await addVersion(app, ada, 'source', 's');
    expect((await clone(ada, 'source', { name: 'copy' })).status).toBe(200);
    const [copy] = await versionsOf(app, ada, 'copy');
    const kept = async () => (await app.stored()).objects.filter((key) => key.includes(copy.sha256));
    expect(await kept()).toHaveLength(1);
    await remove('source');
    expect((await ask(app, ada, { path: `/versions/${copy.id}/download` })).status).toBe(200);
    await remove('copy');
    expect(await kept()).toEqual([]);
  });

  test('POST /datasets/{name}/clone returns 503 and creates nothing while the portal does not answer, and succeeds later', async () => {
    await addVersion(app, ada, 'quiet', 'q');
    const before = { ...(await app.stored()), datasets: await app.rows('datasets') };
    portal.stop();
    expect((await clone(ada, 'quiet')).status).toBe(503);
    expect({ ...(await app.stored()), datasets: await app.rows('datasets') }).toEqual(before);
    portal.resume();
    expect((await clone(ada, 'quiet')).status).toBe(200);
  });

  async function remove(name: string): Promise<void> {
    await onDataset(app, ada, { name, path: '/archive' });
    const { status } = await onDataset(app, ada, { name, method: 'DELETE', path: '?confirm=true' });
    expect(status).toBe(200);
  }
});

test('rollback and clone keep a version whose data is stored elsewhere', async () => {
  const { body } = await upload(app, ada, { file: 'elevation.tif', dataset: 'remote' });
  await app.admin.query(
    `INSERT INTO vault.versions (dataset_id, version, operation, format, file_name, size, sha256, datasource_type, source)
     SELECT dataset_id, 2, 'import_s3', format, file_name, size, repeat('ab', 32), 'remote', '{"bucket":"b"}'
     FROM vault.versions WHERE id = $1`,
    [body.version_id],
  );
  const next = await upload(app, ada, { file: 'geoid.tif', path: '/datasets/remote/upload' });
  expect(next.body.version).toBe(3);
  const [, remote] = await versionsOf(app, ada, 'remote');
  const rolled = await rollBack(ada, remote.id);
  expect(rolled.body.version).toMatchObject({ version: 4, datasource_type: 'remote' });
  expect(rolled.body.version).not.toHaveProperty('sha256');
  expect((await clone(ada, 'remote')).status).toBe(200);
  const [own] = await versionsOf(app, ada, 'remote (Copy)');
  expect(own).toMatchObject({ datasource_type: 'remote', operation: 'clone' });
  expect((await ask(app, ada, { path: `/versions/${own.id}/download` })).status).toBe(404);
  const rows = await app.admin.query('SELECT source FROM vault.versions WHERE id = $1', [own.id]);
  expect(rows.rows[0].source).toEqual({ bucket: 'b' });
});
