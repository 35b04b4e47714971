import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pointBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
afterAll(() => target.close());

function trees(rows: TestTable['rows'] = []): TestTable {
  return {
    ...{ name: 'Trees', columns: { geom: 'POINT', name: 'TEXT(20)', height: 'REAL', seen: 'DATETIME' } },
    ...{ geometry: { type: 'POINT' }, rows },
  };
}

const oak = { fid: 1, geom: pointBlob([7.1, 51.2]), name: 'Oak', height: 12.5, seen: '2026-03-16T10:00:00Z' };
const elm = { fid: 2, geom: pointBlob([7.2, 51.3]), name: 'Elm', height: null, seen: null };

test('the first load creates the tables of a package, and a later version changes, adds and deletes rows', async () => {
  const first = await target.package(trees([oak, elm]));
  const counts = await target.sync(first);
  expect(counts).toMatchObject({ seq: 1, tables: [{ table: 'trees', inserted: 2, rows: 2 }] });
  expect(await target.differences(first, 'trees')).toBe(0);
  const second = await target.package(
    trees([
      { ...oak, name: 'Old oak' },
      { ...oak, fid: 3, geom: null },
    ]),
  );
  const plan = await target.plan(second);
  expect(plan).toMatchObject({
    kind: 'difference',
    items: [],
    tables: [{ inserted: 1, updated: 1, deleted: 1 }],
  });
  expect(plan.tables[0]?.samples).toHaveLength(3);
  expect(await target.apply(plan)).toMatchObject({ seq: 2, tables: [{ conflicts: 0, rows: 2 }] });
  expect(await target.differences(second, 'trees')).toBe(0);
  const history = await target.query(
    'SELECT op, key, old, new, old_geometry IS NULL AS same FROM field.cairn_sync_history ORDER BY key',
  );
  expect(history).toEqual([
    {
      op: 'U',
      key: '1',
      old: expect.objectContaining({ name: 'Oak' }),
      new: expect.objectContaining({ name: 'Old oak' }),
      same: true,
    },
    { op: 'D', key: '2', old: expect.objectContaining({ name: 'Elm' }), new: null, same: false },
    { op: 'I', key: '3', old: null, new: expect.objectContaining({ height: 12.5 }), same: true },
  ]);
  expect(await target.readState()).toMatchObject({ seq: 2, packageSha256: second.sha256 });
});
