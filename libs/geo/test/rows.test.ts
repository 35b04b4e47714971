import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createReader } from '../src/index.ts';
import type { RowChange, RowOrder } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-rows-'));
const file = join(folder, 'towns.gpkg');
const reader = createReader({ processes: 1, idleMs: 200 });
const NAMES = ['alpha', 'Alpha', 'ÄPFEL', 'äpfel', 'beta', '', null, 'Zeta', '10', 9, 'Beta'];
const ROWS = 300;

beforeAll(() => {
  const db = new DatabaseSync(file);
  db.exec(`CREATE TABLE towns (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT COLLATE NOCASE, people INTEGER, area REAL,
             photo BLOB, open BOOLEAN, big INTEGER, twice INTEGER GENERATED ALWAYS AS (people * 2) STORED);
           CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT);
           INSERT INTO gpkg_geometry_columns VALUES ('towns', 'geom');
           CREATE TABLE canary (n INTEGER);
           CREATE VIEW bait AS SELECT * FROM towns;
           CREATE TABLE odd ("a""--" TEXT, "rowid" TEXT, "select" INTEGER, code INT PRIMARY KEY)`);
  const insert = db.prepare(
    'INSERT INTO towns (fid, geom, name, people, area, photo, open, big) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (let i = 1; i <= ROWS; i += 1) {
    const name = NAMES[(i * 7) % NAMES.length] as string | number | null;
    const photo = i === 1 ? new Uint8Array(1234) : null;
    insert.run(i, point(i, -i), name, (i * 31) % 17, i / 4, photo, i % 2, 9007199254740993n);
  }
  db.prepare(`INSERT INTO odd VALUES ('x', 'mine', 5, 1)`).run();
  db.close();
});

afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

function point(x: number, y: number): Uint8Array {
  const blob = Buffer.alloc(29);
  blob.write('GP');
  blob[3] = 1;
  blob[8] = 1;
  blob.writeUInt32LE(1, 9);
  blob.writeDoubleLE(x, 13);
  blob.writeDoubleLE(y, 21);
  return new Uint8Array(blob);
}

const towns = { file, layer: 'towns' };
const whole = { file: null, low: '1', high: String(ROWS), descending: false };
const columns = [
  { name: 'name', type: 'text' as const },
  { name: 'people', type: 'integer' as const },
  { name: 'photo', type: 'binary' as const },
  { name: 'open', type: 'boolean' as const },
  { name: 'big', type: 'integer' as const },
];

describe('rows', () => {
  test('have their values as JSON, their bounding box and a hash of their geometry', async () => {
    const { at } = await reader.run({
      task: 'rows',
      ...towns,
      columns,
      rows: whole,
      positions: [0, 299, 300],
      keys: [],
    });
    expect(at).toHaveLength(2);
    expect(at[0]).toEqual({
      key: '1',
      values: ['Zeta', 14, '1234 bytes', true, '9007199254740993'],
      geometryHash: expect.stringMatching(/^[\w-]{43}$/),
      box: [1, -1, 1, -1],
    });
    expect(at[0]?.geometryHash).not.toBe(at[1]?.geometryHash);
  });

  test('are found by their number, and missing ones are left out', async () => {
    const { byKey } = await reader.run({
      task: 'rows',
      ...towns,
      columns,
      rows: whole,
      positions: [],
      keys: ['17', '9999'],
    });
    expect(byKey.map(({ key }) => key)).toEqual(['17']);
  });

  test('of a table without a key have no key', async () => {
    await expect(reader.run({ task: 'rowRange', ...towns })).resolves.toEqual({
      key: 'fid',
      low: '1',
      high: '300',
    });
    await expect(reader.run({ task: 'rowRange', file, layer: 'odd' })).resolves.toMatchObject({
      key: null,
    });
  });

  test('are read whatever the names of their columns', async () => {
    const asked = { task: 'rows' as const, file, layer: 'odd', rows: whole, positions: [], keys: ['1'] };
    const names = ['a"--', 'rowid', 'select'].map((name) => ({ name, type: 'text' as const }));
    const { byKey } = await reader.run({ ...asked, columns: names });
    expect(byKey[0]?.values).toEqual(['x', 'mine', 5]);
  });

  test.each([
    ['a view', { layer: 'bait', columns }, 'There is no layer "bait".'],
    ['a table that is not there', { layer: 'x"; DROP TABLE canary; --', columns }, /There is no layer/],
    [
      'a generated column',
      { layer: 'towns', columns: [{ name: 'twice', type: 'integer' as const }] },
      'There is no column "twice".',
    ],
    [
      'a column that is not there',
      { layer: 'towns', columns: [{ name: 'pg_sleep(9)', type: 'text' as const }] },
      'There is no column "pg_sleep(9)".',
    ],
  ])('of %s are rejected', async (_what, asked, message) => {
    const request = { task: 'rows' as const, file, ...asked, rows: whole, positions: [0], keys: [] };
    await expect(reader.run(request)).rejects.toThrow(message);
  });
});

