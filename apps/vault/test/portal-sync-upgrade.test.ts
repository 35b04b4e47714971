/** The upgrade of a vault whose datasets are registered at the portal under their names. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { up } from '../src/db/migrations/20261123T0625_resources_by_id.ts';
import { addVersion, deleteDataset, namesOf, onDataset } from './catalog.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';

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

test('an upgrade keeps all permissions before the portal is updated', async () => {
  expect(await entries()).toEqual(['2', 'calm', 'deleted', 'original', 'plain']);
  await expectPermissions();
});

test('an upgrade keeps permissions when the process ends after the portal has moved an entry', async () => {
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

test('an upgrade gives a new dataset none of the permissions of an entry under its name', async () => {
  await addVersion(old, owner, 'deleted', 'new');
  expect(await namesOf(old, eve)).toEqual([]);
  await deleteDataset(old, owner, 'deleted');
});

test('a sync after the upgrade moves all entries to ids and drops those of deleted datasets; permissions stay', async () => {
  await old.syncPortal();
  const keys = await Promise.all(['2', 'calm', 'plain', 'renamed'].map((name) => old.keyOf(name)));
  expect(await entries()).toEqual(keys.toSorted());
  await expectPermissions();
  const { rows } = await old.admin.query(`SELECT FROM vault.datasets WHERE legacy_keys <> '{}'`);
  expect(rows).toEqual([]);
});

test('the upgraded vault redirects links by the name before the last renaming', async () => {
  const answer = await fetch(`${old.url}/datasets/original`, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: friend.cookie },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/vault/datasets/renamed']);
});
