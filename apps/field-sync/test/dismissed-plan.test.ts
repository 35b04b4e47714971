import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
beforeAll(async () => {
  sync = await startSyncApp();
  await sync.app.work().ready;
});
afterAll(() => sync.close());

const countTrees = async (schema: string) =>
  (await sync.query(`SELECT count(*)::integer AS count FROM ${schema}.trees`))[0].count;

const ORIGINAL = 'original.gpkg';

/** A project whose run was paused by a deletion of 150 of its 200 trees, which was then dismissed. */
async function dismissed(name: string): Promise<number> {
  const id = await sync.addProject(name, surveyTables({ trees: 200 }));
  await sync.poll();
  await sync.ended(id);
  await copyFile(sync.pathOf(name), join(sync.app.storageRoot, ORIGINAL));
  await sync.change(name, (db) => db.exec('DELETE FROM trees WHERE fid <= 150'));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'paused', error_code: 'field_sync.plan_needed' });
  const { rows } = await sync.app.admin.query(
    `SELECT id FROM field_sync.plans WHERE project_id = $1 AND status = 'open'`,
    [id],
  );
  await sync.context.plans.dismissPlan(Number(rows[0].id), { decidedBy: 'ada', cause: sync.cause });
  return id;
}

test('a project whose plan was dismissed waits, and goes on with the next version', async () => {
  const id = await dismissed('unwanted');
  await sync.poll();
  expect(await sync.projects.runs(id)).toHaveLength(2);
  expect(await sync.context.serviceControl.status(id)).toMatchObject({
    ...{ status: 'failed', sub: 'paused', problem: expect.stringContaining('ada dismissed the change') },
  });
  // The crew puts the trees back.
  await sync.publish('unwanted', join(sync.app.storageRoot, ORIGINAL));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', deleted: '0' });
  expect(await sync.projects.project(id)).toMatchObject({ paused_code: null, problem: null });
  expect(await countTrees('unwanted')).toBe(200);
});

test('a project whose plan was dismissed asks again about the same version when it is started', async () => {
  const id = await dismissed('asked');
  await sync.context.serviceControl.start(id, sync.cause);
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'paused', error_code: 'field_sync.plan_needed' });
  expect(await sync.projects.runs(id)).toHaveLength(3);
  expect(await countTrees('asked')).toBe(200);
});
