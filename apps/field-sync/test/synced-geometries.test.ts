import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { geometryBlob, lineBlob, pointBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
beforeEach(() => target.clear());
afterAll(() => target.close());

function points(rows: TestTable['rows'], more: Partial<TestTable> = {}): TestTable {
  return {
    name: 'points',
    columns: { geom: 'POINT' },
    geometry: { type: 'POINT' },
    rows: rows ?? [],
    ...more,
  };
}

function trees(rows: TestTable['rows'] = []): TestTable {
  return points(rows, { name: 'trees', columns: { geom: 'POINT', name: 'TEXT' } });
}
test('geometries that PostGIS does not take are held, and are released once they are correct', async () => {
  const broken = geometryBlob(Buffer.alloc(0));
  const onePoint = lineBlob([[1, 2]]);
  const lines = (rows: TestTable['rows']): TestTable => ({
    ...{ name: 'lines', columns: { geom: 'LINESTRING' }, geometry: { type: 'LINESTRING' }, rows: rows ?? [] },
  });
  const good = lineBlob([
    [1, 2],
    [3, 4],
  ]);
  const first = await target.sync(
    await target.package(
      lines([
        { fid: 1, geom: broken },
        { fid: 2, geom: onePoint },
        { fid: 3, geom: good },
      ]),
    ),
  );
  expect(first.tables[0]).toMatchObject({ inserted: 3, held: 2 });
  const held = () => target.query('SELECT key, reason, blob FROM field.cairn_sync_held ORDER BY key');
  expect(await held()).toMatchObject([
    { key: '1', blob: broken },
    { key: '2', blob: onePoint },
  ]);
  const next = await target.package(
    lines([
      { fid: 1, geom: broken },
      { fid: 2, geom: good },
      { fid: 3, geom: onePoint },
    ]),
  );
  expect((await target.sync(next)).tables[0]).toMatchObject({ updated: 2, held: 1 });
  expect(await held()).toMatchObject([
    { key: '1', blob: broken },
    { key: '3', blob: onePoint },
  ]);
  expect(await target.differences(next, 'lines')).toBe(0);
});

test('large keys, gaps, empty layers, missing and empty geometries and layers of any type stay as they are', async () => {
  const emptyPoint = geometryBlob(Buffer.from('0101000000000000000000f87f000000000000f87f', 'hex'), {
    isEmpty: true,
  });
  const anything: TestTable = {
    ...{ name: 'anything', columns: { geom: 'GEOMETRY', big: 'INTEGER' }, geometry: { type: 'GEOMETRY' } },
    rows: [
      { fid: 5, geom: pointBlob([1, 2]), big: 9_007_199_254_740_993n },
      {
        fid: 4_294_967_296,
        geom: lineBlob([
          [1, 2],
          [3, 4],
        ]),
        big: -1,
      },
      { fid: 9_007_199_254_740_993n, geom: emptyPoint, big: null },
      { fid: 7, geom: null, big: 0 },
    ],
  };
  const first = await target.package(anything, trees([]));
  expect(await target.sync(first)).toMatchObject({ tables: [{ rows: 4 }, { rows: 0 }] });
  const rows = await target.query(
    'SELECT fid, big, ST_IsEmpty(geom) AS empty FROM field.anything ORDER BY fid',
  );
  expect(rows).toEqual([
    { fid: '5', big: '9007199254740993', empty: false },
    { fid: '7', big: '0', empty: null },
    { fid: '4294967296', big: '-1', empty: false },
    { fid: '9007199254740993', big: null, empty: true },
  ]);
  const next = await target.package(
    { ...anything, rows: anything.rows?.slice(1) ?? [] },
    trees([{ fid: 1, geom: pointBlob([7.1, 51.2]), name: 'Oak' }]),
  );
  await target.sync(next);
  expect(await target.differences(next, 'anything')).toBe(0);
  const [{ fid }] = (await target.query<{ fid: string }>(
    `INSERT INTO field.trees (name) VALUES ('x') RETURNING fid`,
  )) as [{ fid: string }];
  expect(fid).toBe('2');
});

test('a geometry of another type or dimension widens the column of the first load', async () => {
  const mixed: TestTable = {
    ...{ name: 'mixed', columns: { geom: 'POINT' }, geometry: { type: 'POINT' } },
    rows: [
      { fid: 1, geom: pointBlob([1, 2]) },
      {
        fid: 2,
        geom: lineBlob([
          [1, 2],
          [3, 4],
        ]),
      },
    ],
  };
  const heights: TestTable = {
    ...{ name: 'heights', columns: { geom: 'POINT' }, geometry: { type: 'POINT' } },
    rows: [
      { fid: 1, geom: pointBlob([1, 2]) },
      { fid: 2, geom: pointBlob([1, 2, 3]) },
    ],
  };
  await target.sync(await target.package(mixed, heights));
  const types = await target.query(
    `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute JOIN pg_class ON oid = attrelid AND relkind = 'r' AND relnamespace = 'field'::regnamespace WHERE attname = 'geom' ORDER BY 1`,
  );
  expect(types).toEqual([{ type: 'geometry' }, { type: 'geometry(Geometry,4326)' }]);
  const next = await target.package(mixed, {
    ...heights,
    rows: [
      { fid: 1, geom: pointBlob([5, 6, 7]) },
      { fid: 3, geom: pointBlob([1, 2]) },
    ],
  });
  expect(await target.sync(next)).toMatchObject({
    tables: [{ updated: 0 }, { updated: 1, inserted: 1, deleted: 1, conflicts: 0 }],
  });
  expect(await target.query('SELECT DISTINCT ST_SRID(geom) AS srid FROM field.heights')).toEqual([
    { srid: 4326 },
  ]);
  expect(await target.differences(next, 'heights')).toBe(0);
});

test('geometries of other types, another reference system and another key are decisions', async () => {
  await target.sync(await target.package(points([{ fid: 1, geom: pointBlob([1, 2]) }])));
  const line = lineBlob([
    [1, 2],
    [3, 4],
  ]);
  const redeclared = points([{ fid: 1, geom: line }], { geometry: { type: 'LINESTRING' } });
  expect((await target.plan(await target.package(redeclared))).items).toMatchObject([
    { id: 'geometry_type:points', sentence: expect.stringContaining('LineString in "points"') },
  ]);
  const mixed = await target.package(points([{ fid: 1, geom: line }]));
  const convert = { 'geometry_type:points': { option: 'convert:Geometry' } };
  expect((await target.plan(mixed)).items).toMatchObject([
    {
      id: 'geometry_type:points',
      options: [{ id: 'freeze' }, { id: 'convert:Geometry' }, { id: 'stop' }],
    },
  ]);
  await target.sync(mixed, { choices: convert });
  expect(await target.query('SELECT ST_AsText(geom) AS geom FROM field.points')).toEqual([
    { geom: 'LINESTRING(1 2,3 4)' },
  ]);
  const moved = await target.package(
    points([{ fid: 1, geom: line }], { geometry: { type: 'POINT', srid: 3857 } }),
  );
  const srid = { 'srid:points': { option: 'convert' } };
  expect((await target.plan(moved)).items).toMatchObject([{ id: 'srid:points' }]);
  await target.sync(moved, { choices: srid });
  expect(
    await target.query('SELECT ST_SRID(geom) AS srid, ST_AsText(geom) AS geom FROM field.points'),
  ).toEqual([{ srid: 3857, geom: 'LINESTRING(1 2,3 4)' }]);
  const rekeyed = await target.package(
    points([{ id: 1, geom: line }], { geometry: { type: 'POINT', srid: 3857 }, key: 'id' }),
  );
  expect((await target.plan(rekeyed)).items).toMatchObject([
    { id: 'key:points', options: [{ id: 'stop' }, { id: 'accept' }] },
  ]);
  expect(await target.sync(rekeyed, { choices: { 'key:points': { option: 'accept' } } })).toMatchObject({
    tables: [{ updated: 0 }],
  });
  const keyless = await target.package(
    points([{ geom: line }], { geometry: { type: 'POINT', srid: 3857 }, key: null }),
  );
  expect((await target.plan(keyless)).items).toMatchObject([{ id: 'key:points', options: [{ id: 'stop' }] }]);
});

test('geometries of other types are a decision in a reconcile too', async () => {
  await target.sync(await target.package(points([{ fid: 1, geom: pointBlob([1, 2]) }])));
  const high = await target.package(
    points([
      { fid: 1, geom: pointBlob([1, 2, 3]) },
      { fid: 2, geom: pointBlob([1, 2]) },
    ]),
  );
  expect((await target.plan(high, { base: null })).items).toMatchObject([
    { id: 'geometry_type:points', options: [{ id: 'freeze' }, { id: 'convert:Any' }, { id: 'stop' }] },
  ]);
  const choices = { 'geometry_type:points': { option: 'convert:Any' } };
  expect(await target.sync(high, { base: null, choices })).toMatchObject({
    tables: [{ inserted: 1, updated: 1 }],
  });
  expect(await target.differences(high, 'points')).toBe(0);
  const lines = await target.package(
    points([
      {
        fid: 1,
        geom: lineBlob([
          [1, 2],
          [3, 4],
        ]),
      },
    ]),
  );
  expect((await target.plan(lines, { base: null })).items).toEqual([]);
});
