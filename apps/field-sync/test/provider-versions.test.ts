import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, startTestMerginMaps, startTestQFieldCloud } from '@cairn/testing';
import type { TestMerginMaps, TestQFieldCloud } from '@cairn/testing';
import { createRandom, firstTable, SEED, VERSIONS, writeNextVersion } from './random-packages.ts';
import { PACKAGE, startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

const COUNT = Number(VERSIONS ?? 8);
const folder = mkdtempSync(join(tmpdir(), 'cairn-provider-versions-'));

let sync: SyncApp;
let mergin: TestMerginMaps;
let cloud: TestQFieldCloud;
beforeAll(async () => {
  [sync, mergin, cloud] = await Promise.all([startSyncApp(), startTestMerginMaps(), startTestQFieldCloud()]);
  await sync.app.work().ready;
});
afterAll(async () => {
  await sync.close();
  await Promise.all([mergin.close(), cloud.close()]);
  rmSync(folder, { recursive: true });
});

/** A project of a server that has the first version. */
async function addProject({
  type,
  name,
  projectRef,
}: {
  type: 'field' | 'cloud';
  name: string;
  projectRef: string;
}) {
  const serverId = await sync.addServer(name, type, type === 'field' ? mergin : cloud);
  const id = await sync.startProject({ name, serverId, projectRef, row: { max_delete_percent: 100 } });
  return {
    /** Takes the newest version. */
    async sync() {
      await sync.pollServer(serverId);
      const { status, error, seq, inserted, updated, deleted } = await sync.ended(id);
      const [{ entries }] = await sync.query(
        `SELECT count(*)::integer AS entries FROM ${name}.cairn_sync_history WHERE seq = $1`,
        [seq],
      );
      // A first load has no history.
      const changed = seq === '1' ? 0 : Number(inserted) + Number(updated) + Number(deleted);
      return { status, error, seq, missingEntries: changed - entries };
    },
  };
}

test(`after each of ${COUNT} random versions (seed ${SEED}) the tables are those of a fresh load, from Mergin Maps and from QFieldCloud`, async () => {
  const random = createRandom(SEED);
  const pathOf = (number: number) => join(folder, `version-${number}.gpkg`);
  createGeopackage(pathOf(1), [firstTable(random)]);
  const first = { [PACKAGE]: readFileSync(pathOf(1)) };
  const inMergin = mergin.createProject('oak', { files: first });
  const inCloud = await cloud.addProject({ name: 'elm', files: first });
  const projects = [
    await addProject({ type: 'field', name: 'oak', projectRef: inMergin.id }),
    await addProject({ type: 'cloud', name: 'elm', projectRef: inCloud.id }),
  ];
  for (let number = 1; number <= COUNT; number += 1) {
    const file = pathOf(number);
    if (number > 1) {
      await writeNextVersion({ from: pathOf(number - 1), to: file, number }, random);
      mergin.commitVersion(inMergin, { files: { [PACKAGE]: readFileSync(file) } });
      await cloud.putFile(inCloud.id, PACKAGE, readFileSync(file));
    }
    const found = await Promise.all(projects.map((project) => project.sync()));
    const expected = {
      status: 'applied',
      error: null,
      seq: String(number),
      missingEntries: 0,
    };
    expect({ number, found }).toEqual({ number, found: [expected, expected] });
    for (const name of ['oak', 'elm'])
      expect([number, name, await sync.differences(file, name, 'things')]).toEqual([number, name, 0]);
  }
  const { rows } = await sync.app.admin.query(
    `SELECT r.package_source FROM field_sync.runs r JOIN field_sync.projects p ON p.id = r.project_id WHERE p.name = 'oak'`,
  );
  // The others changed a layout, or nothing.
  expect(rows).toContainEqual({ package_source: 'diffs' });
}, 3_600_000);
