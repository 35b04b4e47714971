import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPackageChangesets, openGdal } from '@cairn/geo';
import { createDiff } from '@cairn/testing';
import type { PackageFile } from '../src/features/synced-tables/types.ts';
import { FRESH } from './fresh-load.ts';
import { createRandom, firstTable, SEED, VERSIONS, writeNextVersion } from './random-packages.ts';
import type { Random } from './random-packages.ts';
import { createSyncedTarget, packageFile } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';

const COUNT = Number(VERSIONS ?? 30);

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
afterAll(() => target.close());

/** Changes a copy of a package as a crew would. */
async function nextVersion(previous: PackageFile, number: number, random: Random): Promise<PackageFile> {
  const to = join(target.folder, `version-${number}.gpkg`);
  await writeNextVersion({ from: previous.path, to, number }, random);
  return packageFile(to);
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

/** What someone does in the database between two versions; the sync must end up with the package all the same. */
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

test(`after each of ${COUNT} random versions (seed ${SEED}), half of them from differences, the tables are those of a fresh load`, async () => {
  const random = createRandom(SEED);
  let current = await target.package(firstTable(random));
  let synced = current;
  await target.sync(current, { maxDeletePercent: 100 });
  for (let number = 2; number <= COUNT; number += 1) {
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
      await target.query(`SELECT key, reason, blob FROM ${FRESH}.cairn_sync_held ORDER BY key`),
    );
    current = next;
  }
}, 600_000);
