import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { geometryBlob, pointBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
beforeEach(() => target.clear());
afterAll(() => target.close());

const { signal } = new AbortController();
const page = { limit: 50, signal };

function photos(rows: TestTable['rows'] = []): TestTable {
  return {
    ...{
      name: 'photos',
      columns: {
        geom: 'POINT',
        name: 'TEXT',
        number: 'INTEGER',
        taken: 'DATETIME',
        raw: 'BLOB',
        ok: 'BOOLEAN',
      },
    },
    ...{ geometry: { type: 'POINT' }, rows },
  };
}

const one = {
  fid: 1,
  geom: pointBlob([7, 51]),
  name: 'one',
  number: 9_007_199_254_740_993n,
  taken: '2026-03-16T10:00:00.5Z',
  raw: Uint8Array.of(0, 255),
  ok: 1,
};
const two = { ...one, fid: 2, name: 'two' };

test('the history of a table, or of a row, is read by pages, the newest first', async () => {
  expect(await target.tables.readHistory(target.place, page)).toEqual([]);
  await target.sync(await target.package(photos([one, two])));
  await target.sync(
    await target.package(
      photos([
        { ...one, name: 'uno' },
        { ...two, geom: pointBlob([8, 52]) },
      ]),
    ),
  );
  await target.sync(await target.package(photos([{ ...one, name: 'eins' }])));
  const all = await target.tables.readHistory(target.place, page);
  expect(all.map(({ seq, key, op }) => `${seq} ${key} ${op}`)).toEqual(['3 2 D', '3 1 U', '2 2 U', '2 1 U']);
  const [first] = await target.tables.readHistory(target.place, {
    ...page,
    limit: 1,
    table: 'photos',
    key: '1',
  });
  expect(first).toMatchObject({
    old: { name: 'uno' },
    new: { name: 'eins' },
    oldGeometry: null,
    newGeometry: null,
  });
  const rest = await target.tables.readHistory(target.place, { ...page, key: '1', before: first!.id });
  expect(rest).toMatchObject([{ old: { name: 'one' }, new: { name: 'uno' } }]);
  expect(all[2]).toMatchObject({ oldGeometry: expect.any(Buffer), newGeometry: expect.any(Buffer) });
});

test('a conflict is decided once: the row of the provider stays, or what was there comes back to the last byte', async () => {
  await target.sync(await target.package(photos([one, two, { ...one, fid: 3 }])));
  await target.query(`UPDATE field.photos SET name = 'mine', number = number + 1, geom = 'SRID=4326;POINT(1 2)' WHERE fid <> 3;
    DELETE FROM field.photos WHERE fid = 3`);
  const mine = () => target.query('SELECT *, ST_AsEWKB(geom) AS geom FROM field.photos WHERE fid = 1');
  const before = await mine();
  await target.sync(
    await target.package(
      photos([
        { ...one, name: 'uno', raw: null },
        { ...two, name: 'due' },
        { ...one, fid: 3, name: 'tre' },
      ]),
    ),
  );
  const open = await target.tables.readConflicts(target.place, { ...page, isOpen: true });
  const [third, second, first] = open as [(typeof open)[0], (typeof open)[0], (typeof open)[0]];
  expect([third.kind, second.kind, first.kind]).toEqual(['deleted', 'edited', 'edited']);
  const resolve = (id: string, resolution: 'kept' | 'restored') =>
    target.tables.resolveConflict(target.place, { id, resolution, by: 'anna', signal });
  await resolve(first.id, 'restored');
  expect(await mine()).toEqual(before);
  await resolve(second.id, 'kept');
  await resolve(third.id, 'restored');
  expect(await target.query('SELECT fid, name FROM field.photos ORDER BY fid')).toEqual([
    { fid: '1', name: 'mine' },
    { fid: '2', name: 'due' },
  ]);
  await expect(resolve(first.id, 'kept')).rejects.toMatchObject({
    kind: 'conflict',
    code: 'field_sync.conflict_resolved',
  });
  await expect(resolve('999', 'kept')).rejects.toMatchObject({ kind: 'not_found' });
  expect(await target.tables.readConflicts(target.place, { ...page, isOpen: true })).toEqual([]);
  expect((await target.tables.readConflicts(target.place, page))[2]).toMatchObject({
    resolution: 'restored',
    resolvedBy: 'anna',
  });
});

test('a row that a run deleted comes back as well', async () => {
  await target.sync(await target.package(photos([one, two])));
  await target.query(`UPDATE field.photos SET name = 'mine' WHERE fid = 2`);
  await target.sync(await target.package(photos([one])));
  const [conflict] = await target.tables.readConflicts(target.place, page);
  await target.tables.resolveConflict(target.place, {
    id: conflict!.id,
    resolution: 'restored',
    by: 'anna',
    signal,
  });
  expect(await target.query('SELECT name, number, ok FROM field.photos WHERE fid = 2')).toEqual([
    { name: 'mine', number: '9007199254740993', ok: true },
  ]);
});

test('held geometries are read by table', async () => {
  await target.sync(await target.package(photos([{ ...one, geom: geometryBlob(Buffer.alloc(0)) }, two])));
  expect(await target.tables.readHeld(target.place, { ...page, table: 'photos' })).toMatchObject([
    { table: 'photos', key: '1', reason: expect.any(String), blob: geometryBlob(Buffer.alloc(0)) },
  ]);
});

test('a column that is set aside keeps its values, and follows the package again once it is taken back', async () => {
  const first = await target.package(photos([one]));
  await target.sync(first);
  const aside = (isAside: boolean, column = 'name') =>
    target.tables.setAside(target.place, { table: 'photos', column, isAside, signal });
  const stale = await target.plan(await target.package(photos([{ ...one, name: 'stale' }])));
  await aside(true);
  await expect(target.apply(stale)).rejects.toMatchObject({ code: 'field_sync.state_moved' });
  const next = await target.package(photos([{ ...one, name: 'uno', ok: 0 }]));
  expect(await target.sync(next)).toMatchObject({ tables: [{ updated: 1 }] });
  expect(await target.query('SELECT name, ok FROM field.photos')).toEqual([{ name: 'one', ok: false }]);
  await aside(false);
  await target.sync(await target.package(photos([{ ...one, name: 'uno', ok: 0 }, two])));
  expect(await target.query('SELECT name FROM field.photos ORDER BY fid')).toEqual([
    { name: 'uno' },
    { name: 'two' },
  ]);
  await expect(aside(true, 'nowhere')).rejects.toMatchObject({ kind: 'not_found' });
});
