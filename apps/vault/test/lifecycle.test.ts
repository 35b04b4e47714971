import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addVersion, namesOf, onDataset, summariesOf, versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { tinyTiff } from './tiny-tiff.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());

const post = (person: Person, name: string, path: string, json?: unknown) =>
  onDataset(app, person, { name, path, json });
const remove = (person: Person, name: string, query = '?confirm=true') =>
  onDataset(app, person, { name, method: 'DELETE', path: query });
const removeVersion = (person: Person, name: string, version: number | string) =>
  onDataset(app, person, { name, method: 'DELETE', path: `/versions/${version}` });
const resource = async (key: string) =>
  (await app.admin.query('SELECT owner_id FROM portal.resources WHERE resource_key = $1', [key])).rows;

describe('archive', () => {
  beforeAll(async () => {
    await addVersion(app, ada, 'old wells', '1');
    await app.grant({ to: bob, on: 'old wells', permission: 'view' });
  });

  test('POST /datasets/{name}/archive returns 200 and hides the dataset from lists, also the second time', async () => {
    for (let i = 0; i < 2; i += 1)
      expect(await post(ada, 'old wells', '/archive')).toMatchObject({
        status: 200,
        body: { success: true },
      });
    expect(await namesOf(app, ada)).not.toContain('old wells');
    expect(await namesOf(app, ada, '?archived=only')).toEqual(['old wells']);
    expect(await namesOf(app, ada, '?archived=include')).toContain('old wells');
    expect((await ask(app, ada, { path: '/api/discovery' })).body.items).toEqual([]);
    const [summary] = await summariesOf(app, ada, '?archived=1');
    expect(summary).toMatchObject({ archived: true, archived_at: expect.any(String) });
  });

  test('an archived dataset can be read, and every change returns an error with the reason', async () => {
    expect((await versionsOf(app, ada, 'old wells')).length).toBe(1);
    const [version] = await versionsOf(app, ada, 'old wells');
    expect((await ask(app, ada, { path: `/versions/${version.id}/download` })).status).toBe(200);
    const refused = [
      await upload(app, ada, {
        file: tinyTiff('2'),
        fileName: 'x.tif',
        path: '/datasets/old%20wells/upload',
      }),
      await post(ada, 'old wells', '/rename', { name: 'new wells' }),
      await ask(app, ada, { path: `/versions/${version.id}/rollback`, method: 'POST' }),
      await onDataset(app, ada, {
        name: 'old wells',
        method: 'PUT',
        path: '/folder',
        json: { folder_id: null },
      }),
      await removeVersion(ada, 'old wells', 1),
    ];
    for (const { status, body } of refused)
      expect({ status, error: body.error }).toEqual({
        status: 409,
        error: 'The dataset "old wells" is archived and cannot be changed. Restore it first.',
      });
    const saved = await post(ada, 'old wells', '/metadata', { title: 'x' });
    expect(saved.status).toBe(400);
    expect(saved.body.error).toMatch(/is archived/);
    expect((await versionsOf(app, ada, 'old wells')).length).toBe(1);
  });

  test('POST /datasets/{name}/restore returns 200 and shows the dataset unchanged', async () => {
    for (let i = 0; i < 2; i += 1) expect((await post(ada, 'old wells', '/restore')).status).toBe(200);
    expect(await namesOf(app, ada)).toContain('old wells');
    expect((await post(ada, 'old wells', '/metadata', { title: 'Wells' })).status).toBe(200);
  });

  test.each(['archive', 'restore'])(
    'POST /datasets/{name}/%s returns 403 without edit and 404 for an unknown dataset',
    async (what) => {
      expect((await post(bob, 'old wells', `/${what}`)).status).toBe(403);
      expect((await post(root, 'nowhere', `/${what}`)).status).toBe(404);
      expect(await namesOf(app, ada)).toContain('old wells');
    },
  );
});

