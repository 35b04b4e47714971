import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addVersion, onDataset, versionsOf } from './catalog.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let root: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});
afterAll(() => app.close());

interface Event {
  id: number;
  event: string;
  subject: string;
  details: Record<string, unknown>;
}

const list = async (query = ''): Promise<Event[]> =>
  (await ask(app, root, { path: `/api/audit${query}` })).body.items;
const post = (name: string, path: string, json?: unknown) => onDataset(app, ada, { name, path, json });
const summarize = (events: Event[]) =>
  events.toReversed().map(({ event, subject, details }) => [event, subject, details]);

test('GET /api/audit lists each change of a dataset, also after its deletion', async () => {
  await addVersion(app, ada, 'wells', '1');
  const id = await app.idOf('wells');
  await addVersion(app, ada, 'wells', '2');
  const [, first] = await versionsOf(app, ada, 'wells');
  await ask(app, ada, { path: `/versions/${first.id}/rollback`, method: 'POST' });
  await onDataset(app, ada, { name: 'wells', method: 'DELETE', path: '/versions/2' });
  await post('wells', '/clone', { name: 'copy' });
  await post('wells', '/rename', { name: 'springs' });
  for (const path of ['/archive', '/archive', '/restore', '/archive']) await post('springs', path);
  await onDataset(app, ada, { name: 'springs', method: 'DELETE', path: '?confirm=true' });

  const events = await list(`?dataset_id=${id}`);
  expect(summarize(events)).toEqual([
    ['dataset.created', 'wells', { version: 1, operation: 'upload' }],
    ['version.created', 'wells', { version: 2, operation: 'upload' }],
    ['version.rolled_back', 'wells', { version: 3, rolled_back_to: 1 }],
    ['version.deleted', 'wells', { version: 2 }],
    ['dataset.renamed', 'springs', { name_before: 'wells' }],
    ['dataset.archived', 'springs', {}],
    ['dataset.restored', 'springs', {}],
    ['dataset.archived', 'springs', {}],
    ['dataset.deleted', 'springs', {}],
  ]);
  expect(events[0]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    event: 'dataset.deleted',
    actor_id: ada.id,
    actor_name: 'ada',
    dataset_id: id,
    subject: 'springs',
    details: {},
  });
  const cloned = await list(`?dataset_id=${await app.idOf('copy')}`);
  expect(summarize(cloned)).toEqual([
    ['dataset.cloned', 'copy', { source: 'wells', source_id: id, versions: 1 }],
  ]);
});

test('the event of a saved description names the fields that changed', async () => {
  await addVersion(app, ada, 'lakes', '2');
  const description = { title: 'Lakes', description: 'Fresh water', tags: ['water'] };
  for (let i = 0; i < 2; i += 1) expect((await post('lakes', '/metadata', description)).status).toBe(200);
  expect(summarize(await list(`?dataset_id=${await app.idOf('lakes')}`))).toEqual([
    ['dataset.created', 'lakes', { version: 1, operation: 'upload' }],
    ['dataset.described', 'lakes', { fields: ['title', 'description', 'tags'] }],
  ]);
});

test('a change that fails, or changes nothing, leaves no event', async () => {
  await addVersion(app, ada, 'roads', '3');
  await addVersion(app, ada, 'paths', '4');
  const before = await list('?limit=1');
  expect((await post('roads', '/rename', { name: 'paths' })).status).toBe(409);
  expect((await post('roads', '/rename', { name: 'roads' })).status).toBe(200);
  expect((await post('roads', '/restore')).status).toBe(200);
  const deletion = { name: 'roads', method: 'DELETE', path: '/versions/1' };
  expect((await onDataset(app, ada, deletion)).status).toBe(409);
  expect((await addVersion(app, ada, 'roads', '3')).unchanged).toBe(true);
  expect(await list('?limit=1')).toEqual(before);
});

test('a change whose event cannot be saved is rolled back', async () => {
  await app.admin.query(
    `ALTER TABLE vault.audit_events ADD CONSTRAINT rejects CHECK (event <> 'dataset.archived') NOT VALID`,
  );
  expect((await post('roads', '/archive')).status).toBe(500);
  await app.admin.query('ALTER TABLE vault.audit_events DROP CONSTRAINT rejects');
  expect((await post('roads', '/rename', { name: 'lanes' })).status).toBe(200);
});

test('a version that a job creates is recorded under the user who started the job', async () => {
  await upload(app, ada, { file: 'countries.gpkg' });
  const worker = app.work('version.derive');
  const { status } = await post('countries', '/versions/1/filter', { where: `continent = 'Europe'` });
  await worker.stop();
  expect(status).toBe(200);
  expect(await list('?limit=1')).toMatchObject([
    {
      event: 'version.created',
      actor_id: ada.id,
      actor_name: 'ada',
      subject: 'countries',
      details: { version: 2, operation: 'filter' },
    },
  ]);
});

test('GET /api/audit lists changes of folders and the datasets that are moved to them', async () => {
  const folders = { path: '/api/folders', method: 'POST', json: { name: 'Water', group_name: 'only ada' } };
  const { body: folder } = await ask(app, ada, folders);
  const path = `/api/folders/${folder.id}`;
  await ask(app, ada, { path, method: 'PUT', json: { name: 'Waters' } });
  const move = { name: 'paths', method: 'PUT', path: '/folder', json: { folder_id: folder.id } };
  for (let i = 0; i < 2; i += 1) await onDataset(app, ada, move);
  for (const action of ['archive', 'archive', 'restore'])
    await ask(app, ada, { path: `${path}/${action}`, method: 'POST' });
  expect(summarize(await list('?limit=5'))).toEqual([
    ['folder.created', 'Water', { folder_id: folder.id, group: 'only ada' }],
    ['folder.changed', 'Waters', { folder_id: folder.id, name_before: 'Water' }],
    ['dataset.moved', 'paths', { folder_id: folder.id, folder_id_before: null }],
    ['folder.archived', 'Waters', { folder_id: folder.id }],
    ['folder.restored', 'Waters', { folder_id: folder.id }],
  ]);
});

test('GET /api/audit returns the page before an event', async () => {
  const [newest, second] = await list('?limit=2');
  expect(await list(`?limit=1&before=${newest!.id}`)).toEqual([second]);
});

test('GET /api/audit returns 403 to users who are not administrators and 401 to visitors', async () => {
  expect((await ask(app, ada, { path: '/api/audit' })).status).toBe(403);
  expect((await ask(app, null, { path: '/api/audit' })).status).toBe(401);
});

test.each(['before=0', 'before=x', 'limit=0', 'limit=201', 'dataset_id=wells'])(
  'GET /api/audit returns 400 for %s',
  async (query) => {
    expect((await ask(app, root, { path: `/api/audit?${query}` })).status).toBe(400);
  },
);
