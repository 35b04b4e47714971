import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';
import { SURVEY, dayOfWork, surveyTables } from './survey.ts';

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
