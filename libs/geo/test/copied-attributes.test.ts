import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRows } from '@cairn/testing';
import { writeIntersected } from '../src/reader/derive/write-intersected.ts';
import { writeJoined } from '../src/reader/derive/write-joined.ts';
import { createPieces } from '../src/geopackage/pieces.ts';

const COUNTRIES = resolve(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');
const LAYERS = { layer: 'countries', otherLayer: 'countries' };
const TEXT = 'ö'.repeat(10_000);
let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-copies-'));
});

afterAll(() => rm(folder, { recursive: true }));

const newFile = () => join(folder, `${(files += 1)}.gpkg`);

/** The countries, changed. */
function countriesWith(sql: string): string {
  const file = newFile();
  const source = new DatabaseSync(COUNTRIES, { readOnly: true });
  source.exec(`VACUUM INTO '${file}'`);
  source.close();
  const db = new DatabaseSync(file);
  // They call functions that SQLite lacks.
  const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec(sql);
  db.close();
  return file;
}

/** Pairs of rows as GDAL compared them, each with a shape in common. */
function pairs(list: [grp: number, key: number][]): string[] {
  const file = newFile();
  const [{ geom }] = readRows(COUNTRIES, 'SELECT geom FROM countries ORDER BY fid LIMIT 1') as [
    { geom: Uint8Array },
  ];
  const pieces = createPieces(file);
  for (const [grp, key] of list) pieces.add({ grp, key, geometry: geom });
  pieces.db.exec('ALTER TABLE pieces ADD COLUMN note INTEGER; UPDATE pieces SET note = 1');
  pieces.close();
  return [file];
}

/** Bytes of the attributes of the first country of a file. */
function sizeOfFirst(file: string): number {
  const names = readRows(file, `SELECT name FROM pragma_table_info('countries')`).map(({ name }) => name);
  const sizes = names
    .filter((name) => !['fid', 'geom'].includes(String(name)))
    .map((name) => `coalesce(octet_length("${String(name)}"), 0)`);
  const [row] = readRows(file, `SELECT ${sizes.join(' + ')} AS size FROM countries ORDER BY fid LIMIT 1`);
  return Number(row?.size);
}

const list = Array.from({ length: 21 }, (_, i) => i);
const refusal = (limit: number) => ({
  kind: 'conflict',
  code: 'vault.too_much_text',
  message: `The attributes that the result repeats exceed ${limit.toLocaleString('en')} bytes. Filter or clip the datasets first, or leave out fields with long texts.`,
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return { ...(error as Error), message: (error as Error).message };
  }
}

describe('repeated attributes of a result are limited from the second copy on', () => {
  let long = '';
  let most = 0;

  beforeAll(() => {
    long = countriesWith(
      `UPDATE countries SET name = '${TEXT}' WHERE fid = (SELECT min(fid) FROM countries)`,
    );
    most = sizeOfFirst(long) * 20;
    expect(most).toBeGreaterThan(20 * 20_000);
  });

  test.each([
    ['the first', true],
    ['the second', false],
  ])('intersect, for a feature of %s layer', (_which, isOwn) => {
    const inputs = pairs(list.map((i) => (isOwn ? [0, i] : [i, 0])));
    const request = {
      ...LAYERS,
      file: isOwn ? long : COUNTRIES,
      other: isOwn ? COUNTRIES : long,
      inputs,
      dimension: null,
    };
    expect(writeIntersected({ ...request, output: newFile() }, most).featureCount).toBe(21);
    const refused = () => writeIntersected({ ...request, output: newFile() }, most - 1);
    expect(thrownBy(refused)).toEqual(refusal(most - 1));
  });

  test.each([
    ['the first', false],
    ['the nearest', true],
  ])('spatial join with %s', (_which, nearest) => {
    const request = {
      ...LAYERS,
      file: COUNTRIES,
      other: long,
      inputs: pairs(list.map((i) => [i, 0])),
      nearest,
    };
    expect(writeJoined({ ...request, output: newFile() }, most).matched).toBe(21);
    const refused = () => writeJoined({ ...request, output: newFile() }, most - 1);
    expect(thrownBy(refused)).toEqual(refusal(most - 1));
  });

  test('a feature that is copied once does not count', () => {
    const inputs = pairs(list.map((i) => [i, i]));
    const request = { ...LAYERS, file: long, other: long, inputs };
    expect(writeIntersected({ ...request, output: newFile(), dimension: null }, 0).featureCount).toBe(21);
    expect(writeJoined({ ...request, output: newFile(), nearest: false }, 0).matched).toBe(21);
  });
});

test('fields of the other layer do not hide the row number of the result', () => {
  const file = countriesWith('ALTER TABLE countries RENAME COLUMN name TO oid');
  const other = countriesWith(
    'ALTER TABLE countries RENAME COLUMN name TO rowid; ALTER TABLE countries RENAME COLUMN iso_a3 TO _rowid_',
  );
  const request = { ...LAYERS, file, other, inputs: pairs(list.map((i) => [i, i])) };
  const [joined, intersected] = [newFile(), newFile()];
  expect(writeJoined({ ...request, output: joined, nearest: false })).toMatchObject({
    featureCount: 241,
    matched: 21,
  });
  expect(writeIntersected({ ...request, output: intersected, dimension: null }).featureCount).toBe(21);
  const pairsOf = (output: string) =>
    readRows(output, 'SELECT oid AS own, rowid_1 AS other FROM countries WHERE rowid_1 IS NOT NULL');
  expect(pairsOf(joined)).toHaveLength(21);
  expect(pairsOf(intersected)).toEqual(pairsOf(joined));
  for (const { own, other: match } of pairsOf(joined)) expect(match).toBe(own);
});
