import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pointBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
beforeEach(() => target.clear());
afterAll(() => target.close());

function trees(rows: TestTable['rows'] = []): TestTable {
  return {
    ...{ name: 'Trees', columns: { geom: 'POINT', name: 'TEXT(20)', height: 'REAL', seen: 'DATETIME' } },
    ...{ geometry: { type: 'POINT' }, rows },
  };
}

const oak = {
  ...{ fid: 1, geom: pointBlob([7.1, 51.2]), name: 'Oak', height: 12.5, seen: '2026-03-16T10:00:00Z' },
};
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
    ...{ kind: 'difference', items: [] },
    tables: [{ inserted: 1, updated: 1, deleted: 1 }],
  });
  expect(plan.tables[0]?.samples).toHaveLength(3);
  expect(await target.apply(plan)).toMatchObject({ seq: 2, tables: [{ conflicts: 0, rows: 2 }] });
  expect(await target.differences(second, 'trees')).toBe(0);
  const history = await target.query(
    'SELECT op, key, old, new, old_geometry IS NULL AND new_geometry IS NULL AS same FROM field.cairn_sync_history ORDER BY key',
  );
  const named = (name: string) => expect.objectContaining({ name });
  expect(history).toEqual([
    { op: 'U', key: '1', old: named('Oak'), new: named('Old oak'), same: true },
    { op: 'D', key: '2', old: named('Elm'), new: null, same: false },
    { op: 'I', key: '3', old: null, new: expect.objectContaining({ height: 12.5 }), same: true },
  ]);
  expect(await target.readState()).toMatchObject({ seq: 2, packageSha256: second.sha256 });
});

test('a load reports how many bytes of rows it has sent', async () => {
  const heard: unknown[][] = [];
  const plan = await target.plan(await target.package(trees([oak, elm])));
  await target.apply(plan, 'v1', (done, table, sent) => heard.push([done, table, sent]));
  expect(heard[0]).toEqual([0, 'trees', undefined]);
  expect(heard.at(-1)).toEqual([0, 'trees', expect.any(Number)]);
});

test('another file with the same rows is applied without rows and without history', async () => {
  await target.sync(await target.package(trees([oak])));
  const same = await target.package(trees([{ ...oak, seen: '2026-03-16T10:00:00.000Z' }]));
  const plan = await target.plan(same);
  expect(plan.kind).toBe('nothing');
  expect(await target.apply(plan, 'v2')).toMatchObject({ seq: 2 });
  expect(await target.query('SELECT FROM field.cairn_sync_history')).toHaveLength(0);
  expect(await target.readState()).toMatchObject({ seq: 2, version: 'v2', packageSha256: same.sha256 });
});

test('the same edit by hand and in the field is not a conflict', async () => {
  await target.sync(await target.package(trees([oak, elm])));
  await target.query(`UPDATE field.trees SET name = 'Old oak' WHERE fid = 1`);
  await target.query(`DELETE FROM field.trees WHERE fid = 2`);
  await target.query(`INSERT INTO field.trees (fid, name) VALUES (3, 'Ash')`);
  const next = await target.package(
    trees([
      { ...oak, name: 'Old oak' },
      { fid: 3, name: 'Ash' },
    ]),
  );
  expect(await target.sync(next)).toMatchObject({
    tables: [{ inserted: 1, updated: 1, deleted: 1, conflicts: 0 }],
  });
  expect(await target.query('SELECT FROM field.cairn_sync_conflicts')).toHaveLength(0);
  expect(await target.differences(next, 'trees')).toBe(0);
});

test('a row that was edited, deleted or inserted by hand is kept as a conflict once the provider changes it', async () => {
  await target.sync(await target.package(trees([oak, elm, { ...elm, fid: 4 }])));
  await target.query(
    `UPDATE field.trees SET name = 'Tree of mine', geom = 'SRID=4326;POINT(1 2)' WHERE fid IN (1, 4)`,
  );
  await target.query(`DELETE FROM field.trees WHERE fid = 2`);
  await target.query(`INSERT INTO field.trees (fid, name) VALUES (3, 'Inserted by me')`);
  const next = await target.package(
    trees([
      { ...oak, name: 'Old oak' },
      { ...elm, name: 'Old elm' },
      { ...oak, fid: 3 },
    ]),
  );
  expect(await target.sync(next)).toMatchObject({
    tables: [{ inserted: 1, updated: 2, deleted: 1, conflicts: 4 }],
  });
  expect(await target.differences(next, 'trees')).toBe(0);
  const conflicts = await target.query(
    `SELECT key, kind, found->>'name' AS found, ST_AsText(found_geometry::geometry) AS geometry, applied->>'name' AS applied
       FROM field.cairn_sync_conflicts ORDER BY key`,
  );
  expect(conflicts).toEqual([
    { key: '1', kind: 'edited', found: 'Tree of mine', geometry: 'POINT(1 2)', applied: 'Old oak' },
    { key: '2', kind: 'deleted', found: null, geometry: null, applied: 'Old elm' },
    { key: '3', kind: 'inserted', found: 'Inserted by me', geometry: null, applied: 'Oak' },
    { key: '4', kind: 'edited', found: 'Tree of mine', geometry: 'POINT(1 2)', applied: null },
  ]);
  await target.sync(await target.package(trees([{ ...oak, name: 'Oldest oak' }])));
  expect(await target.query('SELECT FROM field.cairn_sync_conflicts')).toHaveLength(4);
});

