import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@cairn/db';
import { addVersion, namesOf, onDataset, summariesOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { tinyTiff } from './tiny-tiff.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let reader: Person;
let root: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  reader = await app.signUp({ username: 'reader', service: 'view' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());

const create = (person: Person, json: unknown) =>
  ask(app, person, { path: '/api/folders', method: 'POST', json });
const get = (person: Person, id: unknown) => ask(app, person, { path: `/api/folders/${id}` });
const put = (person: Person, id: number, json: unknown) =>
  ask(app, person, { path: `/api/folders/${id}`, method: 'PUT', json });
const post = (person: Person, id: number, what: 'archive' | 'restore') =>
  ask(app, person, { path: `/api/folders/${id}/${what}`, method: 'POST' });
const list = async (person: Person, query = ''): Promise<any[]> =>
  (await ask(app, person, { path: `/api/folders${query}` })).body;
const folder = async (person: Person, json: unknown): Promise<number> => (await create(person, json)).body.id;

test('POST /api/folders returns 201 with the folder, and GET /api/folders/{id} 200 with the same', async () => {
  const { status, body } = await create(ada, { name: '  Water  ', description: 'Rivers and lakes' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Water',
    description: 'Rivers and lakes',
    owner: 'ada',
    owner_id: ada.id,
    group_name: null,
    updated_at: expect.any(String),
    archived: false,
    archived_at: null,
    dataset_count: 0,
    permissions: { view: true, edit: true, admin: true },
  });
  expect(await get(ada, body.id)).toMatchObject({ status: 200, body });
  expect((await get(bob, body.id)).body.permissions).toEqual({ view: true, edit: true, admin: false });
  expect((await get(reader, body.id)).body.permissions).toEqual({ view: true, edit: false, admin: false });
});

test.each([
  ['no name', {}],
  ['a blank name', { name: '   ' }],
  ['a name over two lines', { name: 'a\nb' }],
  ['a name of 201 characters', { name: 'x'.repeat(201) }],
  ['a name with NUL', { name: 'a\u0000' }],
  ['a number for a name', { name: 7 }],
])('POST /api/folders and PUT /api/folders/{id} return 400 with %s', async (_what, json) => {
  const id = await folder(ada, { name: 'Kept' });
  expect((await create(ada, json)).status).toBe(400);
  expect((await put(ada, id, json)).status).toBe(400);
  expect((await get(ada, id)).body.name).toBe('Kept');
});

test('POST /api/folders returns 403 for a group without the caller, and 201 to an administrator for any group', async () => {
  expect((await create(ada, { name: 'Theirs', group_name: 'only bob' })).status).toBe(403);
  expect((await create(ada, { name: 'Mine', group_name: 'only ada' })).status).toBe(201);
  expect((await create(root, { name: 'For bob', group_name: 'only bob' })).status).toBe(201);
  expect((await create(reader, { name: 'Nothing' })).status).toBe(403);
});

describe('a folder of a group', () => {
  let closed: number;
  beforeAll(async () => {
    closed = await folder(ada, { name: 'Closed', group_name: 'only ada' });
    await addVersion(app, ada, 'secret', 'secret');
    await app.grant({ to: bob, on: 'secret', permission: 'edit' });
    await onDataset(app, ada, {
      name: 'secret',
      path: '/folder',
      method: 'PUT',
      json: { folder_id: closed },
    });
  });

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999'])(
    'GET /api/folders/{id} returns 400 for the id %s',
    async (id) => expect((await get(ada, id)).status).toBe(400),
  );

  test('GET /api/folders/{id} and all changes return 403 to users outside the group and 404 for an unknown folder', async () => {
    for (const [id, status] of [
      [closed, 403],
      [999_999, 404],
    ] as const) {
      expect((await get(bob, id)).status).toBe(status);
      expect((await put(bob, id, { name: 'Mine now' })).status).toBe(status);
      expect((await post(bob, id, 'archive')).status).toBe(status);
      expect((await post(bob, id, 'restore')).status).toBe(status);
    }
    for (const person of [ada, root]) expect((await get(person, closed)).status).toBe(200);
    expect((await get(ada, closed)).body).toMatchObject({ name: 'Closed', archived: false });
  });

  test('GET /api/folders lists it to members only', async () => {
    const ids = async (person: Person) => (await list(person)).map(({ id }) => id);
    expect(await ids(ada)).toContain(closed);
    expect(await ids(root)).toContain(closed);
    expect(await ids(bob)).not.toContain(closed);
  });

  test('users who cannot open it see its datasets without a folder', async () => {
    const named = async (person: Person) =>
      (await summariesOf(app, person)).find(({ name }) => name === 'secret');
    expect(await named(ada)).toMatchObject({ folder_id: closed, folder: 'Closed' });
    expect(await named(root)).toMatchObject({ folder_id: closed, folder: 'Closed' });
    expect(await named(bob)).not.toHaveProperty('folder_id');
    expect(await named(bob)).not.toHaveProperty('folder');
    const metadata = { name: 'secret', path: '/metadata', method: 'GET' };
    expect((await onDataset(app, ada, metadata)).body).toMatchObject({ folder: 'Closed' });
    expect((await onDataset(app, bob, metadata)).body).not.toHaveProperty('folder');
    expect(await namesOf(app, ada, `?folder_id=${closed}`)).toEqual(['secret']);
    expect(await namesOf(app, bob, `?folder_id=${closed}`)).toEqual([]);
  });

  test('an upload and PUT /datasets/{name}/folder return 400 to users who cannot open it', async () => {
    const sent = await upload(app, bob, {
      file: tinyTiff('x'),
      fileName: 'bobs.tif',
      fields: { folder_id: String(closed) },
    });
    expect(sent.status).toBe(400);
    await addVersion(app, bob, 'bobs own', 'b');
    const moved = await onDataset(app, bob, {
      name: 'bobs own',
      path: '/folder',
      method: 'PUT',
      json: { folder_id: closed },
    });
    expect(moved.status).toBe(400);
    expect(moved.body.error).toMatch(/no folder/);
  });
});

describe('a folder of a group that is renamed', () => {
  const rename = (from: string, to: string) =>
    app.admin.query('UPDATE portal.groups SET name = $2 WHERE name = $1', [from, to]);

  test('GET /api/folders/{id} stays open to its members, shows the new name, and is closed to another group of the old name', async () => {
    const cleo = await app.signUp({ username: 'cleo' });
    const dan = await app.signUp({ username: 'dan' });
    const id = await folder(root, { name: 'For cleo', group_name: 'only cleo' });
    await rename('only cleo', 'hydrology');
    await rename('only dan', 'only cleo');
    expect(await get(cleo, id)).toMatchObject({ status: 200, body: { group_name: 'hydrology' } });
    expect((await list(root)).find((each) => each.id === id)).toMatchObject({ group_name: 'hydrology' });
    expect((await get(dan, id)).status).toBe(403);
    expect((await list(dan)).map((each) => each.id)).not.toContain(id);
  });

  test('the migration resolves names to ids, and a folder of a deleted group stays open to its owner and administrators only', async () => {
    const erin = await app.signUp({ username: 'erin' });
    const kept = await folder(erin, { name: 'Kept', group_name: 'only erin' });
    const gone = await folder(ada, { name: 'Gone', group_name: 'only ada' });
    await app.admin.query(`UPDATE vault.folders SET group_name = 'a group that is gone' WHERE id = $1`, [
      gone,
    ]);
    await app.admin.query('ALTER TABLE vault.folders DROP COLUMN group_id');
    const { up } = await import('../src/db/migrations/20261122T1512_folder_groups.ts');
    const url = app.database.url('vault');
    const database = createDatabase<unknown>({ url, schema: 'vault', max: 1, applicationName: 'migration' });
    try {
      await up(database.db);
    } finally {
      await database.close();
    }
    const { rows } = await app.admin.query(
      `SELECT f.id::int FROM vault.folders f JOIN portal.groups g ON g.id = f.group_id WHERE g.name = 'only erin'`,
    );
    expect(rows).toEqual([{ id: kept }]);
    expect((await get(erin, kept)).status).toBe(200);
    expect((await get(ada, gone)).status).toBe(200);
    expect((await get(root, gone)).status).toBe(200);
    expect((await get(bob, gone)).status).toBe(403);
  });
});

test('PUT /api/folders/{id} returns 200 and keeps the group', async () => {
  const id = await folder(ada, { name: 'Before', description: 'x', group_name: 'only ada' });
  const { status, body } = await put(ada, id, { name: 'After', group_name: 'only bob' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, name: 'After', group_name: 'only ada' });
  expect(body).not.toHaveProperty('description');
});

test('POST /api/folders/{id}/archive returns 200 and hides the folder; POST /api/folders/{id}/restore shows it again', async () => {
  const id = await folder(ada, { name: 'Old' });
  await addVersion(app, ada, 'in old', 'o');
  const into = { name: 'in old', path: '/folder', method: 'PUT', json: { folder_id: id } };
  expect((await onDataset(app, ada, into)).status).toBe(200);
  for (let i = 0; i < 2; i += 1) {
    expect(await post(ada, id, 'archive')).toMatchObject({ status: 200, body: { success: true } });
  }
  const ids = async (query: string) => (await list(ada, query)).map((each) => each.id);
  expect(await ids('')).not.toContain(id);
  expect(await ids('?archived=only')).toEqual([id]);
  expect((await get(ada, id)).body).toMatchObject({ archived: true, archived_at: expect.any(String) });
  expect((await put(ada, id, { name: 'New' })).status).toBe(400);
  expect((await onDataset(app, ada, into)).status).toBe(400);
  expect(await namesOf(app, ada, `?folder_id=${id}`)).toEqual(['in old']);
  expect((await post(ada, id, 'restore')).status).toBe(200);
  expect((await onDataset(app, ada, into)).status).toBe(200);
  expect((await get(ada, id)).body).toMatchObject({ archived: false, archived_at: null });
});

test('GET /api/folders counts the active datasets that the caller may see', async () => {
  const id = await folder(root, { name: 'Counted' });
  for (const [person, name] of [
    [ada, 'counted a'],
    [ada, 'counted b'],
    [bob, 'counted c'],
  ] as const) {
    await upload(app, person, {
      file: tinyTiff(name),
      fileName: 'x.tif',
      dataset: name,
      fields: { folder_id: String(id) },
    });
  }
  await onDataset(app, ada, { name: 'counted b', path: '/archive' });
  const count = async (person: Person) => (await list(person)).find((each) => each.id === id)?.dataset_count;
  expect([await count(root), await count(ada), await count(bob), await count(reader)]).toEqual([2, 1, 1, 0]);
});

test.each([
  ['-1', { folder_id: -1 }],
  ['0', { folder_id: 0 }],
  ['1e20', { folder_id: 1e20 }],
  ['a text', { folder_id: '1' }],
  ['nothing', {}],
  ['999999', { folder_id: 999_999 }],
])('PUT /datasets/{name}/folder to %s returns 400', async (_what, json) => {
  const { status } = await onDataset(app, ada, { name: 'secret', path: '/folder', method: 'PUT', json });
  expect(status).toBe(400);
});

test('PUT /datasets/{name}/folder with null removes the dataset from its folder; 404 for an unknown dataset, 403 without edit', async () => {
  const out = { path: '/folder', method: 'PUT', json: { folder_id: null } };
  expect((await onDataset(app, ada, { name: 'in old', ...out })).status).toBe(200);
  expect((await summariesOf(app, ada)).find(({ name }) => name === 'in old')).not.toHaveProperty('folder_id');
  expect((await onDataset(app, root, { name: 'nowhere', ...out })).status).toBe(404);
  expect((await onDataset(app, bob, { name: 'in old', ...out })).status).toBe(403);
});
