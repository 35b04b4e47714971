import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { startTestMerginMaps } from '@cairn/testing';
import type { TestMerginMaps, TestMerginProject } from '@cairn/testing';
import { startSyncApp } from '../apps/field-sync/test/sync-app.ts';
import type { SyncApp } from '../apps/field-sync/test/sync-app.ts';
import type { Measure } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { openSlowLine } from './slow-line.ts';
import { inFolder, median } from './vault-process.ts';

const ROUNDS = 5;
/** One row of fifty changes. */
const EVERY = 50;
const BYTES_PER_SECOND = 10_000_000;
const PACKAGE = 'points.gpkg';
const GOALS = { bytes: 0.05, time: 1 };

interface Crew {
  id: number;
  name: string;
  source: TestMerginProject;
  packageSource: 'diffs' | 'file';
}

/** Runs of two projects with the same changes, in turns: one gets the differences, the other has to fetch the whole file. */
async function benchDiffs(): Promise<{ diffs: number[]; file: number[]; shares: number[] }> {
  return inFolder(async (folder) => {
    const path = join(folder, PACKAGE);
    await makePoints(folder, path);
    const [sync, mergin] = await Promise.all([startSyncApp(), startTestMerginMaps()]);
    const line = await openSlowLine(mergin.url, BYTES_PER_SECOND);
    try {
      const serverId = await sync.addServer('Mergin', 'field', { ...mergin, url: line.url });
      const crews = [
        await addCrew(sync, mergin, { serverId, path, packageSource: 'diffs' }),
        await addCrew(sync, mergin, { serverId, path, packageSource: 'file' }),
      ];
      await sync.app.work().ready;
      for (const crew of crews) await runNext(sync, { serverId, crew });
      const times: Record<Crew['packageSource'], number[]> = { diffs: [], file: [] };
      const shares: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const crew of crews) {
          mergin.commitVersion(crew.source, { edit: { [PACKAGE]: (db) => change(db, round) } });
          const run = await runNext(sync, { serverId, crew });
          if (run.package_source !== crew.packageSource || Number(run.updated) !== POINTS / EVERY)
            throw new Error(`the run is not as expected: ${JSON.stringify(run)}`);
          times[crew.packageSource].push(run.finished_at.getTime() - run.started_at.getTime());
          if (crew.packageSource === 'diffs')
            shares.push(Number(run.bytes_fetched) / Number(run.bytes_total));
        }
      }
      await check(sync, crews);
      return { ...times, shares };
    } finally {
      await sync.close();
      await line.close();
      await mergin.close();
    }
  });
}

async function addCrew(
  sync: SyncApp,
  mergin: TestMerginMaps,
  { serverId, path, packageSource }: { serverId: number; path: string } & Pick<Crew, 'packageSource'>,
): Promise<Crew> {
  const bytes = readFileSync(path);
  // The version that an author may set: else the file of one project would serve the other as well.
  bytes.writeUInt32BE(packageSource === 'diffs' ? 1 : 2, 60);
  const name = `by_${packageSource}`;
  const source = mergin.createProject(name, { files: { [PACKAGE]: bytes } });
  if (packageSource === 'file')
    mergin.fail({ path: `/v2/projects/${source.id}/delta`, quirk: 'empty-delta', times: Infinity });
  const id = await sync.startProject({ name, serverId, projectRef: source.id });
  return { id, name, source, packageSource };
}

/** One row of fifty has another name, and half of these are somewhere else. */
function change(db: DatabaseSync, round: number): void {
  db.exec(`UPDATE points SET name = 'round ${round} ' || fid WHERE fid % ${EVERY} = ${round};
    UPDATE points SET geom = (SELECT p.geom FROM points p WHERE p.fid = points.fid + 1) WHERE fid % ${2 * EVERY} = ${round}`);
}

async function runNext(
  sync: SyncApp,
  { serverId, crew }: { serverId: number; crew: Crew },
): Promise<Record<string, any>> {
  await sync.pollServer(serverId);
  const run = await sync.ended(crew.id);
  if (run.status !== 'applied') throw new Error(`the run is ${run.status}: ${run.error}`);
  return run;
}

/** Both tables must be equal, as both got the same changes. */
async function check(sync: SyncApp, crews: Crew[]): Promise<void> {
  const [ours, theirs] = crews.map(
    ({ name }) => `SELECT fid, name, number, ST_AsEWKB(geom) FROM ${name}.points`,
  );
  const [row] = await sync.query(
    `SELECT count(*)::integer AS n FROM ((${ours} EXCEPT ${theirs}) UNION ALL (${theirs} EXCEPT ${ours})) d`,
  );
  if (row.n !== 0) throw new Error(`${row.n} rows differ`);
}

export const measure: Measure = async () => {
  const { diffs, file, shares } = await benchDiffs();
  const share = median(shares);
  const ratio = median(diffs) / median(file);
  const seconds = (times: number[]) => `${(median(times) / 1000).toFixed(2)} s`;
  return [
    {
      what: 'field-sync: bytes fetched for a version with 2 % of 1,000,000 rows changed, of those of the package',
      measured: `median of ${ROUNDS}`,
      value: `${(share * 100).toFixed(2)} %`,
      goal: `at most ${GOALS.bytes * 100} %`,
      met: share <= GOALS.bytes,
    },
    {
      what: 'field-sync: a run of such a version by differences at 10 MB/s, against the whole file',
      measured: `${seconds(diffs)} against ${seconds(file)}, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `below ${GOALS.time}`,
      met: ratio < GOALS.time,
    },
  ];
};

if (import.meta.main) console.table(await measure());