const ORDERS: [string, RowOrder][] = [
  ['by key', { where: null, column: null, descending: false }],
  ['by key, downwards', { where: null, column: null, descending: true }],
  ['by text', { where: null, column: 'name', descending: false }],
  ['by text, downwards', { where: null, column: 'name', descending: true }],
  ['by number', { where: null, column: 'people', descending: true }],
  [
    'of those that match, by text',
    {
      where: { kind: 'comparison', column: 'people', op: '>', value: 5 },
      column: 'name',
      descending: false,
    },
  ],
  [
    'of those that match, by key',
    {
      where: { kind: 'like', column: 'name', pattern: '%ä%', ignoreCase: true },
      column: null,
      descending: false,
    },
  ],
];

/** What is done to the rows, and the same in SQL, so that SQLite tells what must come out. */
const CHANGES: RowChange[] = [
  { key: '3', inFile: true, values: null },
  { key: '300', inFile: true, values: null },
  { key: '7', inFile: true, values: { name: 'Ärger' } },
  { key: '8', inFile: true, values: { name: null, people: 16 } },
  { key: '9', inFile: true, values: { people: 0 } },
  { key: '301', inFile: false, values: { name: 'alpha', people: 6 } },
  { key: '302', inFile: false, values: {} },
];
const IN_SQL = `DELETE FROM towns WHERE fid IN (3, 300);
  UPDATE towns SET name = 'Ärger' WHERE fid = 7; UPDATE towns SET name = NULL, people = 16 WHERE fid = 8;
  UPDATE towns SET people = 0 WHERE fid = 9;
  INSERT INTO towns (fid, name, people) VALUES (301, 'alpha', 6), (302, NULL, NULL)`;

describe('the order of rows', () => {
  test.each(ORDERS)(
    '%s puts NULLs last, ignores case first and keeps the key for ties',
    async (what, order) => {
      const keys = await orderedKeys(file, what, order);
      const rows = await allTowns();
      const expected = rows
        .filter((row) => matches(row, order))
        .sort((a, b) => compare(a, b, order))
        .map(({ fid }) => fid);
      expect(keys).toEqual(expected);
      expect(keys.length).toBeGreaterThan(10);
    },
  );

  test.each(ORDERS)('%s with pending changes is the same as after they are written', async (what, order) => {
    const output = join(folder, `${what}.base`);
    const { total } = await reader.run({ task: 'rowOrder', ...towns, output, order });
    const rows = { file: output, low: null, high: null, descending: order.descending };
    const places = await reader.run({
      task: 'rowPositions',
      ...towns,
      rows,
      total,
      order,
      changes: CHANGES,
    });
    const base = await orderedKeys(file, `${what}-again`, order);
    const merged: string[] = [];
    for (let i = 0; i <= base.length; i += 1) {
      merged.push(...places.added.filter(({ before }) => before === i).map(({ key }) => key));
      if (i < base.length && !places.removed.includes(i)) merged.push(base[i] as string);
    }

    const changed = join(folder, `${what}.gpkg`);
    const db = new DatabaseSync(file);
    db.prepare('VACUUM INTO ?').run(changed);
    db.close();
    const copy = new DatabaseSync(changed);
    copy.exec(IN_SQL);
    copy.close();
    expect(merged).toEqual(await orderedKeys(changed, `${what}-changed`, order));
  });
});

async function orderedKeys(of: string, what: string, order: RowOrder): Promise<string[]> {
  const output = join(folder, `${what}.order`);
  const { total } = await reader.run({ task: 'rowOrder', file: of, layer: 'towns', output, order });
  const rows = { file: output, low: null, high: null, descending: order.descending };
  const positions = Array.from({ length: total }, (_, i) => i);
  const { at } = await reader.run({
    task: 'rows',
    file: of,
    layer: 'towns',
    columns: [],
    rows,
    positions,
    keys: [],
  });
  return at.map(({ key }) => key);
}

interface Town {
  fid: string;
  name: string | null;
  people: number;
}

async function allTowns(): Promise<Town[]> {
  const positions = Array.from({ length: ROWS }, (_, i) => i);
  const { at } = await reader.run({ task: 'rows', ...towns, columns, rows: whole, positions, keys: [] });
  return at.map(({ key, values }) => ({ fid: key, name: values[0] as string, people: values[1] as number }));
}

function matches(town: Town, { where }: RowOrder): boolean {
  if (where?.kind === 'comparison') return town.people > 5;
  return where === null || (town.name ?? '').toLowerCase().includes('ä');
}

function compare(a: Town, b: Town, { column, descending }: RowOrder): number {
  const sign = descending ? -1 : 1;
  const byKey = Number(a.fid) - Number(b.fid);
  if (column === null) return sign * byKey;
  if (column === 'people') return sign * (a.people - b.people) || byKey;
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || byKey;
  return sign * (bytes(a.name.toLowerCase(), b.name.toLowerCase()) || bytes(a.name, b.name)) || byKey;
}

function bytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