test('rows that nobody changed in the field are left as they were edited, and a reconcile restores them and keeps the edits', async () => {
  const first = await target.package(trees([oak, elm]));
  await target.sync(first);
  await target.query(`UPDATE field.trees SET height = 1 WHERE fid = 1`);
  await target.query(`INSERT INTO field.trees (name) VALUES ('Mine')`);
  await target.query(`DELETE FROM field.trees WHERE fid = 2`);
  expect((await target.plan(first)).kind).toBe('nothing');
  const plan = await target.plan(first, { reconcile: true });
  expect(plan).toMatchObject({ kind: 'reconcile', tables: [{ inserted: 1, updated: 1, deleted: 1 }] });
  expect(plan.tables[0]?.samples.map(({ op }) => op).toSorted()).toEqual(['D', 'I', 'U']);
  expect(await target.apply(plan)).toMatchObject({ seq: 2, tables: [{ conflicts: 3 }] });
  expect(await target.differences(first, 'trees')).toBe(0);
  const kinds = await target.query('SELECT key, kind FROM field.cairn_sync_conflicts ORDER BY key');
  expect(kinds).toEqual([
    { key: '1', kind: 'edited' },
    { key: '2', kind: 'deleted' },
    { key: '3', kind: 'inserted' },
  ]);
});

test('a reconcile with a new version separates changes of the crew from changes made by hand', async () => {
  const rows = [1, 2, 3, 4, 5].map((fid) => ({ ...oak, fid }));
  await target.sync(await target.package(trees(rows)));
  await target.query(`UPDATE field.trees SET name = 'By hand' WHERE fid IN (1, 2); DELETE FROM field.trees WHERE fid = 3;
    INSERT INTO field.trees (fid, name) VALUES (8, 'By hand'), (9, 'By hand')`);
  const changed = rows.slice(0, 4).map((row) => (row.fid === 1 ? row : { ...row, name: 'By the crew' }));
  const next = await target.package(trees([...changed, { ...oak, fid: 6 }, { ...oak, fid: 8 }]));
  const plan = await target.plan(next, { reconcile: true });
  expect(plan.tables).toMatchObject([{ inserted: 2, updated: 4, deleted: 2 }]);
  expect(await target.apply(plan)).toMatchObject({ tables: [{ conflicts: 5 }] });
  expect(await target.differences(next, 'trees')).toBe(0);
  const conflicts = await target.query('SELECT key, kind FROM field.cairn_sync_conflicts ORDER BY key');
  expect(conflicts.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
    '1 edited',
    '2 edited',
    '3 deleted',
    '8 inserted',
    '9 inserted',
  ]);
});

test('without the package of the state the tables themselves are compared', async () => {
  await target.sync(await target.package(trees([oak, elm])));
  const next = await target.package(trees([{ ...oak, name: 'Old oak' }]));
  const plan = await target.plan(next, { base: null });
  expect(plan).toMatchObject({ kind: 'reconcile', tables: [{ inserted: 0, updated: 1, deleted: 1 }] });
  expect(await target.apply(plan)).toMatchObject({ seq: 2, tables: [{ conflicts: 0 }] });
  expect(await target.differences(next, 'trees')).toBe(0);
  expect(await target.query('SELECT FROM field.cairn_sync_history')).toHaveLength(2);
});

test('a table that someone dropped is created again, and a dropped column is filled again', async () => {
  const notes: TestTable = { name: 'notes', columns: { text: 'TEXT' }, rows: [{ fid: 1, text: 'one' }] };
  await target.sync(await target.package(trees([oak]), notes));
  await target.query('DROP TABLE field.notes; ALTER TABLE field.trees DROP COLUMN height');
  const next = await target.package(trees([oak, elm]), notes);
  const plan = await target.plan(next);
  expect(plan.warnings).toHaveLength(2);
  await target.apply(plan);
  expect(await target.query('SELECT height FROM field.trees ORDER BY fid')).toEqual([
    { height: 12.5 },
    { height: null },
  ]);
  expect(await target.differences(next, 'notes')).toBe(0);
});

