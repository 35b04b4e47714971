import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, readRows } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { calculateField } from '../src/reader/derive/calculate-field.ts';
import { readFirstRows } from '../src/reader/rows/first-rows.ts';

const COUNTRIES = resolve(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');
let folder = '';
let files = 0;
let database: TestDatabase;
let postgres: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-calculate-'));
  database = await createTestDatabase();
  postgres = new pg.Client({ connectionString: database.adminUrl });
  await postgres.connect();
  await postgres.query(
    'CREATE TABLE countries (fid int, name text COLLATE "und-x-icu", iso_a3 text, population int8, gdp_md_usd float8)',
  );
  const rows = readRows(COUNTRIES, 'SELECT fid, name, iso_a3, population, gdp_md_usd FROM countries');
  await postgres.query(
    `INSERT INTO countries SELECT * FROM json_to_recordset($1) AS r (fid int, name text, iso_a3 text, population int8, gdp_md_usd float8)`,
    [JSON.stringify(rows)],
  );
});

afterAll(async () => {
  await postgres.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

type Asked = Partial<Parameters<typeof calculateField>[0]> & { expression: string };

function calculate({ file = COUNTRIES, layer = 'countries', ...asked }: Asked) {
  const output = join(folder, `${(files += 1)}.gpkg`);
  const request = { field: 'result', replace: false, type: null, ...asked };
  return { output, ...calculateField({ file, layer, output, ...request }) };
}

function valuesOf(asked: Asked): unknown[] {
  const { output, name } = calculate(asked);
  const sql = `SELECT "${name.replaceAll('"', '""')}" AS value FROM "${asked.layer ?? 'countries'}" ORDER BY fid`;
  return readRows(output, sql).map(({ value }) => value);
}

describe('each value is the same as in PostgreSQL', () => {
  test.each([
    ['population + 1', 'population + 1'],
    ['population - 2 * 3', 'population - 2 * 3'],
    ['(population - 2) * 3', '(population - 2) * 3'],
    ['-population', '-population'],
    ['population / 7', 'population::float8 / 7'],
    ['gdp_md_usd / population', 'gdp_md_usd / population'],
    ['gdp_md_usd * 1000000 / population', 'gdp_md_usd * 1000000 / population'],
    ['population / (population - 30)', 'population::float8 / nullif(population - 30, 0)'],
    ['gdp_md_usd - 0.1', 'gdp_md_usd - 0.1::float8'],
    ['round(gdp_md_usd / 7, 2)', 'round((gdp_md_usd / 7)::numeric, 2)::float8'],
    ['round(gdp_md_usd / -7)', 'round((gdp_md_usd / -7)::numeric)::int8'],
    ['round(population, -3)', 'round(population::numeric, -3)::int8'],
    ['round(-population, -3)', 'round(-population::numeric, -3)::int8'],
    ['floor(gdp_md_usd / -3)', 'floor(gdp_md_usd / -3)::int8'],
    ['ceil(gdp_md_usd / 3)', 'ceil(gdp_md_usd / 3)::int8'],
    ['abs(30 - population)', 'abs(30 - population)'],
    ['name || iso_a3', 'name || iso_a3'],
    ["name || ' (' || population || ')'", "name || ' (' || population || ')'"],
    ["coalesce(iso_a3, '?') || name", "coalesce(iso_a3, '?') || name"],
    ['coalesce(population, 0) + 1', 'coalesce(population, 0) + 1'],
    ['upper(name)', 'upper(name)'],
    ['lower(name)', 'lower(name)'],
    ['length(name)', 'length(name)'],
    ["trim('  ' || name || ' ')", "trim('  ' || name || ' ')"],
    ["number(text(population) || '.5') + 1", "(population::text || '.5')::float8 + 1"],
    ["number(name || 'x')", 'NULL::float8'],
    ["'it''s ' || name", "'it''s ' || name"],
  ])('%s', async (expression, sql) => {
    const { rows } = await postgres.query({
      text: `SELECT ${sql} AS value FROM countries ORDER BY fid`,
      types: { getTypeParser: (oid: number) => (oid === 20 || oid === 701 || oid === 23 ? Number : String) },
    });
    expect(valuesOf({ expression })).toEqual(rows.map(({ value }) => value));
  });
});

test('an integer is rounded from a fraction, and a text has the shortest form of a number', () => {
  const one = "WHERE name = 'Germany'";
  const value = (asked: Asked) => {
    const { output, name } = calculate(asked);
    return readRows(output, `SELECT "${name}" AS value FROM countries ${one}`)[0]?.value;
  };
  expect(value({ expression: '2.5', type: 'integer' })).toBe(3);
  expect(value({ expression: '-2.5', type: 'integer' })).toBe(-3);
  expect(value({ expression: 'round(2.675, 2)' })).toBe(2.68);
  expect(value({ expression: 'round(0.00000012345, 10)' })).toBe(0.0000001235);
  expect(value({ expression: '3', type: 'real' })).toBe(3);
  expect(value({ expression: '10 / 4', type: 'text' })).toBe('2.5');
  expect(value({ expression: '10 / 5', type: 'text' })).toBe('2');
  expect(value({ expression: "'' || 9007199254740993" })).toBe('9007199254740993');
});

test('a result that is not finite or too large for the field is left empty and counted', () => {
  const count = (asked: Asked) => {
    const { output, name, lost } = calculate(asked);
    const [row] = readRows(output, `SELECT count("${name}") AS n FROM countries`);
    return [row?.n, lost];
  };
  expect(count({ expression: '1e308 * 10' })).toEqual([0, 241]);
  expect(count({ expression: '-1e308 * 10 + 1' })).toEqual([0, 241]);
  expect(count({ expression: '9223372036854775807 + 1' })).toEqual([0, 241]);
  expect(count({ expression: '9223372036854775807 + 1', type: 'real' })).toEqual([241, 0]);
  expect(count({ expression: 'abs(-9223372036854775808)' })).toEqual([0, 241]);
  expect(count({ expression: '1e300', type: 'integer' })).toEqual([0, 241]);
  expect(count({ expression: "'a' || text(1e308 * 10)" })).toEqual([0, 0]);
  expect(count({ expression: 'population / 0' })).toEqual([0, 0]);
});

test('a field with too many characters in total is rejected, and the preview shows the size of a long text', () => {
  const [layer, field] = ['countries', 'long'];
  const expression = Array.from({ length: 199 }, () => 'name').join(' || ');
  const { output: file } = calculate({ field, expression });
  const values = readFirstRows({ file, layer, columns: [field], limit: 10 }).rows.flat() as string[];
  expect(values.filter((value) => value.length > 2_000)).toEqual([]);
  expect(values.some((value) => /^\d+ bytes of text$/.test(value))).toBe(true);
  const request = { file: COUNTRIES, layer, output: join(folder, 'long.gpkg'), field, replace: false };
  expect(() => calculateField({ ...request, type: null, expression }, 100_000)).toThrow(
    'The texts of the field exceed 100,000 characters in total. Shorten the expression',
  );
});

describe('unusual names and values', () => {
  const odd = [
    'select',
    'of "it"',
    "it's; DROP TABLE odd; --",
    '人口',
    '$1',
    '?',
    'a.b',
    'rowid',
    'x'.repeat(63),
  ];
  let file = '';

  beforeAll(() => {
    file = join(folder, 'odd.gpkg');
    const source = new DatabaseSync(COUNTRIES, { readOnly: true });
    source.exec(`VACUUM INTO '${file}'`);
    source.close();
    const db = new DatabaseSync(file);
    const quoted = odd.map((name) => `"${name.replaceAll('"', '""')}"`);
    db.exec(
      `CREATE TABLE odd (fid INTEGER PRIMARY KEY NOT NULL, geom POINT, ${quoted.map((name) => `${name} INTEGER NOT NULL DEFAULT 7`).join(', ')}, mixed REAL);
       INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('odd', 'features', 'odd', 4326);
       INSERT INTO gpkg_geometry_columns VALUES ('odd', 'geom', 'POINT', 4326, 0, 0);
       INSERT INTO odd (fid, mixed) VALUES (1, 'text'), (2, x'00ff'), (3, 9e999), (4, 4), (5, NULL)`,
    );
    db.close();
  });

  test.each(odd)('the field %s is read and replaced', (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const asked = { file, layer: 'odd', field: name, replace: true };
    expect(valuesOf({ ...asked, expression: `${quoted} * 2` })).toEqual([14, 14, 14, 14, 14]);
    // A column that may not be empty takes values that are.
    expect(valuesOf({ ...asked, expression: `${quoted} / 0` })).toEqual([null, null, null, null, null]);
  });

  test('values of another type than the column declares count as missing', () => {
    expect(valuesOf({ file, layer: 'odd', expression: 'mixed + 1' })).toEqual([null, null, null, 5, null]);
  });

  test('a replaced field keeps its place, the other fields and layers stay as they are, and the index is sound', () => {
    const { output } = calculate({
      field: 'population',
      replace: true,
      expression: 'text(population)',
    });
    const columns = (path: string) => readRows(path, `SELECT name, type FROM pragma_table_info('countries')`);
    const expected = columns(COUNTRIES).map((column) =>
      column.name === 'population' ? { ...column, type: 'TEXT' } : column,
    );
    expect(columns(output)).toEqual(expected);
    const others = 'SELECT fid, geom, name, gdp_md_usd FROM countries ORDER BY fid';
    expect(readRows(output, others)).toEqual(readRows(COUNTRIES, others));
    expect(readRows(output, `SELECT rtreecheck('rtree_countries_geom') AS found`)).toEqual([{ found: 'ok' }]);
  });

  test('constraints of a field in the file are removed when its values are replaced', () => {
    const about = join(folder, 'about.gpkg');
    const source = new DatabaseSync(COUNTRIES, { readOnly: true });
    source.exec(`VACUUM INTO '${about}'`);
    source.close();
    const db = new DatabaseSync(about);
    db.exec(
      `CREATE TABLE gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT);
       INSERT INTO gpkg_data_columns (table_name, column_name, constraint_name) VALUES ('countries', 'population', 'people'), ('countries', 'name', 'names')`,
    );
    db.close();
    const { output } = calculate({ file: about, field: 'Population', replace: true, expression: '1' });
    expect(readRows(output, 'SELECT column_name AS name FROM gpkg_data_columns')).toEqual([{ name: 'name' }]);
  });

  test.each([
    ['geom', { field: 'geom', replace: true }],
    ['fid', { field: 'FID' }],
  ])('the column %s is rejected', (_name, asked) => {
    expect(() => calculate({ ...asked, expression: '1' })).toThrow(/identifies the features or contains/);
  });
});
