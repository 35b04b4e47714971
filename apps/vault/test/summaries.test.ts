import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addVersion, namesOf, onDataset, summariesOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

/** The JSON of datasets in lists is cached: each test reads a list before and after a change. */
let app: TestVault;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  eve = await app.signUp({ username: 'eve' });
});

afterAll(() => app.close());

const summaryOf = async (person: Person, name: string) =>
  (await summariesOf(app, person)).find((each) => each.name === name);

test('GET /datasets-summary shows each change of a dataset at once', async () => {
  await addVersion(app, ada, 'wells', 'first');
  const steps: [() => Promise<unknown>, object][] = [
    [() => addVersion(app, ada, 'wells', 'second'), { latest_version: 2, version_count: 2 }],
    [
      () => onDataset(app, ada, { name: 'wells', path: '/metadata', json: { title: 'Wells, all' } }),
      { title: 'Wells, all' },
    ],
    [() => app.grant({ to: eve, on: 'wells', permission: 'view' }), { sharing: 'shared' }],
    [() => app.grantToPublic({ on: 'wells' }), { sharing: 'public', visibility: 'public' }],
  ];
  await summaryOf(ada, 'wells');
  for (const [change, fields] of steps) {
    await change();
    expect(await summaryOf(ada, 'wells')).toMatchObject(fields);
  }
  await onDataset(app, ada, { name: 'wells', path: '/rename', json: { name: 'springs' } });
  expect(await namesOf(app, ada)).toEqual(['springs']);
  await onDataset(app, ada, { name: 'springs', path: '/archive' });
  expect(await namesOf(app, ada)).toEqual([]);
  expect(await summaryOf(ada, 'springs')).toBeUndefined();
  expect(await summariesOf(app, ada, '?archived=only')).toMatchObject([{ name: 'springs', archived: true }]);
});

test('GET /datasets-summary shows the facts of a file as soon as it is inspected', async () => {
  await upload(app, ada, { file: 'countries.gpkg', dataset: 'countries' });
  for (let i = 0; i < 2; i += 1)
    expect(await summaryOf(ada, 'countries')).not.toHaveProperty('feature_count');
  await ask(app, ada, { path: '/metadata?dataset=countries&version=1' });
  expect(await summaryOf(ada, 'countries')).toMatchObject({ layer_count: 1, feature_count: 241 });
});

test('GET /datasets-summary shows owners to users and hides them from visitors', async () => {
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
  await addVersion(app, ada, 'public', 'public');
  await app.grantToPublic({ on: 'public' });
  const readers = [
    [eve, 'ada'],
    [null, undefined],
    [eve, 'ada'],
  ] as const;
  for (const [person, owner] of readers) {
    const { body } = await ask(app, person, { path: '/datasets-summary' });
    expect(body.find(({ name }: { name: string }) => name === 'public').owner).toBe(owner);
  }
});

test('GET /datasets-summary lists thousands of datasets, last changed first', async () => {
  const root = await app.signUp({ username: 'root', isAdmin: true });
  const before = (await summariesOf(app, root)).map(({ name }) => name);
  await app.admin.query(
    `INSERT INTO vault.datasets (name, type, title, updated_at)
     SELECT 'n' || n, 'vector', 'Ü' || n, now() + n * interval '1 minute' FROM generate_series(1, 1700) AS n`,
  );
  await app.admin.query(
    `INSERT INTO vault.versions (dataset_id, version, operation, format, file_name, size, sha256, object_key)
     SELECT id, 1, 'upload', 'GPKG', name, 1, encode(sha256(name::bytea), 'hex'), name FROM vault.datasets WHERE latest_version_id IS NULL`,
  );
  await app.admin.query(
    `UPDATE vault.datasets d SET latest_version_id = v.id FROM vault.versions v
      WHERE v.dataset_id = d.id AND d.latest_version_id IS NULL`,
  );
  const names = Array.from({ length: 1_700 }, (_each, i) => `n${1_700 - i}`);
  for (let i = 0; i < 2; i += 1) {
    const listed = await summariesOf(app, root);
    expect(listed.map(({ name }) => name)).toEqual([...names, ...before]);
    expect(listed.slice(0, 2)).toMatchObject([{ title: 'Ü1700' }, { title: 'Ü1699' }]);
  }
});
