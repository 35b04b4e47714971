import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { HEADER, hex, path, POINT } from './geometry-fixtures.ts';
import { ANY_GEOMETRY, compare, copyInto, sameColumns, versions } from './sync-fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-package-random-'));
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

/** Values of a column as SQL; many become the same in PostgreSQL. */
const POOLS = {
  n: ['NULL', `''`, '1', '1.0', '9007199254740993', '9007199254740992', '-9223372036854775808'],
  r: ['NULL', `' '`, '1', '1.0', '1.5', '-0.0', '0', '9e999'],
  t: ['NULL', `''`, `' '`, `'a'`, `'A'`, `'ä'`, `'a' || char(0)`, '7'],
  d: ['NULL', `''`, `'2021-03-16'`, `'2020-02-29'`],
  m: [
    ...['NULL', `''`, `'2021-03-16T00:00:00'`, `'2021-03-16T00:00:00Z'`, `'2021-03-16 00:00:00.000'`],
    ...[`'2021-03-16'`, `'2021-03-16T02:00:00+02:00'`, `'2021-03-16T00:00:00.000001Z'`],
  ],
  b: ['NULL', `''`, `x''`, `x'00ff'`],
  y: ['NULL', '0', '1', '1.0', '2'],
  geom: [
    ...['NULL', `x'${HEADER + POINT}'`, `x'47500003e6100000${path(1, 2, 1, 2)}${POINT}'`],
    ...[
      `x'${HEADER + hex(2, 0)}'`,
      `x'${HEADER + hex(1, path(NaN, NaN))}'`,
      `x'${HEADER + hex(1, path(1, 3))}'`,
    ],
    ...[`x'${HEADER + hex(2, 1, path(1, 2))}'`, `x'${HEADER}'`, `x'ffff'`],
  ],
};
const COLUMNS = sameColumns({
  ...{ n: 'int8', r: 'float8', t: 'text', d: 'date', m: 'timestamptz', b: 'bytea', y: 'bool' },
});
const NAMES = [...COLUMNS.map(({ after }) => after), 'geom'];

/** Numbers below a limit, the same for the same seed (Numerical Recipes, 7.1). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function randomVersions(seed: number) {
  const random = createRandom(seed);
  const value = (name: keyof typeof POOLS) => POOLS[name][random(POOLS[name].length)] as string;
  const names = Object.keys(POOLS) as (keyof typeof POOLS)[];
  const row = (key: number) => `(${[key, ...names.map(value)].join(', ')})`;
  const insert = (keys: number[]) =>
    keys.length === 0
      ? ''
      : `INSERT INTO sites (fid, ${names.join(', ')}) VALUES ${keys.map(row).join(', ')};`;
  const keys = Array.from({ length: 200 }, (_, i) => i * 2);
  const changes = keys.map((key) => {
    const name = names[random(names.length)] as keyof typeof POOLS;
    const roll = random(10);
    if (roll === 0) return `DELETE FROM sites WHERE fid = ${key};`;
    return roll < 6 ? `UPDATE sites SET ${name} = ${value(name)} WHERE fid = ${key};` : '';
  });
  const added = Array.from({ length: 300 }, (_, i) => i * 2 + 1).filter(() => random(10) === 0);
  return versions(
    folder,
    {
      columns: 'n INTEGER, r DOUBLE, t TEXT, d DATE, m DATETIME, b BLOB, y BOOLEAN',
      ...{ type: 'GEOMETRY', rows: insert(keys) },
    },
    changes.join('') + insert(added),
  );
}

const list = (of: (name: string) => string) => NAMES.map(of).join(', ');

test.each([1, 2])(
  'the difference of random versions (seed %i), applied to the earlier rows, gives the later ones',
  async (seed) => {
    const pair = randomVersions(seed);
    const types =
      'n bigint, r float8, t text, d date, m timestamptz, b bytea, y boolean, geom geometry(Geometry, 4326)';
    const old = types.replaceAll(/(^|, )(\w+) (?=\w)/g, '$1old_$2 ');
    await client.query(`DROP TABLE IF EXISTS rows, later, stage; CREATE TABLE rows (fid bigint PRIMARY KEY, ${types});
    CREATE TABLE later (LIKE rows); CREATE TABLE stage (op "char", key bigint PRIMARY KEY, ${types}, ${old})`);
    const columns = COLUMNS.map(({ after, encoding }) => [after, encoding] as [string, typeof encoding]);
    await copyInto(client, folder, { file: pair.before, into: 'rows', columns });
    const whole = await copyInto(client, folder, { file: pair.after, into: 'later', columns });
    const { output, held } = await compare(client, folder, {
      ...pair,
      columns: COLUMNS,
      geometry: ANY_GEOMETRY,
    });
    await pipeline(
      createReadStream(output),
      client.query(copyFrom('COPY stage FROM STDIN WITH (FORMAT binary)')),
    );

    const { rows: wrong } = await client.query(
      `SELECT op, key FROM stage LEFT JOIN rows ON fid = key WHERE (op = 'I') <> (fid IS NULL)
        OR op <> 'I' AND (${list((name) => `rows.${name}`)}) IS DISTINCT FROM (${list((name) => `stage.old_${name}`)})`,
    );
    expect(wrong).toEqual([]);
    const { rows: idle } = await client.query<{ key: string; geom: unknown }>(
      `SELECT key::text, geom FROM stage WHERE op = 'U'
        AND (${list((name) => `stage.${name}`)}) IS NOT DISTINCT FROM (${list((name) => `old_${name}`)})`,
    );
    // Only what is held of a geometry changed.
    expect(idle.filter(({ geom }) => geom !== null)).toEqual([]);

    await client.query(`DELETE FROM rows USING stage WHERE fid = key AND op = 'D';
    UPDATE rows SET ${list((name) => `${name} = stage.${name}`)} FROM stage WHERE fid = key AND op = 'U';
    INSERT INTO rows SELECT key, ${list((name) => name)} FROM stage WHERE op = 'I'`);
    const { rows: different } = await client.query(
      `SELECT fid FROM rows FULL JOIN later USING (fid)
      WHERE (${list((name) => `rows.${name}`)}) IS DISTINCT FROM (${list((name) => `later.${name}`)}) OR rows IS NULL OR later IS NULL`,
    );
    expect(different).toEqual([]);
    expect(whole.held).toEqual(expect.arrayContaining(held));
  },
);
