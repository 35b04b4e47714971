import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { addVersion, deleteDataset, namesOf, onDataset, portalOf } from './catalog.ts';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';
import { startFakePortal, startVault } from './running-vault.ts';

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
beforeEach(() => portal.resume());

const rename = (person: Person, name: string, newName: string) =>
  onDataset(app, person, { name, path: '/rename', json: { name: newName } });

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

describe('a rename while the portal does not answer', () => {
  let key: string;

  beforeAll(async () => {
    await addVersion(app, ada, 'before', 'b');
    await app.grant({ to: bob, on: 'before', permission: 'view' });
    key = await app.keyOf('before');
  });

  test('succeeds, and all users with permissions can open the dataset under its new name at once', async () => {
    portal.stop();
    expect((await rename(ada, 'before', 'after')).status).toBe(200);
    for (const person of [ada, bob, root]) expect(await namesOf(app, person)).toContain('after');
    const { body } = await onDataset(app, bob, { name: 'after', method: 'GET', path: '/metadata' });
    expect(body.permissions).toEqual({ view: true, edit: false, admin: false });
    expect(await entryOf(key)).toMatchObject({ display_name: 'before', url: '/vault/datasets/before' });
  });

  test('frees the old name at once, and a new dataset with that name gets none of the permissions', async () => {
    await addVersion(app, root, 'before', 'new');
    for (const person of [ada, bob]) expect(await namesOf(app, person)).not.toContain('before');
    expect((await onDataset(app, bob, { name: 'before', method: 'GET', path: '/versions' })).status).toBe(
      403,
    );
  });

  test('is sent by a job when the portal answers again, with the new title and address', async () => {
    await app.admin.query(`UPDATE vault.jobs SET run_after = now() WHERE kind = 'portal.sync'`);
    portal.stop();
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
    portal.resume();
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
  portal.stop();
  for (const [from, to] of [
    ['left', 'spare'],
    ['right', 'left'],
    ['spare', 'right'],
  ] as const)
    expect((await rename(ada, from, to)).status).toBe(200);
  expect(await namesOf(app, bob)).toEqual(expect.arrayContaining(['right']));
  expect(await namesOf(app, bob)).not.toContain('left');
  portal.resume();
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
  portal.stop();
  await deleteDataset(app, ada, 'gone');
  portal.resume();
  expect((await addVersion(app, ada, 'gone', 'again')).created).toBe(true);
  expect(await namesOf(app, bob)).not.toContain('gone');
  await app.syncPortal();
  expect(await entryOf(key)).toBeNull();
  expect(await entryOf(await app.keyOf('gone'))).toMatchObject({ owner_id: ada.id });
});

test('POST /datasets/{name}/metadata sends the title to the portal and keeps the owner', async () => {
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

test("a job removes the portal's resource of a dataset that was not created", async () => {
  const id = await app.context.portalSync.registerNew({ name: 'never created', ownerId: ada.id });
  expect(await entryOf(`id:${id}`)).toMatchObject({ display_name: 'never created' });
  await app.syncPortal();
  expect(await entryOf(`id:${id}`)).toBeNull();
});

test('a worker updates the portal after a vault that was killed right after a rename', async () => {
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
  // As half a minute does: a job whose message was lost is sent again.
  await app.admin.query(
    `UPDATE vault.jobs SET dispatched_at = dispatched_at - interval '1 minute' WHERE status = 'queued'`,
  );
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
    'GET /datasets/%s redirects users who may view the dataset, with path and query',
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

  test('GET /datasets/{name} by a former name does not reveal the dataset to other users', async () => {
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

  test('the API treats a former name like an unknown name', async () => {
    for (const path of ['/versions', '/metadata', '/thumbnail'])
      expect((await onDataset(app, bob, { name: 'old link', method: 'GET', path })).status).toBe(403);
    expect((await rename(bob, 'old link', 'mine')).status).toBe(403);
  });

  test('a name that another dataset takes leads to that dataset, also after it was deleted', async () => {
    await addVersion(app, ada, 'step', 's');
    expect((await pageOf(ada, '/datasets/step')).status).toBe(200);
    expect((await pageOf(bob, '/datasets/step')).status).toBe(403);
    await deleteDataset(app, ada, 'step');
    expect((await pageOf(root, '/datasets/step')).status).toBe(404);
    expect((await pageOf(bob, '/datasets/old%20link')).status).toBe(302);
  });

  test('a dataset that gets its former name back is opened by it', async () => {
    await rename(ada, 'new (final)', 'old link');
    expect((await pageOf(bob, '/datasets/old%20link')).status).toBe(200);
    expect((await pageOf(bob, '/datasets/new%20(final)')).status).toBe(302);
  });
});
