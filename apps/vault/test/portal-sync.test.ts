import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { until } from '@cairn/testing';
import { addVersion, namesOf, onDataset, portalOf } from './catalog.ts';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';
import { startFakePortal, startVault } from './running-vault.ts';
import { up } from '../src/db/migrations/20261123T0625_resources_by_id.ts';

/** A build of the pages: an index.html is enough to tell a page from a redirect. */
let pages: string;
let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;
let portal: ReturnType<typeof portalOf>;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'cairn-pages-'));
  await writeFile(join(pages, 'index.html'), '<!doctype html><head><base href="/"></head>');
  app = await startTestVault({ inspects: false, env: { PAGES_ROOT: pages } });
  portal = portalOf(app);
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});
beforeEach(() => portal.speak());

const rename = (person: Person, name: string, newName: string) =>
  onDataset(app, person, { name, path: '/rename', json: { name: newName } });

async function remove(person: Person, name: string, vault = app): Promise<void> {
  await onDataset(vault, person, { name, path: '/archive' });
  const { status } = await onDataset(vault, person, { name, method: 'DELETE', path: '?confirm=true' });
  expect(status).toBe(200);
}

/** The portal's entry of a dataset. */
async function entryOf(key: string) {
  const { rows } = await app.admin.query(
    'SELECT display_name, url, owner_id FROM portal.resources WHERE resource_key = $1',
    [key],
  );
  return rows[0] ?? null;
}

const pageOf = (person: Person | null, path: string) =>
  fetch(app.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: person?.cookie ?? '' },
  });

describe('a renaming while the portal does not answer', () => {
  let key: string;

  beforeAll(async () => {
    await addVersion(app, ada, 'before', 'b');
    await app.grant({ to: bob, on: 'before', permission: 'view' });
    key = await app.keyOf('before');
  });

  test('succeeds, and everyone the dataset is shared with can open it under its new name at once', async () => {
    portal.fallSilent();
    expect((await rename(ada, 'before', 'after')).status).toBe(200);
    for (const person of [ada, bob, root]) expect(await namesOf(app, person)).toContain('after');
    const { body } = await onDataset(app, bob, { name: 'after', method: 'GET', path: '/metadata' });
    expect(body.permissions).toEqual({ view: true, edit: false, admin: false });
    expect(await entryOf(key)).toMatchObject({ display_name: 'before', url: '/vault/datasets/before' });
  });

  test('frees the old name at once: a new dataset takes it and gets none of the permissions', async () => {
    await addVersion(app, root, 'before', 'new');
    for (const person of [ada, bob]) expect(await namesOf(app, person)).not.toContain('before');
    expect((await onDataset(app, bob, { name: 'before', method: 'GET', path: '/versions' })).status).toBe(
      403,
    );
  });

  test('is retried by the job until the portal answers, which then has the new title and address', async () => {
    await app.admin.query(`UPDATE vault.jobs SET run_after = now() WHERE kind = 'portal.sync'`);
    portal.fallSilent();
    const worker = app.work('portal.sync');
    try {
      await until('an attempt has failed', async () => {
        const { rows } = await app.admin.query(
          `SELECT FROM vault.jobs WHERE kind = 'portal.sync' AND jsonb_array_length(errors) > 0`,
        );
        return rows.length > 0;
      });
    } finally {
      await worker.stop();
    }
    portal.speak();
    await app.syncPortal();
    expect(await entryOf(key)).toEqual({
      display_name: 'after',
      url: '/vault/datasets/after',
      owner_id: ada.id,
    });
  });
});

test('two datasets that swap their names while the portal does not answer keep their permissions', async () => {
  await addVersion(app, ada, 'left', 'l');
  await addVersion(app, ada, 'right', 'r');
  await app.grant({ to: bob, on: 'left', permission: 'edit' });
  const [left, right] = [await app.keyOf('left'), await app.keyOf('right')];
  portal.fallSilent();
  for (const [from, to] of [
    ['left', 'spare'],
    ['right', 'left'],
    ['spare', 'right'],
  ] as const)
    expect((await rename(ada, from, to)).status).toBe(200);
  expect(await namesOf(app, bob)).toEqual(expect.arrayContaining(['right']));
  expect(await namesOf(app, bob)).not.toContain('left');
  portal.speak();
  await app.syncPortal();
  expect(await entryOf(left)).toMatchObject({ display_name: 'right', url: '/vault/datasets/right' });
  expect(await entryOf(right)).toMatchObject({ display_name: 'left', url: '/vault/datasets/left' });
  expect((await pageOf(bob, '/datasets/right')).status).toBe(200);
  expect((await pageOf(bob, '/datasets/left')).status).toBe(403);
});

