import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { addVersion, namesOf, onDataset, portalOf } from './catalog.ts';
import { upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { startFakePortal, startVault } from './running-vault.ts';
import { tinyTiff } from './tiny-tiff.ts';

let app: TestVault;
let ada: Person;
let bob: Person;
let root: Person;
let portal: ReturnType<typeof portalOf>;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  portal = portalOf(app);
  ada = await app.signUp({ username: 'ada' });
  bob = await app.signUp({ username: 'bob' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

afterAll(() => app.close());
beforeEach(() => portal.speak());

const rename = (person: Person, name: string, newName: string) =>
  onDataset(app, person, { name, path: '/rename', json: { name: newName } });

async function remove(person: Person, name: string) {
  await onDataset(app, person, { name, path: '/archive' });
  return onDataset(app, person, { name, method: 'DELETE', path: '?confirm=true' });
}

const keys = async (...names: string[]): Promise<string[]> =>
  (
    await app.admin.query(
      'SELECT resource_key FROM portal.resources WHERE resource_key = ANY($1) ORDER BY 1',
      [names],
    )
  ).rows.map((row) => row.resource_key);

const released = async (): Promise<string[]> =>
  (await app.admin.query('SELECT name FROM vault.released_names ORDER BY 1')).rows.map((row) => row.name);

/** As if some minutes had passed, or the clock had stepped back since. */
async function letTimePass(change = `- interval '5 minutes'`): Promise<void> {
  await app.admin.query(`UPDATE vault.released_names SET attempted_at = attempted_at ${change}`);
  await app.admin.query(
    `UPDATE vault.jobs SET run_after = now() WHERE status = 'queued' AND kind = 'dataset.release'`,
  );
  // Others would only keep the workers busy.
  await app.admin.query(`DELETE FROM vault.jobs WHERE status = 'queued' AND kind <> 'dataset.release'`);
}

async function work(done: () => Promise<boolean>): Promise<void> {
  const worker = app.work();
  try {
    await until('the jobs are done', done, { limitMs: 60_000 });
  } finally {
    await worker.stop();
  }
}

/** How each way of taking a name is answered. */
async function takings(name: string) {
  const spare = `spare of ${name}`;
  if (!(await namesOf(app, bob)).includes(spare)) await addVersion(app, bob, spare, spare);
  const sent = await upload(app, bob, {
    file: tinyTiff(name),
    fileName: 'x.tif',
    dataset: name,
  });
  const cloned = await onDataset(app, bob, { name: spare, path: '/clone', json: { name } });
  const renamed = await rename(bob, spare, name);
  return [sent, cloned, renamed];
}

describe('a renaming while the portal is silent', () => {
  beforeAll(async () => {
    await addVersion(app, ada, 'before', 'b');
    await app.grant({ to: bob, on: 'before', permission: 'view' });
  });

  test('is done, and nobody but an administrator can use the dataset until the portal knows', async () => {
    portal.fallSilent();
    expect((await rename(ada, 'before', 'after')).status).toBe(200);
    expect(await keys('before', 'after')).toEqual(['before']);
    expect(await namesOf(app, ada)).not.toContain('after');
    expect(await namesOf(app, root)).toContain('after');
  });

  test('reserves the old name: an upload, a clone and a renaming to it answer 409 and inherit no permission', async () => {
    portal.speak();
    for (const { status, body } of await takings('before')) {
      expect(status).toBe(409);
      expect(body.error).toMatch(/just given up/);
    }
    expect(await keys('before')).toEqual(['before']);
  });

  test('lets the dataset neither be renamed again nor deleted meanwhile', async () => {
    for (const { status, body } of [await rename(root, 'after', 'third'), await remove(root, 'after')]) {
      expect(status).toBe(409);
      expect(body.error).toMatch(/has not been told/);
    }
    await onDataset(app, root, { name: 'after', path: '/restore' });
  });

  test('is told by a job later, also one that finds the portal silent first; permissions and owner are there again', async () => {
    portal.fallSilent();
    await letTimePass();
    await work(async () => {
      const { rows } = await app.admin.query(
        `SELECT jsonb_array_length(errors) AS n FROM vault.jobs WHERE kind = 'dataset.release' AND status = 'queued'`,
      );
      return rows[0]?.n > 0;
    });
    expect(await released()).toEqual(['before']);
    portal.speak();
    await letTimePass();
    await work(async () => (await released()).length === 0);
    expect(await keys('before', 'after')).toEqual(['after']);
    for (const person of [ada, bob]) expect(await namesOf(app, person)).toContain('after');
    expect((await takings('before')).map(({ status }) => status)).toEqual([201, 409, 409]);
  });
});

test('a deletion while the portal is silent is done; the name is reserved until a job has told it', async () => {
  await addVersion(app, ada, 'gone', 'g');
  await app.grant({ to: bob, on: 'gone', permission: 'admin' });
  portal.fallSilent();
  expect((await remove(ada, 'gone')).status).toBe(200);
  portal.speak();
  for (const { status } of await takings('gone')) expect(status).toBe(409);
  await letTimePass();
  await work(async () => (await released()).length === 0);
  const made = await addVersion(app, ada, 'gone', 'again');
  expect(made.created).toBe(true);
  expect(await namesOf(app, bob)).not.toContain('gone');
});

test('what the portal holds of a dataset that never came to be gives way to the one that is renamed', async () => {
  await addVersion(app, ada, 'real', 'r');
  await app.grant({ to: bob, on: 'real', permission: 'view' });
  await app.admin.query(
    `INSERT INTO portal.resources (resource_type, resource_key, display_name, service, owner_id)
     VALUES ('vault_dataset', 'left over', 'x', 'vault', $1)`,
    [bob.id],
  );
  expect((await rename(ada, 'real', 'left over')).status).toBe(200);
  const { rows } = await app.admin.query(
    `SELECT owner_id FROM portal.resources WHERE resource_key IN ('real', 'left over')`,
  );
  expect(rows).toEqual([{ owner_id: ada.id }]);
  expect(await namesOf(app, bob)).toContain('left over');
});

test('a dataset that the portal does not know yet cannot be renamed: 409', async () => {
  await addVersion(app, ada, 'half made', 'h');
  await app.admin.query(`UPDATE vault.datasets SET registered_at = NULL WHERE name = 'half made'`);
  const { status, body } = await rename(root, 'half made', 'made');
  expect(status).toBe(409);
  expect(body.error).toMatch(/being made known/);
});

test('one attempt at a time tells the portal; a second one waits', async () => {
  await addVersion(app, ada, 'twice', 't');
  portal.fallSilent();
  await rename(ada, 'twice', 'once');
  portal.speak();
  // The first attempt may still be on its way.
  await expect(app.context.releases.settle('twice')).rejects.toMatchObject({ kind: 'unavailable' });
  await letTimePass(`+ interval '2 hours'`);
  expect(await app.context.releases.settle('twice')).toBe(true);
  expect(await app.context.releases.settle('twice')).toBe(false);
});

test('a vault that is killed right after a renaming leaves it to the worker of the next start', async () => {
  const real = await startFakePortal(app);
  // It answers nothing at all.
  const vault = await startVault(app, { env: { PORTAL_URL: 'http://127.0.0.1:9' } });
  await addVersion(app, ada, 'kill me', 'k');
  const path = '/datasets/kill%20me/rename';
  const answer = await fetch(vault.url + path, {
    method: 'POST',
    headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'killed' }),
  });
  expect(answer.status).toBe(200);
  await vault.kill();
  expect(await keys('kill me', 'killed')).toEqual(['kill me']);
  await letTimePass();
  const worker = await startVault(app, { script: 'worker.ts', env: { PORTAL_URL: real.url } });
  await until('the portal knows', async () => (await keys('killed')).length === 1, { limitMs: 60_000 });
  expect(await worker.stop()).toBe(0);
  await real.close();
});