test('metadata, permissions, folder and owner survive a new version, a rollback, a rename and archiving', async () => {
  await addVersion(app, ada, 'kept', 'one');
  const key = await app.keyOf('kept');
  const folder = await ask(app, ada, { path: '/api/folders', method: 'POST', json: { name: 'Kept here' } });
  await onDataset(app, ada, {
    name: 'kept',
    method: 'PUT',
    path: '/folder',
    json: { folder_id: folder.body.id },
  });
  const written = { title: 'Kept wells', description: 'd', tags: ['a'], citation: 'c', notes: 'n' };
  await post(ada, 'kept', '/metadata', written);
  await app.grant({ to: bob, on: 'kept', permission: 'edit' });
  await addVersion(app, bob, 'kept', 'two');
  const first = (await versionsOf(app, ada, 'kept')).at(-1);
  await ask(app, bob, { path: `/versions/${first.id}/rollback`, method: 'POST' });
  expect((await post(bob, 'kept', '/rename', { name: 'kept on' })).status).toBe(200);
  await post(bob, 'kept on', '/archive');
  await post(bob, 'kept on', '/restore');
  const { body } = await onDataset(app, bob, { name: 'kept on', method: 'GET', path: '/metadata' });
  expect(body).toMatchObject({
    ...written,
    owner: 'ada',
    folder: 'Kept here',
    permissions: { view: true, edit: true, admin: false },
  });
  expect((await versionsOf(app, ada, 'kept on')).map((v) => [v.version, v.operation])).toEqual([
    [3, 'rollback'],
    [2, 'upload'],
    [1, 'upload'],
  ]);
  expect(await resource(key)).toEqual([{ owner_id: ada.id }]);
});

describe('rename', () => {
  beforeAll(() => addVersion(app, ada, 'roads', 'r'));

  test('POST /datasets/{name}/rename returns 200 with the name as stored, and a title that was not edited follows', async () => {
    const { status, body } = await post(ada, 'roads', '/rename', { name: '  Streets (all) ' });
    expect([status, body]).toEqual([200, { success: true, name: 'Streets (all)' }]);
    const found = (await summariesOf(app, ada)).find(({ name }) => name === 'Streets (all)');
    expect(found).toMatchObject({ title: 'Streets (all)', permissions: { admin: true } });
    expect((await onDataset(app, ada, { name: 'roads', method: 'GET', path: '/versions' })).status).toBe(403);
  });

  test('POST /datasets/{name}/rename to its own name returns 200 and changes nothing', async () => {
    expect((await post(ada, 'Streets (all)', '/rename', { name: 'Streets (all)' })).status).toBe(200);
    expect(await versionsOf(app, ada, 'Streets (all)')).toHaveLength(1);
  });

  test('POST /datasets/{name}/rename returns 409 for a taken name, 400 for an unknown dataset, 403 without edit', async () => {
    await addVersion(app, bob, 'taken', 't');
    expect((await post(ada, 'Streets (all)', '/rename', { name: 'taken' })).status).toBe(409);
    expect((await post(root, 'nowhere', '/rename', { name: 'somewhere' })).status).toBe(400);
    await app.grant({ to: bob, on: 'Streets (all)', permission: 'view' });
    expect((await post(bob, 'Streets (all)', '/rename', { name: 'mine' })).status).toBe(403);
    expect((await post(ada, 'Streets (all)', '/rename', {})).status).toBe(400);
  });
});