test('a new dataset under the name of a deleted one gets none of its permissions, also before the portal knows', async () => {
  await addVersion(app, ada, 'gone', 'g');
  await app.grant({ to: bob, on: 'gone', permission: 'admin' });
  const key = await app.keyOf('gone');
  portal.fallSilent();
  await remove(ada, 'gone');
  portal.speak();
  expect((await addVersion(app, ada, 'gone', 'again')).created).toBe(true);
  expect(await namesOf(app, bob)).not.toContain('gone');
  await app.syncPortal();
  expect(await entryOf(key)).toBeNull();
  expect(await entryOf(await app.keyOf('gone'))).toMatchObject({ owner_id: ada.id });
});

test('POST /datasets/{name}/metadata gives the portal the title; the owner stays', async () => {
  await addVersion(app, ada, 'titled', 't');
  const key = await app.keyOf('titled');
  await app.admin.query('UPDATE portal.resources SET owner_id = $2 WHERE resource_key = $1', [key, bob.id]);
  await app.syncPortal();
  await app.admin.query('UPDATE portal.resources SET owner_id = $2 WHERE resource_key = $1', [key, bob.id]);
  await onDataset(app, ada, { name: 'titled', path: '/metadata', json: { title: 'With a title' } });
  await onDataset(app, bob, { name: 'titled', path: '/metadata', json: { title: 'With a title' } });
  await app.syncPortal();
  expect(await entryOf(key)).toMatchObject({ display_name: 'With a title', owner_id: bob.id });
});

test('an entry whose dataset was not created in the end is removed by the job', async () => {
  const id = await app.context.portalSync.registerNew({ name: 'never created', ownerId: ada.id });
  expect(await entryOf(`id:${id}`)).toMatchObject({ display_name: 'never created' });
  await app.syncPortal();
  expect(await entryOf(`id:${id}`)).toBeNull();
});

test('a vault that is killed right after a renaming leaves the rest to the worker of the next start', async () => {
  const real = await startFakePortal(app);
  await addVersion(app, ada, 'kill me', 'k');
  const key = await app.keyOf('kill me');
  await app.syncPortal();
  const vault = await startVault(app, { env: { PORTAL_URL: 'http://127.0.0.1:9' } });
  const { status } = await ask({ url: vault.url }, ada, {
    path: '/datasets/kill%20me/rename',
    method: 'POST',
    json: { name: 'killed' },
  });
  expect(status).toBe(200);
  await vault.kill();
  const worker = await startVault(app, { script: 'worker.ts', env: { PORTAL_URL: real.url } });
  const isUpToDate = async () => (await entryOf(key))?.display_name === 'killed';
  await until('the portal is up to date', isUpToDate, { limitMs: 60_000 });
  expect(await worker.stop()).toBe(0);
  await real.close();
});

