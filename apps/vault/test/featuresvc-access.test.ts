import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService } from '@cairn/testing';
import type { TestFeatureService } from '@cairn/testing';
import { ask } from './client.ts';
import { numbers, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import type { Person } from './test-app.ts';

let vault: ImportVault;
let service: TestFeatureService;
let editor: Person;
let other: Person;
let viewer: Person;
let admin: Person;

beforeAll(async () => {
  vault = await startImportVault();
  editor = await vault.app.signUp({ username: 'editor' });
  other = await vault.app.signUp({ username: 'other' });
  viewer = await vault.app.signUp({ username: 'viewer', service: 'view' });
  admin = await vault.app.signUp({ username: 'admin', isAdmin: true });
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  service = await startTestFeatureService([
    { id: 0, name: 'points', fields, features: pointsWithIds(numbers(3)) },
  ]);
});
afterAll(async () => {
  await service.close();
  await vault.close();
});

test('POST /api/featuresvc/service/browse and POST /api/featuresvc/import need the edit permission on the vault', async () => {
  for (const call of [vault.browse, vault.importLayers]) {
    expect((await call(null, { service_url: service.url })).status).toBe(401);
    expect((await call(viewer, { service_url: service.url })).status).toBe(403);
    expect([200, 202]).toContain((await call(editor, { service_url: service.url })).status);
  }
});

test('GET /api/featuresvc/jobs/{id} returns the job to its requester and administrators, 404 to others, 400 for a malformed id', async () => {
  const { body } = await vault.importLayers(editor, { service_url: service.url });
  const read = (person: Person | null, id: string) =>
    ask(vault.app, person, { path: `/api/featuresvc/jobs/${id}` });
  expect((await read(null, body.id)).status).toBe(401);
  expect((await read(editor, body.id)).body).toEqual(
    (await ask(vault.app, editor, { path: `/api/jobs/${body.id}` })).body,
  );
  expect((await read(admin, body.id)).status).toBe(200);
  for (const person of [other, viewer]) expect((await read(person, body.id)).status).toBe(404);
  for (const id of ['x', '0', '-1', '1.5']) expect((await read(editor, id)).status).toBe(400);
  expect((await read(editor, '999999')).status).toBe(404);
});

test.each([
  ['no database', { spatialdb_connection_id: null }],
  ['a new database without a name', { spatialdb_destination: 'new', spatialdb_new_database_name: '' }],
  ['another destination', { spatialdb_destination: 'elsewhere' }],
  ['a malformed database id', { spatialdb_database_id: 'gis' }],
  ['malformed layer ids', { layer_ids: ['roads'] }],
  ['a folder that is not open', { folder_id: 999 }],
  ['a connection that does not exist', { spatialdb_connection_id: 999 }],
  ['no address', { service_url: '' }],
  ['a long prefix', { dataset_prefix: 'x'.repeat(51) }],
])('POST /api/featuresvc/import returns 400 for %s', async (_what, fields) => {
  const jobs = await vault.app.rows('jobs');
  const { status, body } = await vault.importLayers(editor, { service_url: service.url, ...fields });
  expect([status, body.error]).toEqual([400, expect.stringMatching(/\.$/)]);
  expect(await vault.app.rows('jobs')).toBe(jobs);
});

test('POST /api/featuresvc/import returns 403 for a connection of another user', async () => {
  await vault.app.admin.query('UPDATE vault.connections SET owner_id = $1', [other.id]);
  expect((await vault.importLayers(editor, { service_url: service.url })).status).toBe(403);
  await vault.app.admin.query('UPDATE vault.connections SET owner_id = NULL');
});

test('POST /api/featuresvc/import returns 503 for a database of database administration where that service is not set up', async () => {
  const json = { service_url: service.url, spatialdb_database_id: 1 };
  expect((await vault.importLayers(editor, json)).status).toBe(503);
});
