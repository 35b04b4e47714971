import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { HEADER, hex, path, POINT } from './geometry-fixtures.ts';
import { ANY_GEOMETRY, compare, sameColumns, versions } from './sync-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-package-compare-'));
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const WITH_BOX = `47500003e6100000${path(1, 1, 2, 2)}`;

test('a geometry changes with its WKB alone, whatever its header says; NULL and EMPTY are different', async () => {
  const pair = versions(
    folder,
    {
      columns: '',
      type: 'GEOMETRY',
      rows: `INSERT INTO sites (fid, geom) VALUES (1, x'${HEADER + POINT}'), (2, x'${HEADER + POINT}'), (3, x'${HEADER + hex(2, 0)}'), (4, NULL), (5, x'${HEADER + POINT}')`,
    },
    `UPDATE sites SET geom = x'${WITH_BOX + POINT}' WHERE fid = 1; UPDATE sites SET geom = x'${HEADER + hex(1, path(1, 3))}' WHERE fid = 2;
     UPDATE sites SET geom = NULL WHERE fid = 3; UPDATE sites SET geom = x'${HEADER + hex(2, 0)}' WHERE fid = 4;
     UPDATE sites SET geom = x'${HEADER + POINT}00' WHERE fid = 5`,
  );
  const { rows, reply } = await compare(client, folder, {
    ...pair,
    columns: [],
    geometry: ANY_GEOMETRY,
    sample: 2,
  });
  expect(
    rows.map(({ key, new: fresh, old }) => [
      key,
      fresh?.geometry?.toString('hex'),
      old?.geometry?.toString('hex'),
    ]),
  ).toEqual([
    ['2', hex(1, path(1, 3)), POINT],
    ['3', undefined, hex(2, 0)],
    ['4', hex(2, 0), undefined],
    ['5', `${POINT}00`, POINT],
  ]);
  expect(reply.samples).toEqual(
    ['2', '3'].map((key) => ({ op: 'U', key, new: {}, old: {}, geometryChanged: true })),
  );
});

const LINE_OF_ONE = HEADER + hex(2, 1, path(1, 2));

test('a new geometry that PostGIS refuses is held and NULL; it is a change when its bytes are', async () => {
  const pair = versions(
    folder,
    {
      type: 'GEOMETRY',
      rows: `INSERT INTO sites (fid, name, geom) VALUES (1, 'a', x'${HEADER + POINT}'), (2, 'b', x'${LINE_OF_ONE}'), (3, 'c', x'${LINE_OF_ONE}'), (4, 'd', x'${LINE_OF_ONE}'), (5, 'e', x'${LINE_OF_ONE}')`,
    },
    `UPDATE sites SET geom = x'${LINE_OF_ONE}' WHERE fid = 1; UPDATE sites SET geom = x'${HEADER}' WHERE fid = 2;
     UPDATE sites SET geom = x'${HEADER + POINT}' WHERE fid = 3; UPDATE sites SET geom = NULL WHERE fid = 4;
     INSERT INTO sites (fid, name, geom) VALUES (6, 'f', x'${HEADER}')`,
  );
  const { reply, rows, held } = await compare(client, folder, {
    ...pair,
    columns: sameColumns({ name: 'text' }),
    geometry: ANY_GEOMETRY,
  });
  expect(reply).toMatchObject({ updated: 4, inserted: 1, held: 3 });
  expect(
    rows.map(({ op, key, new: fresh }) => [`${op} ${key}`, fresh?.geometry?.toString('hex') ?? null]),
  ).toEqual([
    ['U 1', null],
    ['U 2', null],
    ['U 3', POINT],
    ['U 4', null],
    ['I 6', null],
  ]);
  expect(held).toEqual([
    { key: '1', reason: 'it is a line of one point', blob: LINE_OF_ONE },
    { key: '2', reason: 'it ends before its last coordinate', blob: HEADER },
    { key: '6', reason: 'it ends before its last coordinate', blob: HEADER },
  ]);
});

test.each([
  [{ type: 'Point' }, ['LineString', 'MultiPoint', 'PointM', 'PointZ']],
  [{ type: 'MULTIPOINT', promote: true }, ['LineString', 'PointM', 'PointZ']],
  [{ type: 'GEOMETRYCOLLECTION' }, ['LineString', 'MultiPoint', 'Point', 'PointM', 'PointZ']],
  [{ type: 'Geometry' }, ['PointM', 'PointZ']],
  [{ type: 'Geometry', hasZ: true }, ['LineString', 'MultiPoint', 'Point', 'PointM']],
] as const)(
  'kinds of new geometries that a column of %j refuses are named, and PostGIS agrees',
  async (column, expected) => {
    const wkbs = {
      ...{ Point: POINT, LineString: hex(2, 2, path(0, 0, 1, 1)), MultiPoint: hex(4, 1, POINT) },
      ...{ PointZ: hex(1001, path(1, 2, 3)), PointM: hex(2001, path(1, 2, 3)) },
    };
    const values = Object.values(wkbs).map((wkb, i) => `(${i + 1}, x'${HEADER + wkb}')`);
    const pair = versions(
      folder,
      { columns: '', type: 'GEOMETRY', rows: '' },
      `INSERT INTO sites (fid, geom) VALUES ${values.join()}`,
    );
    const geometry = { ...ANY_GEOMETRY, ...column };
    const { reply, rows } = await compare(client, folder, { ...pair, columns: [], geometry });
    expect(reply.geometryKinds).toEqual(expected);
    const refused: string[] = [];
    for (const [i, kind] of Object.keys(wkbs).entries()) {
      const wkb = rows[i]?.new?.geometry?.toString('hex');
      const type = `geometry(${geometry.type}${geometry.hasZ ? 'Z' : ''}, 4326)`;
      await client
        .query(`SELECT ST_SetSRID('${wkb}'::geometry, 4326)::${type}`)
        .catch(() => refused.push(kind));
    }
    expect(refused.toSorted()).toEqual(expected);
  },
);