test('a trigger that rewrites a column does not repeat updates, and one that suppresses rows is named', async () => {
  await target.sync(await target.package(trees([oak, elm])));
  await target.query(`CREATE FUNCTION field.shout() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END';
    CREATE TRIGGER shout BEFORE INSERT OR UPDATE ON field.trees FOR EACH ROW EXECUTE FUNCTION field.shout()`);
  const second = await target.package(trees([{ ...oak, height: 13 }, elm]));
  expect(await target.sync(second)).toMatchObject({ tables: [{ updated: 1, conflicts: 0 }] });
  expect(await target.query('SELECT name FROM field.trees ORDER BY fid')).toEqual([
    { name: 'OAK' },
    { name: 'Elm' },
  ]);
  expect((await target.plan(second)).kind).toBe('nothing');
  await target.query(`CREATE FUNCTION field.suppress() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER quiet BEFORE UPDATE ON field.trees FOR EACH ROW EXECUTE FUNCTION field.suppress()`);
  const third = await target.package(trees([oak, { ...elm, name: 'Old elm' }]));
  await expect(target.sync(third)).rejects.toMatchObject({
    ...{ outcome: 'pause', code: 'field_sync.rows_suppressed' },
    message: expect.stringContaining('the trigger quiet'),
  });
  expect(await target.readState()).toMatchObject({ seq: 2, packageSha256: second.sha256 });
  expect(await target.query('SELECT FROM field.cairn_sync_history WHERE seq = 3')).toHaveLength(0);
});

test('triggers see the search path of their database', async () => {
  await target.sync(await target.package(trees([oak])));
  await target.query(`CREATE TABLE public.log (name text); GRANT ALL ON public.log TO field_sync;
    CREATE FUNCTION field.note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (NEW.name); RETURN NEW; END';
    CREATE TRIGGER note AFTER UPDATE ON field.trees FOR EACH ROW EXECUTE FUNCTION field.note()`);
  await target.sync(await target.package(trees([{ ...oak, name: 'Old oak' }])));
  expect(await target.query('SELECT name FROM public.log')).toEqual([{ name: 'Old oak' }]);
});

test('unique values that two rows swap need a deferrable constraint, and another is named', async () => {
  await target.sync(await target.package(trees([oak, elm])));
  const swapped = await target.package(
    trees([
      { ...oak, name: 'Elm' },
      { ...elm, name: 'Oak' },
    ]),
  );
  await target.query('ALTER TABLE field.trees ADD CONSTRAINT one_name UNIQUE (name)');
  await expect(target.sync(swapped)).rejects.toMatchObject({
    ...{ outcome: 'pause', code: 'field_sync.constraint', message: expect.stringContaining('one_name') },
  });
  await target.query(
    'ALTER TABLE field.trees DROP CONSTRAINT one_name, ADD CONSTRAINT one_name UNIQUE (name) DEFERRABLE',
  );
  await target.sync(swapped);
  expect(await target.differences(swapped, 'trees')).toBe(0);
});

test('texts differ by their bytes, whatever the collation of a column takes for one', async () => {
  await target.sync(await target.package(trees([oak])));
  await target.query(`CREATE COLLATION field.lazy (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
    ALTER TABLE field.trees ALTER COLUMN name TYPE text COLLATE field.lazy`);
  const next = await target.package(trees([{ ...oak, name: 'OAK' }]));
  expect(await target.sync(next)).toMatchObject({ tables: [{ updated: 1, conflicts: 0 }] });
  expect(await target.query('SELECT name FROM field.trees')).toEqual([{ name: 'OAK' }]);
});

test('views stay where a column is added, and its values come with it', async () => {
  await target.sync(await target.package(trees([oak, elm])));
  await target.query('CREATE VIEW field.tall AS SELECT * FROM field.trees WHERE height > 10');
  const { columns, ...rest } = trees([{ ...oak, girth: 3 }, elm]);
  const next = await target.package({ ...rest, columns: { ...columns, girth: 'INTEGER' } });
  expect(await target.sync(next)).toMatchObject({ tables: [{ updated: 1 }] });
  expect(await target.differences(next, 'trees')).toBe(0);
  expect(await target.query('SELECT name FROM field.tall')).toEqual([{ name: 'Oak' }]);
});