describe('links by a former name', () => {
  beforeAll(async () => {
    await addVersion(app, ada, 'old link', 'o');
    await app.grant({ to: bob, on: 'old link', permission: 'view' });
    await rename(ada, 'old link', 'step');
    await rename(ada, 'step', 'new (final)');
  });

  test.each(['old%20link', 'step'])(
    'GET /datasets/%s redirects people who may view the dataset, with path and query',
    async (former) => {
      for (const [path, rest] of [
        ['', '?tab=table&page=2'],
        ['/compare', '?from=1&to=2'],
      ]) {
        const answer = await pageOf(bob, `/datasets/${former}${path}${rest}`);
        expect(answer.status).toBe(302);
        expect(answer.headers.get('location')).toBe(`/vault/datasets/new%20(final)${path}${rest}`);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test('GET /datasets/{name} by a former name does not reveal the dataset to other people', async () => {
    const eve = await app.signUp({ username: 'eve' });
    for (const former of ['old%20link', 'nowhere']) {
      expect((await pageOf(eve, `/datasets/${former}`)).status).toBe(403);
      const visitor = await pageOf(null, `/datasets/${former}`);
      expect([visitor.status, visitor.headers.get('location')]).toEqual([
        303,
        expect.not.stringContaining('final'),
      ]);
    }
    expect((await pageOf(root, '/datasets/nowhere')).status).toBe(404);
  });

  test('the API answers a former name like a name that no dataset has', async () => {
    for (const path of ['/versions', '/metadata', '/thumbnail'])
      expect((await onDataset(app, bob, { name: 'old link', method: 'GET', path })).status).toBe(403);
    expect((await rename(bob, 'old link', 'mine')).status).toBe(403);
  });

  test('a name that another dataset takes leads to that dataset, also after it was deleted', async () => {
    await addVersion(app, ada, 'step', 's');
    expect((await pageOf(ada, '/datasets/step')).status).toBe(200);
    expect((await pageOf(bob, '/datasets/step')).status).toBe(403);
    await remove(ada, 'step');
    expect((await pageOf(root, '/datasets/step')).status).toBe(404);
    expect((await pageOf(bob, '/datasets/old%20link')).status).toBe(302);
  });

  test('a dataset that gets its former name back is opened by it', async () => {
    await rename(ada, 'new (final)', 'old link');
    expect((await pageOf(bob, '/datasets/old%20link')).status).toBe(200);
    expect((await pageOf(bob, '/datasets/new%20(final)')).status).toBe(302);
  });
});

describe('an upgrade of a vault whose datasets are registered under their names', () => {
  let old: TestVault;
  let eve: Person;
  let owner: Person;
  let friend: Person;

  const entries = async (): Promise<string[]> =>
    (
      await old.admin.query(
        `SELECT resource_key FROM portal.resources WHERE resource_type = 'vault_dataset' ORDER BY resource_key`,
      )
    ).rows.map((row) => row.resource_key);

  async function expectPermissions(): Promise<void> {
    expect(await namesOf(old, owner)).toEqual(['2', 'calm', 'plain', 'renamed']);
    expect(await namesOf(old, friend)).toEqual(['2', 'renamed']);
    expect(await namesOf(old, eve)).toEqual([]);
    const statuses = async (person: Person) =>
      Promise.all(
        ['2', 'calm', 'plain', 'renamed'].map(
          async (name) => (await onDataset(old, person, { name, method: 'GET', path: '/versions' })).status,
        ),
      );
    expect(await statuses(owner)).toEqual([200, 200, 200, 200]);
    expect(await statuses(friend)).toEqual([200, 403, 403, 200]);
    const { body } = await onDataset(old, friend, { name: 'renamed', method: 'GET', path: '/metadata' });
    expect(body).toMatchObject({ sharing: 'shared', permissions: { view: true, edit: false } });
  }

  // As the vault before left it: entries under names; one dataset whose renaming the portal does not know, and one whose
  // deletion it does not know. The dataset "2" does not have the id 2.
  beforeAll(async () => {
    old = await startTestVault({ inspects: false });
    owner = await old.signUp({ username: 'owner' });
    friend = await old.signUp({ username: 'friend' });
    eve = await old.signUp({ username: 'eve' });
    for (const name of ['plain', 'calm', '2', 'renamed', 'deleted']) await addVersion(old, owner, name, name);
    for (const on of ['2', 'renamed']) await old.grant({ to: friend, on, permission: 'view' });
    await old.grant({ to: eve, on: 'deleted', permission: 'admin' });
    await old.admin.query(
      `UPDATE portal.resources r SET resource_key = CASE d.name WHEN 'renamed' THEN 'original' ELSE d.name END
         FROM vault.datasets d WHERE r.resource_key = 'id:' || d.id`,
    );
    for (const statement of [
      `DELETE FROM datasets WHERE name = 'deleted'`,
      'UPDATE datasets SET registered_at = now()',
      'DELETE FROM jobs',
      'ALTER TABLE datasets DROP COLUMN legacy_keys, ALTER COLUMN id SET GENERATED ALWAYS',
      'DROP TABLE former_names',
      'CREATE TABLE released_names (name text PRIMARY KEY, renamed_to text)',
      `INSERT INTO released_names VALUES ('original', 'renamed'), ('deleted', NULL)`,
      `INSERT INTO jobs (kind, payload) VALUES ('dataset.release', '{"name": "original"}')`,
    ])
      await sql.raw(statement).execute(old.context.db);
    await up(old.context.db as never);
  });
  afterAll(() => old.close());

  test('keeps all permissions before the portal is updated', async () => {
    expect(await entries()).toEqual(['2', 'calm', 'deleted', 'original', 'plain']);
    await expectPermissions();
  });

  test('keeps them when the process ends after the portal has moved an entry', async () => {
    const id = Number((await old.keyOf('renamed')).slice('id:'.length));
    await old.context.registry!.registerResource({
      resourceType: 'vault_dataset',
      resourceKey: `id:${id}`,
      displayName: 'renamed',
      replaces: ['original', 'renamed'],
    });
    expect(await entries()).toContain(`id:${id}`);
    await expectPermissions();
  });

  test('gives a new dataset none of the permissions of an entry under its name', async () => {
    await addVersion(old, owner, 'deleted', 'new');
    expect(await namesOf(old, eve)).toEqual([]);
    await remove(owner, 'deleted', old);
  });

  test('moves all entries to ids and drops those of deleted datasets; permissions stay', async () => {
    await old.syncPortal();
    const keys = await Promise.all(['2', 'calm', 'plain', 'renamed'].map((name) => old.keyOf(name)));
    expect(await entries()).toEqual(keys.toSorted());
    await expectPermissions();
    const { rows } = await old.admin.query(`SELECT FROM vault.datasets WHERE legacy_keys <> '{}'`);
    expect(rows).toEqual([]);
  });

  test('redirects links by the name before the last renaming', async () => {
    const answer = await fetch(`${old.url}/datasets/original`, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: friend.cookie },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/vault/datasets/renamed']);
  });
});
