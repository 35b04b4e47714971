import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { readPage } from './read-page.ts';
import { dayOfWork, surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
let ada: Person;
let projectId: number;
beforeAll(async () => {
  sync = await startSyncApp();
  await sync.app.work().ready;
  ada = await sync.app.signUp({ username: 'ada', isAdmin: true });
  projectId = await sync.addProject('forest', surveyTables({ trees: 120 }));
  await sync.poll();
  await sync.ended(projectId);
  await sync.change('forest', (db) => {
    dayOfWork(db, 7);
    db.prepare('UPDATE trees SET species = ? WHERE fid <= 60').run('<b>oak</b> & "elm"');
  });
  await sync.poll();
  await sync.ended(projectId);
});
afterAll(() => sync.close());

const open = (query: string) =>
  readPage(sync.app, ada, `/admin/project_settings.php?id=${projectId}&${query}`);
const changesOf = async (query: string) =>
  (await open(query)).withAttribute('data-change').map(({ attributes }) => attributes);

test('GET /admin/project_settings.php tab=history shows who changed a row, in which version, from what to what', async () => {
  const [change, ...others] = await changesOf('tab=history&table=trees&key=8');
  const run = (await sync.projects.runs(projectId)).at(-1)!;
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    ...{ 'data-table': 'trees', 'data-key': '8', 'data-op': 'U', 'data-seq': '2' },
    ...{ 'data-run': String(run.id), 'data-version': run.version, 'data-authors': '' },
  });
  expect(JSON.parse(change!['data-old']!)).toMatchObject({ species: 'species 1' });
  expect(JSON.parse(change!['data-new']!)).toMatchObject({ species: '<b>oak</b> & "elm"' });
  const { html } = await open('tab=history&table=trees&key=8');
  expect(html).toContain('&lt;b&gt;oak&lt;/b&gt;');
  expect(html).not.toContain('<b>oak');
});

test('GET /admin/project_settings.php tab=history names the authors of the versions that a run brought', async () => {
  const run = (await sync.projects.runs(projectId)).at(-1)!;
  const authors = JSON.stringify([
    { version: 'v2', author: 'will' },
    { version: 'v3', author: 'bea' },
    { version: 'v4', author: 'will' },
  ]);
  await sync.app.admin.query('UPDATE field_sync.runs SET authors = $2 WHERE id = $1', [run.id, authors]);
  const [change] = await changesOf('tab=history&table=inspections');
  expect(change).toMatchObject({ 'data-op': 'I', 'data-authors': 'bea, will', 'data-old': '' });
});

test('GET /admin/project_settings.php tab=history has each change on one page, the newest first', async () => {
  const seen: string[] = [];
  for (let query: string | null = 'tab=history'; query !== null;) {
    const page = await open(query);
    seen.push(...page.withAttribute('data-change').map(({ attributes }) => attributes['data-change']!));
    const next = page.withAttribute('rel').find(({ attributes }) => attributes.rel === 'next');
    query = next ? next.attributes.href!.split('&').slice(1).join('&') : null;
  }
  const rows = await sync.query('SELECT id FROM forest.cairn_sync_history ORDER BY id DESC');
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(seen.length).toBeGreaterThan(50);
});

test.each(['key=x', 'key=1%27--', 'before=1.5', `table=${'x'.repeat(64)}`])(
  'GET /admin/project_settings.php tab=history is 400 for %s',
  async (query) => {
    expect((await open(`tab=history&${query}`)).status).toBe(400);
  },
);

test('GET /admin/project_settings.php tab=history says that nothing matches, and what to do', async () => {
  const page = await open('tab=history&table=none&key=');
  expect([page.status, page.withAttribute('data-change')]).toEqual([200, []]);
  expect(page.html).toContain('No change matches.');
});

test('GET /admin/project_settings.php tab=history shows the reason when the database does not answer', async () => {
  const [{ pglink_id: linkId }] = (
    await sync.app.admin.query('SELECT pglink_id FROM field_sync.projects WHERE id = $1', [projectId])
  ).rows;
  const away = await sync.projects.addLink('Away', { port: 1 });
  const move = (id: number) =>
    sync.app.admin.query('UPDATE field_sync.projects SET pglink_id = $2 WHERE id = $1', [projectId, id]);
  await move(away);
  const page = await open('tab=history');
  await move(linkId);
  expect(page.status).toBe(200);
  expect(page.withAttribute('role').map(({ attributes }) => attributes.role)).toContain('alert');
  expect(page.html).toContain('127.0.0.1:1');
});
