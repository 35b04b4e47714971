import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
beforeEach(() => target.clear());
afterAll(() => target.close());

function table(name: string, columns: Record<string, string>, rows: TestTable['rows'] = []): TestTable {
  return { name, columns, rows };
}

function many(count: number): TestTable['rows'] {
  return Array.from({ length: count }, (_, i) => ({ fid: i + 1, name: `row ${i + 1}` }));
}

test('columns whose names become the same get numbers and keep them when another one comes', async () => {
  const rows = [{ fid: 1, 'A b': 1, a_b: 2 }];
  await target.sync(
    await target.package(table('T', { 'A b': 'INTEGER', a_b: 'INTEGER' }, rows), {
      ...table('u', {}),
      key: 'xmin',
    }),
  );
  const next = table('T', { 'A-b': 'INTEGER', 'A b': 'INTEGER', a_b: 'INTEGER' }, [
    { ...rows[0]!, 'A-b': 3 },
  ]);
  await target.sync(await target.package(next, { ...table('u', {}, [{ xmin: 1 }]), key: 'xmin' }));
  expect(await target.query('SELECT xmin_2 FROM field.u')).toEqual([{ xmin_2: '1' }]);
  expect(await target.query('SELECT a_b, a_b_2, a_b_3 FROM field.t')).toEqual([
    { a_b: '1', a_b_2: '2', a_b_3: '3' },
  ]);
});

test('a new column does not take the name of one that someone added by hand', async () => {
  await target.sync(await target.package(table('t', {}, [{ fid: 1 }])));
  await target.query(`ALTER TABLE field.t ADD COLUMN note text DEFAULT 'mine'`);
  await target.sync(await target.package(table('t', { note: 'TEXT' }, [{ fid: 1, note: 'theirs' }])));
  expect(await target.query('SELECT note, note_2 FROM field.t')).toEqual([
    { note: 'mine', note_2: 'theirs' },
  ]);
});

test('a table that was renamed and emptied is a plan, and nothing is deleted', async () => {
  await target.sync(await target.package(table('trees', { name: 'TEXT' }, many(12))));
  const next = await target.package(
    table('plants', { name: 'TEXT' }, many(12)),
    table('trees', { name: 'TEXT' }),
  );
  expect(await target.plan(next)).toMatchObject({ items: [{ id: 'deletions:trees', kind: 'deletions' }] });
  const gone = await target.package(table('plants', { name: 'TEXT' }, many(13)));
  const plan = await target.plan(gone);
  expect(plan.items).toMatchObject([
    { id: 'table_gone:trees', options: [{ id: 'freeze' }, { id: 'rename:plants' }] },
  ]);
  const renamed = { 'table_gone:trees': { option: 'rename:plants' } };
  expect(await target.sync(gone, { choices: renamed })).toMatchObject({
    tables: [{ table: 'trees', inserted: 1, updated: 0 }],
  });
  expect(await target.query('SELECT FROM field.trees')).toHaveLength(13);
});

test('a frozen table keeps its rows, and is made equal to the package when it comes back', async () => {
  const trees = table('trees', { name: 'TEXT' }, many(2));
  const notes = table('notes', { name: 'TEXT' }, many(1));
  await target.sync(await target.package(trees, notes));
  const without = await target.package(notes);
  await target.sync(without, { choices: { 'table_gone:trees': { option: 'freeze' } } });
  expect(await target.query('SELECT FROM field.trees')).toHaveLength(2);
  expect((await target.plan(await target.package(notes, table('x', {})))).items).toEqual([]);
  await target.query(`DELETE FROM field.trees`);
  const back = await target.package(trees, notes);
  expect(await target.plan(back)).toMatchObject({ kind: 'reconcile', items: [] });
  await target.sync(back);
  expect(await target.differences(back, 'trees')).toBe(0);
});

test('a column that is gone is kept with its values, or follows its new name', async () => {
  await target.sync(await target.package(table('t', { old: 'TEXT' }, [{ fid: 1, old: 'a' }])));
  const next = await target.package(table('t', { fresh: 'TEXT' }, [{ fid: 1, fresh: 'b' }]));
  const { items } = await target.plan(next);
  expect(items).toMatchObject([
    { id: 'column_gone:t.old', options: [{ id: 'freeze' }, { id: 'rename:fresh' }] },
  ]);
  await target.sync(next, { choices: { 'column_gone:t.old': { option: 'rename:fresh' } } });
  expect(await target.query('SELECT * FROM field.t')).toEqual([{ fid: '1', old: 'b' }]);
  const bare = await target.package(table('t', {}, [{ fid: 1 }, { fid: 2 }]));
  await target.sync(bare, { choices: { 'column_gone:t.old': { option: 'freeze' } } });
  expect(await target.query('SELECT * FROM field.t ORDER BY fid')).toEqual([
    { fid: '1', old: 'b' },
    { fid: '2', old: null },
  ]);
});

