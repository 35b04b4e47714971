import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workedTables } from './survey.ts';
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

const plansOf = async (id: number) =>
  (await sync.app.admin.query('SELECT * FROM field_sync.plans WHERE project_id = $1 ORDER BY id', [id])).rows;
const approve = (planId: number) =>
  sync.context.plans.approvePlan(Number(planId), { choices: {}, decidedBy: '7', cause: sync.cause });
const isDelete = ({ id }: { id: string }) => /delete|apply/.test(id);

test('a run that would delete much of a table waits for its plan, which holds for exactly this version', async () => {
  const id = await sync.loadProject('guarded', workedTables());
  await sync.change('guarded', (db) => db.exec('DELETE FROM trees WHERE fid <= 150'));
  await sync.poll();
  const paused = await sync.ended(id);
  expect(paused).toMatchObject({ status: 'paused', error_code: 'field_sync.plan_needed', deleted: '150' });
  const [plan] = await plansOf(id);
  expect(plan).toMatchObject({ status: 'open', seq: '1', items: [{ kind: 'deletions', table: 'trees' }] });
  const { lostRows } = plan!.items[0].details;
  expect(lostRows).toHaveLength(20);
  expect(lostRows[0]).toMatchObject({ key: expect.any(String), values: { species: expect.any(String) } });
  expect(await sync.projects.project(id)).toMatchObject({
    paused_code: 'field_sync.plan_needed',
    retry_at: null,
  });
  // Nothing is compared again as long as nothing changes.
  await sync.poll();
  expect(await sync.projects.runs(id)).toHaveLength(2);

  await sync.change('guarded', (db) => db.exec('DELETE FROM trees WHERE fid = 160'));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'paused', deleted: '151' });
  const [old, current] = await plansOf(id);
  expect([old.status, current.status]).toEqual(['superseded', 'open']);
  await expect(approve(old.id)).rejects.toMatchObject({ kind: 'conflict', code: 'field_sync.plan_decided' });
  expect(await countTrees('guarded')).toBe(200);
  const { items } = current;
  const choices = { [items[0].id]: { option: items[0].options.find(isDelete).id } };
  await sync.context.plans.approvePlan(Number(current.id), { choices, decidedBy: '7', cause: sync.cause });
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2', deleted: '151' });
  expect((await plansOf(id)).at(-1)).toMatchObject({ status: 'applied', decided_by: '7' });
  expect(await sync.projects.project(id)).toMatchObject({
    paused_code: null,
    problem: null,
    behind_since: null,
  });
  expect(await countTrees('guarded')).toBe(49);
});

const ORIGINAL = 'original.gpkg';

/** A project whose run was paused by a deletion of 150 of its 200 trees, which was then dismissed. */
async function dismissed(name: string): Promise<number> {
  const id = await sync.loadProject(name, workedTables());
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

test('a project whose plan was dismissed waits, and continues with the next version', async () => {
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