describe('delete', () => {
  test('DELETE /datasets/{name}/versions/{version} returns 200 and deletes its bytes unless other versions share them', async () => {
    await addVersion(app, ada, 'layers', 'first');
    await addVersion(app, ada, 'layers', 'second');
    await addVersion(app, ada, 'layers', 'third');
    const before = (await app.stored()).objects;
    const [, second, first] = await versionsOf(app, ada, 'layers');
    await ask(app, ada, { path: `/versions/${first.id}/rollback`, method: 'POST' });
    await ask(app, ada, { path: `/metadata?dataset=layers&version=2` });

    expect((await removeVersion(ada, 'layers', 2)).status).toBe(200);
    const after = (await app.stored()).objects;
    expect(before.filter((key) => !after.includes(key))).toEqual([expect.stringContaining(second.sha256)]);
    const facts = await app.admin.query('SELECT 1 FROM vault.file_facts WHERE sha256 = $1', [second.sha256]);
    expect(facts.rows).toEqual([]);

    expect((await removeVersion(ada, 'layers', 1)).status).toBe(200);
    expect((await app.stored()).objects).toEqual(after);
    const left = await versionsOf(app, ada, 'layers');
    expect(left.map(({ version }) => version)).toEqual([4, 3]);
    expect((await ask(app, ada, { path: `/versions/${left[0].id}/download` })).status).toBe(200);
    expect((await summariesOf(app, ada)).find(({ name }) => name === 'layers').version_count).toBe(2);
  });

  test('DELETE /datasets/{name}/versions/{version} returns 409 for the latest version, 404 for an unknown one, 400 for an invalid number, 403 without edit', async () => {
    expect((await removeVersion(ada, 'layers', 4)).status).toBe(409);
    expect((await removeVersion(ada, 'layers', 2)).status).toBe(404);
    expect((await removeVersion(root, 'nowhere', 1)).status).toBe(404);
    expect((await removeVersion(ada, 'layers', 'x')).status).toBe(400);
    expect((await removeVersion(ada, 'layers', 0)).status).toBe(400);
    await app.grant({ to: bob, on: 'layers', permission: 'view' });
    expect((await removeVersion(bob, 'layers', 3)).status).toBe(403);
    expect((await versionsOf(app, ada, 'layers')).length).toBe(2);
  });

  test('DELETE /datasets/{name} returns 400 without confirm=true and 409 for an active dataset, and deletes nothing', async () => {
    for (const query of ['', '?confirm=yes', '?confirm=1', '?confirm=TRUE'])
      expect((await remove(ada, 'layers', query)).status).toBe(400);
    expect((await remove(ada, 'layers')).status).toBe(409);
    expect((await remove(root, 'nowhere')).status).toBe(404);
    await app.grant({ to: bob, on: 'layers', permission: 'edit' });
    await post(ada, 'layers', '/archive');
    expect((await remove(bob, 'layers')).status).toBe(403);
    expect((await versionsOf(app, ada, 'layers')).length).toBe(2);
  });

  test("DELETE /datasets/{name} returns 200 and deletes rows, bytes, facts, pictures and the portal's resource", async () => {
    const [latest] = await versionsOf(app, ada, 'layers');
    const key = await app.keyOf('layers');
    expect((await ask(app, ada, { path: '/datasets/layers/thumbnail' })).status).toBe(200);
    expect(await app.context.derived.find(latest.sha256, 'thumbnail.webp')).not.toBeNull();
    expect(await remove(ada, 'layers')).toMatchObject({ status: 200, body: { success: true } });
    expect(await app.context.derived.find(latest.sha256, 'thumbnail.webp')).toBeNull();
    expect((await app.stored()).objects.filter((key) => key.includes(latest.sha256))).toEqual([]);
    await app.syncPortal();
    expect(await resource(key)).toEqual([]);
    expect(await namesOf(app, root, '?archived=all')).not.toContain('layers');
    const waiting = await app.admin.query('SELECT count(*) AS n FROM vault.object_removals');
    expect(Number(waiting.rows[0].n)).toBe(0);
    expect((await addVersion(app, bob, 'layers', 'again')).created).toBe(true);
  });
});

test.each([
  ['nothing', undefined, undefined],
  ['JSON', '{"a": [', 'application/json'],
  ['bytes', '\u0000\u0001', 'application/octet-stream'],
])('POST /register returns 200 without a body for any request: %s', async (_what, body, type) => {
  const response = await fetch(`${app.url}/register`, {
    method: 'POST',
    headers: { cookie: ada.cookie, ...(type ? { 'content-type': type } : {}) },
    ...(body ? { body } : {}),
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
});
