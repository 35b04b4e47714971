import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import type { Person } from './test-app.ts';

let vault: Publishing;
let id: number;
let jobId: string;
/** May view the dataset, may edit it, knows nothing of it, and may only view in the vault. */
let viewer: Person;
let editor: Person;
let stranger: Person;
let reader: Person;

beforeAll(async () => {
  vault = await startPublishing();
  await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'secret plans' });
  const sign = (username: string, service: 'view' | 'edit' = 'edit') =>
    vault.app.signUp({ username, service });
  viewer = await sign('viewer');
  editor = await sign('editor');
  stranger = await sign('stranger');
  reader = await sign('reader', 'view');
  await vault.app.grant({ to: viewer, on: 'secret plans', permission: 'view' });
  await vault.app.grant({ to: editor, on: 'secret plans', permission: 'edit' });
  await vault.app.grant({ to: reader, on: 'secret plans', permission: 'edit' });
  const { body } = await vault.publish('secret plans', {}, editor);
  ({ publication_id: id, job_id: jobId } = body);
  await vault.ended(jobId);
});

afterAll(() => vault.close());

const send = (person: Person | null, method: string, path: string, json?: Record<string, unknown>) =>
  ask(vault.app, person, { path, method, ...(json ? { json } : {}) });

test('POST /api/mapserver/publish needs edit on the dataset and answers for a hidden one as for an unknown one', async () => {
  for (const person of [viewer, stranger, reader]) {
    expect((await vault.publish('secret plans', {}, person)).status).toBe(403);
  }
  expect((await vault.publish('secret plans', {}, null)).status).toBe(401);
  const hidden = await vault.publish('secret plans', {}, stranger);
  const unknown = await vault.publish('no such dataset', {}, stranger);
  expect(hidden.body.error).toBe(unknown.body.error);
  expect(hidden.status).toBe(unknown.status);
});

test('GET /api/datasets/{name}/mapserver-publications is empty for a hidden dataset as for an unknown one', async () => {
  expect(await vault.publications('secret plans', viewer)).toHaveLength(1);
  expect(await vault.publications('secret plans', stranger)).toEqual([]);
  expect(await vault.publications('no such dataset', stranger)).toEqual([]);
  expect((await send(null, 'GET', '/api/datasets/secret%20plans/mapserver-publications')).status).toBe(401);
});

test('GET /api/mapserver/publications lists those of visible datasets', async () => {
  const path = `/api/mapserver/publications?connection_id=${vault.connection}`;
  expect((await send(viewer, 'GET', path)).body).toMatchObject([{ id, dataset: 'secret plans' }]);
  expect((await send(stranger, 'GET', path)).body).toEqual([]);
  expect((await send(null, 'GET', path)).status).toBe(401);
});

test('DELETE /api/mapserver/publications/{id} and POST /api/mapserver/publications/{id}/publish need edit on the dataset', async () => {
  const calls = [
    ['DELETE', `/api/mapserver/publications/${id}`],
    ['DELETE', `/api/mapserver/publications/${id}?forget=true`],
    ['POST', `/api/mapserver/publications/${id}/publish`],
  ] as const;
  for (const [method, path] of calls) {
    expect((await send(viewer, method, path)).status).toBe(403);
    expect((await send(reader, method, path)).status).toBe(403);
    expect((await send(null, method, path)).status).toBe(401);
    const hidden = await send(stranger, method, path);
    const unknown = await send(stranger, method, path.replace(String(id), '999999'));
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
  }
});

test('GET /api/mapserver/jobs/{id} is for the requester and for people who may view the dataset', async () => {
  expect((await vault.job(jobId, viewer)).body).toMatchObject({
    kind: 'mapserver.publish',
    dataset: 'secret plans',
  });
  expect((await vault.job(jobId, stranger)).status).toBe(404);
  expect((await vault.job('999999', editor)).status).toBe(404);
  expect((await vault.job('x1', editor)).status).toBe(400);
  expect((await vault.job(jobId, null)).status).toBe(401);
});

test('a publication fails when its requester has lost the permission on the dataset', async () => {
  await vault.worker.stop();
  const { body } = await send(editor, 'POST', `/api/mapserver/publications/${id}/publish`);
  await vault.app.admin.query(
    `DELETE FROM portal.permissions p USING portal.groups g WHERE g.id = p.group_id AND g.name = 'only editor'
       AND p.resource_id IN (SELECT id FROM portal.resources WHERE resource_type = 'vault_dataset')`,
  );
  vault.app.work();
  await vault.ended(body.job_id);
  expect((await vault.job(body.job_id, editor)).body).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/no longer has the edit permission/),
  });
});

test('a publication outlives its dataset, and can be removed then', async () => {
  await send(vault.ada, 'POST', '/datasets/secret%20plans/archive');
  await send(vault.ada, 'DELETE', '/datasets/secret%20plans?confirm=true');
  const path = `/api/mapserver/publications?connection_id=${vault.connection}`;
  expect((await send(stranger, 'GET', path)).body).toMatchObject([{ id, dataset_deleted: true }]);
  expect((await send(reader, 'GET', path)).body).toEqual([]);
  const { body } = await send(stranger, 'DELETE', `/api/mapserver/publications/${id}`);
  const { status } = await vault.app.context.jobs.finished(Number(body.job_id)).then((job) => job!);
  expect(status).toBe('succeeded');
  expect(vault.onServer().stores).toEqual([]);
});
