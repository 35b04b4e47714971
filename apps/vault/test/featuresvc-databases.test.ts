import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService, until } from '@cairn/testing';
import type { TestFeatureService } from '@cairn/testing';
import { ask } from './client.ts';
import { numbers, pointsWithIds } from './feature-services.ts';
import type { Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let vault: VaultWithDbadmin;
let service: TestFeatureService;
/** May edit in the vault and in database administration. */
let ada: Person;
/** May edit only in the vault. */
let bob: Person;

beforeAll(async () => {
  vault = await startVaultWithDbadmin();
  ada = await vault.app.signUp({ username: 'ada' });
  bob = await vault.app.signUp({ username: 'bob' });
  await vault.letEdit(ada);
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  service = await startTestFeatureService([
    { id: 0, name: 'points', fields, features: pointsWithIds(numbers(150)) },
  ]);
});
afterAll(async () => {
  await service.close();
  await vault.close();
});

async function run(person: Person, fields: object) {
  const { body } = await ask(vault.app, person, {
    path: '/api/featuresvc/import',
    method: 'POST',
    json: { service_url: service.url, run_as_background_job: false, ...fields },
  });
  return body;
}

const newDatabase = (name: string) => ({
  spatialdb_destination: 'new',
  spatialdb_connection_id: vault.serverId,
  spatialdb_new_database_name: name,
});

test('POST /api/featuresvc/import into a new database creates it, and its dataset shows the rows', async () => {
  expect(await run(ada, newDatabase('atlas'))).toMatchObject({ status: 'succeeded' });
  expect(await vault.server.query('atlas', 'SELECT count(*)::int FROM points')).toEqual([{ count: 150 }]);
  const { body } = await ask(vault.app, ada, { path: '/datasets/points/versions/1/edit/rows?limit=1' });
  expect(body.total).toBe(150);
});

test('POST /api/featuresvc/import into an existing database takes its id in database administration', async () => {
  const { body } = await ask(vault.dbadmin, ada, { path: '/api/databases' });
  const { id } = body.find(({ name }: { name: string }) => name === 'atlas');
  const job = await run(ada, { spatialdb_database_id: id, dataset_prefix: 'second_' });
  expect(job).toMatchObject({
    status: 'succeeded',
    result: { layers: [{ table: 'second_points', features: 150 }] },
  });
  const refused = await run(bob, { spatialdb_database_id: id, dataset_prefix: 'third_' });
  expect(refused).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/edit access to database administration/),
  });
});

test('POST /api/featuresvc/import that fails removes its new database again', async () => {
  service.on(({ parameters }) =>
    'outFields' in parameters ? { body: { error: { code: 403, message: 'no', details: [] } } } : null,
  );
  expect((await run(ada, { ...newDatabase('ruin'), dataset_prefix: 'ruin_' })).status).toBe('failed');
  service.reset();
  await until('it is dropped', async () => (await vault.databases('ruin')).length === 0);
  expect(await vault.app.rows('datasets')).toBe(2);
});
