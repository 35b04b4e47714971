import { copyFile } from 'node:fs/promises';
import { geometryBlob, lineBlob, openGeopackage, pointBlob } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';

/** `CAIRN_SYNC_VERSIONS=200 CAIRN_SYNC_SEED=… ` for a longer history, or the same one again. */
export const VERSIONS = process.env.CAIRN_SYNC_VERSIONS;
export const SEED = Number(process.env.CAIRN_SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const MAX_CHANGES = 12;

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, one: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}

export type Random = ReturnType<typeof createRandom>;

const TEXTS = ['', 'a', 'ä €', `o'k "x"`, 'tab\tline\n', '\\N', null];
const NUMBERS = [0, -0, 1.5, -1e300, 1e-300, null, 7];
const WHOLE = [0, 1, -1, 2 ** 40, 9_007_199_254_740_993n, -9_223_372_036_854_775_808n, null];
const MOMENTS = [
  '2026-03-16T10:00:00Z',
  '2026-03-16T10:00:00.000Z',
  '2026-03-16 10:00:00',
  '1969-12-31T23:59:59.123456Z',
  '',
  null,
];
const DAYS = ['2026-02-28', '0044-03-15', null, ' '];
const BYTES = [new Uint8Array(0), Uint8Array.of(0, 1, 255), null];

function shape(random: Random) {
  const position = () => [random.below(360) - 180, random.below(180) - 90];
  return random.one([
    () => pointBlob(position()),
    () => lineBlob([position(), position(), position()]),
    () => lineBlob([position()]),
    () => geometryBlob(Buffer.alloc(0)),
    () => null,
  ])();
}

function row(random: Random) {
  return {
    ...{ geom: shape(random), name: random.one(TEXTS), height: random.one(NUMBERS), big: random.one(WHOLE) },
    ...{
      seen: random.one(MOMENTS),
      day: random.one(DAYS),
      photo: random.one(BYTES),
      ok: random.one([0, 1, null]),
    },
  };
}

/** The only table of a package with a random history, and its first rows. */
export function firstTable(random: Random): TestTable {
  const columns = {
    geom: 'GEOMETRY',
    name: 'TEXT',
    height: 'REAL',
    big: 'INTEGER',
    seen: 'DATETIME',
    day: 'DATE',
    photo: 'BLOB',
    ok: 'BOOLEAN',
  };
  const rows = Array.from({ length: 20 }, (_, i) => ({ fid: i + 1, ...row(random) }));
  return { name: 'things', columns, geometry: { type: 'GEOMETRY' }, rows };
}

/** Changes a copy of a package as a crew would: rows, keys, and now and then a new column. */
export async function writeNextVersion(
  { from, to, number }: { from: string; to: string; number: number },
  random: Random,
): Promise<void> {
  await copyFile(from, to);
  const db = openGeopackage(to);
  try {
    const keys = () =>
      db
        .prepare('SELECT fid FROM things')
        .all()
        .map(({ fid }) => fid as number);
    for (let i = random.below(MAX_CHANGES); i > 0; i -= 1) {
      const values = row(random);
      const names = Object.keys(values);
      const fid = random.one(keys()) ?? 1;
      const kind = random.below(10);
      if (kind < 4) {
        const set = names.filter(() => random.below(2) === 0);
        const changed = set.map((name) => values[name as keyof typeof values]);
        if (set.length > 0)
          db.prepare(`UPDATE things SET ${set.map((name) => `${name} = ?`).join(', ')} WHERE fid = ?`).run(
            ...changed,
            fid,
          );
      } else if (kind < 5) db.prepare('DELETE FROM things WHERE fid = ?').run(fid);
      else if (kind < 6)
        db.prepare('UPDATE things SET fid = ? WHERE fid = ?').run(
          Math.max(...keys()) + 1 + random.below(5),
          fid,
        );
      else
        db.prepare(
          `INSERT INTO things (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        ).run(...Object.values(values));
    }
    if (random.below(6) === 0)
      db.exec(`ALTER TABLE things ADD COLUMN extra_${number} TEXT; UPDATE things SET extra_${number} = name`);
  } finally {
    db.close();
  }
}
