import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPackageChangesets, openGdal } from '@cairn/geo';
import { createDiff, geometryBlob, lineBlob, openGeopackage, pointBlob } from '@cairn/testing';
import type { PackageFile } from '../src/features/synced-tables/types.ts';
import { createSyncedTarget, packageFile } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

/** `CAIRN_SYNC_VERSIONS=200 CAIRN_SYNC_SEED=… ` for a longer history, or the same one again. */
const VERSIONS = Number(process.env.CAIRN_SYNC_VERSIONS ?? 30);
const SEED = Number(process.env.CAIRN_SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const MAX_CHANGES = 12;

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
afterAll(() => target.close());

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number) {
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

type Random = ReturnType<typeof createRandom>;

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

/** Changes a copy of a package as a crew would. */
async function nextVersion(previous: PackageFile, number: number, random: Random): Promise<PackageFile> {
  const path = join(target.folder, `version-${number}.gpkg`);
  await copyFile(previous.path, path);
  const db = openGeopackage(path);
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
  return packageFile(path);
}

/**
 * A version as it is put together from the provider's difference: applied to what was synced before, which may be such a package itself. Where
 * the provider has none, because the layout differs, the whole file.
 */
async function byDifference(
  synced: PackageFile,
  previous: PackageFile,
  next: PackageFile,
): Promise<PackageFile> {
  const cwd = await mkdtemp(join(target.folder, 'diff-'));
  const changeset = createDiff(previous.path, next.path, join(cwd, 'work.gpkg'));
  if (changeset === null) return next;
  const [path, output] = [join(cwd, 'version.diff'), join(cwd, 'output.gpkg')];
  await writeFile(path, changeset);
  const request = { file: synced.path, changesets: [path], output };
  expect(await applyPackageChangesets(await openGdal(), request, { cwd })).toEqual({
    applied: expect.any(Number),
  });
  return packageFile(output);
}

/** What somebody does in the database between two versions; the sync must end up with the package all the same. */
async function editByHand(random: Random): Promise<void> {
  const [{ fid } = { fid: 1 }] = await target.query<{ fid: string }>(
    'SELECT fid FROM field.things ORDER BY random() LIMIT 1',
  );
  const edits = [
    `UPDATE field.things SET name = 'by hand' WHERE fid = $1`,
    'DELETE FROM field.things WHERE fid = $1',
    'UPDATE field.things SET height = height + 1 WHERE fid = $1',
  ];
  await target.query(random.one(edits), [fid]);
}

test(`after each of ${VERSIONS} random versions (seed ${SEED}), half of them from differences, the tables are those of a fresh load`, async () => {
  const random = createRandom(SEED);
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
  let current = await target.package({ name: 'things', columns, geometry: { type: 'GEOMETRY' }, rows });
  let synced = current;
  await target.sync(current, { maxDeletePercent: 100 });
  for (let number = 2; number <= VERSIONS; number += 1) {
    const isEdited = random.below(4) === 0;
    const next = await nextVersion(current, number, random);
    if (isEdited) await editByHand(random);
    synced = random.below(2) === 0 ? await byDifference(synced, current, next) : next;
    const plan = await target.plan(synced, { maxDeletePercent: 100, reconcile: isEdited });
    expect(plan.items).toEqual([]);
    const { seq, tables } = await target.apply(plan, `v${number}`);
    const [entries] = await target.query<{ count: string }>(
      'SELECT count(*) FROM field.cairn_sync_history WHERE seq = $1',
      [seq],
    );
    const { inserted = 0, updated = 0, deleted = 0 } = tables[0] ?? {};
    expect(`version ${number}: ${entries?.count} entries`).toBe(
      `version ${number}: ${inserted + updated + deleted} entries`,
    );
    expect({ number, seq, differences: await target.differences(next, 'things') }).toEqual({
      number,
      seq: number,
      differences: 0,
    });
    const held = await target.query('SELECT key, reason, blob FROM field.cairn_sync_held ORDER BY key');
    expect(held).toEqual(
      await target.query('SELECT key, reason, blob FROM fresh.cairn_sync_held ORDER BY key'),
    );
    current = next;
  }
}, 600_000);