test('a type that changed is converted when a person approves it, and not where a view uses the column', async () => {
  await target.sync(await target.package(table('t', { size: 'TEXT' }, [{ fid: 1, size: '12' }])));
  const next = await target.package(table('t', { size: 'INTEGER' }, [{ fid: 1, size: 13 }]));
  const { items } = await target.plan(next);
  expect(items).toMatchObject([
    { id: 'column_type:t.size', options: [{ id: 'freeze' }, { id: 'convert' }, { id: 'stop' }] },
  ]);
  const choices = { 'column_type:t.size': { option: 'convert' } };
  await target.query('CREATE VIEW field.v AS SELECT size FROM field.t');
  const refused = await target.plan(next, { choices });
  expect(refused.items).toMatchObject([
    {
      sentence: expect.stringContaining('refuses the conversion'),
      options: [{ id: 'freeze' }, { id: 'stop' }],
    },
  ]);
  expect(await target.query('SELECT size FROM field.t')).toEqual([{ size: '12' }]);
  await target.query('DROP VIEW field.v');
  await target.sync(next, { choices });
  expect(await target.query('SELECT size FROM field.t')).toEqual([{ size: '13' }]);
  expect(await target.differences(next, 't')).toBe(0);
});

test('longer texts and descriptions change by themselves', async () => {
  await target.sync(await target.package(table('t', { name: 'TEXT(5)' }, [{ fid: 1, name: 'short' }])));
  const next = await target.package(
    table('t', { name: 'TEXT(500)' }, [{ fid: 1, name: 'much longer than that' }]),
  );
  expect((await target.plan(next)).items).toEqual([]);
  await target.sync(next);
  expect(await target.differences(next, 't')).toBe(0);
});

test('a value that does not fit its column is named, and the column becomes text or is left alone', async () => {
  const bad = [{ fid: 1, size: 'large', name: 'a' }];
  const first = await target.package(table('t', { size: 'INTEGER', name: 'TEXT' }, bad));
  const id = 'value_does_not_fit:t.size';
  await expect(target.sync(first)).rejects.toMatchObject({
    ...{
      outcome: 'pause',
      code: 'field_sync.value_does_not_fit',
      message: expect.stringContaining('"large" in "size", a column of whole numbers'),
    },
    items: [{ id, options: [{ id: 'freeze' }, { id: 'text' }] }],
  });
  expect(await target.readState()).toBeNull();
  await target.sync(first, { choices: { [id]: { option: 'text' } } });
  expect(await target.query('SELECT size FROM field.t')).toEqual([{ size: 'large' }]);
  const two = table('u', { size: 'INTEGER' }, [{ fid: 1, size: 4 }]);
  await target.sync(await target.package(table('t', { size: 'INTEGER', name: 'TEXT' }, bad), two));
  const next = await target.package(table('t', { size: 'INTEGER', name: 'TEXT' }, bad), {
    ...two,
    rows: [{ fid: 1, size: 'small' }],
  });
  expect((await target.plan(next)).items).toMatchObject([{ id: 'value_does_not_fit:u.size' }]);
  await target.sync(next, { choices: { 'value_does_not_fit:u.size': { option: 'text' } } });
  expect(await target.query('SELECT size FROM field.u')).toEqual([{ size: 'small' }]);
});

test('a plan that asks about more keeps what was decided as its defaults', async () => {
  const columns = { a: 'INTEGER', b: 'INTEGER' };
  const first = await target.package(table('t', columns, [{ fid: 1, a: 'x', b: 'y' }]));
  const choices = { 'value_does_not_fit:t.a': { option: 'text' } };
  await expect(target.sync(first, { choices })).rejects.toMatchObject({
    items: [{ id: 'value_does_not_fit:t.b' }, { id: 'value_does_not_fit:t.a', options: [{ id: 'text' }] }],
  });
  await target.sync(first, { choices: { ...choices, 'value_does_not_fit:t.b': { option: 'freeze' } } });
  expect(await target.query('SELECT a, b FROM field.t')).toEqual([{ a: 'x', b: null }]);
  const wrong = await target.package(table('t', { b: 'INTEGER' }, [{ fid: 1 }]), table('u', { c: 'TEXT' }));
  const renamed = await target.package(
    table('u', { c: 'INTEGER' }),
    table('t', { b: 'INTEGER' }, [{ fid: 1 }]),
  );
  await target.sync(wrong, { choices: { 'column_gone:t.a': { option: 'freeze' } } });
  const fewer = await target.plan(await target.package(table('t', { b: 'INTEGER' }, [{ fid: 1 }])), {
    choices: { 'table_gone:other': { option: 'freeze' } },
  });
  expect(fewer.items).toMatchObject([
    { id: 'table_gone:u' },
    { id: 'table_gone:other', options: [{ id: 'freeze' }] },
  ]);
  expect((await target.plan(renamed)).items).toMatchObject([{ id: 'column_type:u.c' }]);
});

