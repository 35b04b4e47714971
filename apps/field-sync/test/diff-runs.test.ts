import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, startTestMerginMaps } from '@cairn/testing';
import type { TestMerginMaps, TestMerginProject } from '@cairn/testing';
import { checkIntegrity } from '../src/features/packages/integrity.ts';
import { dayOfWork, SURVEY, surveyTables } from './survey.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-diff-runs-'));
let sync: SyncApp;
let mergin: TestMerginMaps;
let serverId: number;
let source: TestMerginProject;
let id: number;
beforeAll(async () => {
  [sync, mergin] = await Promise.all([startSyncApp(), startTestMerginMaps()]);
  const file = join(folder, PACKAGE);
  createGeopackage(file, surveyTables({ trees: 4_000 }));
  serverId = await sync.addServer('Mergin', 'field', mergin);
  source = mergin.createProject('oak', { files: { [PACKAGE]: readFileSync(file) } });
  id = await sync.startProject({ name: 'oak', serverId, projectRef: source.id });
  await sync.app.work().ready;
  await poll();
});
afterAll(async () => {
  await sync.close();
  await mergin.close();
  rmSync(folder, { recursive: true });
});

async function poll(): Promise<Record<string, any>> {
  await sync.pollServer(serverId);
  return sync.ended(id);
}

const latest = () => source.versions.at(-1)!.files.get(PACKAGE)!.location;
const work = (day: number) =>
  mergin.commitVersion(source, { edit: { [PACKAGE]: (db) => dayOfWork(db, day) } });
const historyOf = (schema: string) =>
  sync.query(
    `SELECT seq, table_name, key, op, old, new, old_geometry, new_geometry
       FROM ${schema}.cairn_sync_history ORDER BY seq, table_name, key, op`,
  );

test('a run of a version with differences ends with the tables and the history of one with the whole file', async () => {
  // The same versions as a folder has them.
  await sync.publish('whole', latest());
  const other = await sync.startProject({ name: 'whole', serverId: sync.serverId });
  await sync.poll();
  expect(await sync.ended(other)).toMatchObject({ status: 'applied' });

  for (let day = 1; day <= 2; day += 1) {
    work(day);
    const run = await poll();
    expect(run).toMatchObject({ status: 'applied', package_source: 'diffs', version: `v${day + 1}` });
    expect(Number(run.bytes_fetched) / Number(run.bytes_total)).toBeLessThanOrEqual(0.05);
    await sync.publish('whole', latest());
    await sync.poll();
    await sync.ended(other);
  }
  for (const table of SURVEY) expect(await sync.differences(latest(), 'oak', table)).toBe(0);
  const history = await historyOf('oak');
  expect(history.length).toBeGreaterThan(100);
  expect(history).toEqual(await historyOf('whole'));
  expect((await checkIntegrity(sync.context, { checksums: true })).findings).toEqual([]);
});

test('a difference that does not fit is a line in the log of its run, which applies the whole file', async () => {
  work(3);
  mergin.fail({ path: /raw\/diff$/, flipAt: 8 });
  const run = await poll();
  expect(run).toMatchObject({ status: 'applied', package_source: 'file', error: null, warnings: [] });
  const lines = await sync.app.admin.query(
    `SELECT level, message FROM field_sync.log_lines WHERE run_id = $1 ORDER BY id`,
    [run.id],
  );
  expect(lines.rows).toContainEqual({
    level: 'warning',
    message: expect.stringMatching(/does not fit the package: .* The whole file survey.gpkg is fetched/),
  });
  expect(await sync.differences(latest(), 'oak', 'trees')).toBe(0);
});

test('a reconcile of a version that came as differences fetches its whole file, and the next version comes as differences again', async () => {
  work(4);
  expect(await poll()).toMatchObject({ status: 'applied', package_source: 'diffs' });
  await sync.context.runs.request(id, { kind: 'reconcile', requestedBy: '1' });
  expect(await sync.ended(id)).toMatchObject({
    ...{ status: 'applied', kind: 'reconcile', package_source: 'file' },
    ...{ inserted: '0', updated: '0', deleted: '0' },
  });
  work(5);
  expect(await poll()).toMatchObject({ status: 'applied', package_source: 'diffs' });
  expect(await sync.differences(latest(), 'oak', 'trees')).toBe(0);
});
