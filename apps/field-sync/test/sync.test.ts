import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';
import { SURVEY, dayOfWork, surveyTables, workedTables } from './survey.ts';

let sync: SyncApp;
beforeAll(async () => {
  sync = await startSyncApp();
  await sync.app.work().ready;
});
afterAll(() => sync.close());

const rowVersions = (table: string) => sync.query(`SELECT fid, xmin::text FROM ${table} ORDER BY fid`);
async function expectEqualTables(name: string): Promise<void> {
  for (const table of SURVEY)
    expect([table, await sync.differences(sync.pathOf(name), name, table)]).toEqual([table, 0]);
}

test('a project is loaded, and then each change at the provider changes those rows only', async () => {
  const id = await sync.addProject('forest', surveyTables());
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '1', inserted: '209', error: null });
  await expectEqualTables('forest');
  const loaded = await sync.projects.project(id);
  expect(loaded).toMatchObject({ applied_seq: '1', behind_since: null, problem: null, failures: 0 });
  expect(loaded.applied_version).toBe(loaded.provider_version);
  expect(loaded.due_at.getTime()).toBeGreaterThan(loaded.applied_at.getTime());

  const before = await rowVersions('forest.trees');
  await sync.change('forest', (db) => dayOfWork(db, 7));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({
    status: 'applied',
    seq: '2',
    inserted: '3',
    updated: '3',
    deleted: '1',
  });
  await expectEqualTables('forest');
  const after = new Map((await rowVersions('forest.trees')).map(({ fid, xmin }) => [fid, xmin]));
  const untouched = before.filter(({ fid, xmin }) => after.get(fid) === xmin);
  expect(untouched).toHaveLength(196);

  await sync.poll();
  expect(await sync.projects.runs(id)).toHaveLength(2);
});

test('a dry run says what would change, with rows, and changes nothing', async () => {
  const id = await sync.loadProject('dry', workedTables());
  await sync.change('dry', (db) => dayOfWork(db, 3));
  await sync.app.admin.query('UPDATE field_sync.projects SET started = false WHERE id = $1', [id]);
  await sync.context.runs.request(id, { kind: 'dry_run', requestedBy: '7' });
  const run = await sync.ended(id);
  expect(run).toMatchObject({
    status: 'compared',
    inserted: '3',
    updated: '3',
    deleted: '1',
    requested_by: '7',
  });
  const trees = run.tables.find(({ table }: { table: string }) => table === 'trees');
  expect(trees.samples.map(({ op }: { op: string }) => op).toSorted()).toEqual([
    'D',
    'I',
    'I',
    'U',
    'U',
    'U',
  ]);
  expect(await sync.query('SELECT seq::integer FROM dry.cairn_sync_state')).toEqual([{ seq: 1 }]);
  await expect(
    (async () => {
      await sync.context.runs.request(id, { kind: 'dry_run', requestedBy: '7' });
      await sync.context.runs.request(id, { kind: 'reconcile', requestedBy: '7' });
    })(),
  ).rejects.toMatchObject({ kind: 'conflict', code: 'field_sync.run_open' });
  await sync.ended(id);
});

test('force_init makes the tables equal to the package whatever was done to them, once', async () => {
  const id = await sync.loadProject('forced', workedTables());
  await sync.query(
    `UPDATE forced.trees SET height = -1 WHERE fid < 10; DELETE FROM forced.trees WHERE fid = 50`,
  );
  await sync.app.admin.query('UPDATE field_sync.projects SET force_init = true WHERE id = $1', [id]);
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ kind: 'reconcile', status: 'applied', seq: '2' });
  expect(await sync.differences(sync.pathOf('forced'), 'forced', 'trees')).toBe(0);
  expect(await sync.projects.project(id)).toMatchObject({ force_init: false });
  await sync.poll();
  expect(await sync.projects.runs(id)).toHaveLength(2);
});

test('single_run ends with the run that it began', async () => {
  const id = await sync.addProject('single', workedTables(), { single_run: true });
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied' });
  expect(await sync.projects.project(id)).toMatchObject({ started: false });
});