test('blank texts in a column of numbers are NULL', async () => {
  await target.sync(
    await target.package(table('t', { size: 'INTEGER', day: 'DATE' }, [{ fid: 1, size: '', day: ' ' }])),
  );
  expect(await target.query('SELECT size, day FROM field.t')).toEqual([{ size: null, day: null }]);
});

test('a table that exists is refused with its name, and adopting it shows the differences first', async () => {
  await target.query(`CREATE TABLE field.trees (fid int PRIMARY KEY, name varchar(40), mine text DEFAULT 'kept');
    ALTER TABLE field.trees OWNER TO field_sync; INSERT INTO field.trees VALUES (1, 'Oak'), (2, 'Elm'), (9, 'Ash')`);
  const next = await target.package(
    table('trees', { name: 'TEXT', size: 'INTEGER' }, [
      { fid: 1, name: 'Oak', size: 3 },
      { fid: 2, name: 'Old elm' },
    ]),
  );
  const plan = await target.plan(next);
  expect(plan).toMatchObject({
    items: [
      {
        id: 'table_not_ours:trees',
        table: 'trees',
        options: [{ id: 'stop' }, { id: 'adopt' }, { id: 'rename' }],
      },
    ],
    tables: [{ inserted: 0, updated: 2, deleted: 1 }],
  });
  await target.sync(next, { choices: { 'table_not_ours:trees': { option: 'adopt' } } });
  expect(await target.query('SELECT * FROM field.trees ORDER BY fid')).toEqual([
    { fid: 1, name: 'Oak', mine: 'kept', size: '3' },
    { fid: 2, name: 'Old elm', mine: 'kept', size: null },
  ]);
  expect(await target.query('SELECT key, old FROM field.cairn_sync_history ORDER BY key')).toHaveLength(3);
});

test('a table that cannot be adopted says why, and another one is created and the first stays', async () => {
  await target.query(`CREATE TABLE field.trees (id text PRIMARY KEY)`);
  const next = await target.package(table('trees', { name: 'TEXT' }, many(2)));
  const [item] = (await target.plan(next)).items;
  expect(item).toMatchObject({
    sentence: expect.stringContaining('primary key'),
    options: [{ id: 'stop' }, { id: 'rename' }],
  });
  await target.sync(next, { choices: { 'table_not_ours:trees': { option: 'rename' } } });
  expect(await target.query('SELECT FROM field.trees_2')).toHaveLength(2);
  expect((await target.plan(await target.package(table('trees', { name: 'TEXT' }, many(3))))).items).toEqual(
    [],
  );
});

test('many deletions wait for an approval, which holds for this state and these packages alone', async () => {
  await target.sync(await target.package(table('t', { name: 'TEXT' }, many(400))));
  const some = await target.package(table('t', { name: 'TEXT' }, many(301)));
  expect((await target.plan(some)).items).toEqual([]);
  const few = await target.package(table('t', { name: 'TEXT' }, many(299)));
  const choices = { 'deletions:t': { option: 'delete' } };
  expect((await target.plan(few)).items).toMatchObject([
    {
      id: 'deletions:t',
      details: { deleted: 101, rowsBefore: 400, rowsAfter: 299 },
      options: [{ id: 'wait' }, { id: 'delete' }, { id: 'stop' }],
    },
  ]);
  expect((await target.plan(few, { choices: { 'deletions:t': { option: 'wait' } } })).items).toHaveLength(1);
  expect((await target.plan(few, { maxDeletePercent: 30 })).items).toEqual([]);
  const fewer = await target.package(table('t', { name: 'TEXT' }, many(3)));
  expect((await target.plan(fewer, { choices, approvedFor: few })).items).toHaveLength(1);
  const stopped = await target.plan(few, { choices: { 'deletions:t': { option: 'stop' } } });
  expect(stopped).toMatchObject({ items: [], tables: [{ action: 'none', layout: { frozen: 'set_aside' } }] });
  expect(await target.sync(few, { choices })).toMatchObject({ tables: [{ deleted: 101 }] });
});

test('tables without an integer primary key are left out and named', async () => {
  const plan = await target.plan(
    await target.package({ ...table('t', { name: 'TEXT' }, [{ name: 'a' }]), key: null }),
  );
  expect(plan).toMatchObject({ tables: [], warnings: [expect.stringContaining('"t" is left out')] });
});

test('missing tables are a failure where the first load is skipped', async () => {
  const first = await target.package(table('t', { name: 'TEXT' }, many(2)));
  await expect(target.plan(first, { skipInit: true })).rejects.toMatchObject({
    code: 'field_sync.tables_missing',
    outcome: 'pause',
  });
});
