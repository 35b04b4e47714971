import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Measure } from './measurement.ts';
import { inFolder, median, memoryOf, startVaultProcess } from './vault-process.ts';

const POINTS = 1_000_000;
const firstGoal = 3_000;
const laterGoal = 500;
const run = promisify(execFile);

export interface PreviewResult {
  /** Milliseconds: the first answer, the median of later ones, the median for boxes that nobody asked for before. */
  first: number;
  later: number;
  boxes: number;
  returned: number;
  /** Bytes by which the vault grew. */
  growth: number;
}

/** Preview of a GeoPackage with 1,000,000 points that was just uploaded and that no worker has looked at. */
export async function benchPreview(): Promise<PreviewResult> {
  return inFolder(async (folder) => {
    const source = join(folder, 'points.gpkg');
    await makePoints(folder, source);
    const vault = await startVaultProcess(join(folder, 'storage'));
    try {
      await vault.upload(source, 'points');
      const before = memoryOf(vault.pid, 'VmRSS');
      const path = '/preview?dataset=points&version=1';
      const first = await ask(vault, path);
      const later: number[] = [];
      for (let i = 0; i < 10; i += 1) later.push((await ask(vault, path)).took);
      const boxes: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        boxes.push(
          (await ask(vault, `${path}&bbox=${-170 + i * 60},${-40 + i * 10},${-130 + i * 60},${-10 + i * 10}`))
            .took,
        );
      }
      if (first.returned < 4_000) throw new Error(`only ${first.returned} features came`);
      return {
        first: first.took,
        later: median(later),
        boxes: median(boxes),
        returned: first.returned,
        growth: memoryOf(vault.pid, 'VmHWM') - before,
      };
    } finally {
      await vault.stop();
    }
  });
}

async function ask(vault: { url: string; cookie: string }, path: string) {
  const started = performance.now();
  const answer = await fetch(vault.url + path, { headers: { cookie: vault.cookie } });
  const text = await answer.text();
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text.slice(0, 200)}`);
  return { took, returned: (JSON.parse(text) as { returned: number }).returned };
}

/** Points spread evenly at random over the world, with an index, as GDAL would write them. */
async function makePoints(folder: string, path: string): Promise<void> {
  const seed = join(folder, 'seed.csv');
  await writeFile(seed, 'x,y,number,name\n0,0,1,a\n');
  const columns = [
    '-oo',
    'X_POSSIBLE_NAMES=x',
    '-oo',
    'Y_POSSIBLE_NAMES=y',
    '-oo',
    'KEEP_GEOM_COLUMNS=NO',
    '-oo',
    'AUTODETECT_TYPE=YES',
  ];
  await run('ogr2ogr', [
    '-f',
    'GPKG',
    path,
    seed,
    ...columns,
    '-a_srs',
    'EPSG:4326',
    '-nln',
    'points',
    '-lco',
    'SPATIAL_INDEX=NO',
  ]);
  const db = new DatabaseSync(path);
  for (const { name } of db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'points'`)
    .all()) {
    db.exec(`DROP TRIGGER "${String(name)}"`);
  }
  db.exec('PRAGMA synchronous = OFF; DELETE FROM points; BEGIN');
  const insert = db.prepare('INSERT INTO points (geom, number, name) VALUES (?, ?, ?)');
  for (let i = 0; i < POINTS; i += 1) {
    const blob = Buffer.alloc(29);
    blob.write('GP');
    blob[3] = 1;
    blob.writeInt32LE(4326, 4);
    blob[8] = 1;
    blob.writeUInt32LE(1, 9);
    blob.writeDoubleLE(Math.random() * 360 - 180, 13);
    blob.writeDoubleLE(Math.random() * 170 - 85, 21);
    insert.run(blob, i, `point ${i}`);
  }
  db.exec('COMMIT; UPDATE gpkg_contents SET min_x = -180, min_y = -85, max_x = 180, max_y = 85');
  db.close();
  await run('ogrinfo', [path, '-sql', `SELECT CreateSpatialIndex('points', 'geom')`]);
}

export const measure: Measure = async () => {
  const { first, later, boxes, returned, growth } = await benchPreview();
  const points = `${returned.toLocaleString('en')} of ${POINTS.toLocaleString('en')} points`;
  return [
    {
      what: 'vault: first preview of a GeoPackage of 1,000,000 points',
      measured: `${points}, memory +${(growth / 1024 / 1024).toFixed(0)} MiB`,
      value: `${first.toFixed(0)} ms`,
      goal: `below ${firstGoal} ms`,
      met: first < firstGoal,
    },
    {
      what: 'vault: later previews of it',
      measured: `median of 10; of boxes never asked for before ${boxes.toFixed(0)} ms`,
      value: `${later.toFixed(0)} ms`,
      goal: `below ${laterGoal} ms`,
      met: later < laterGoal,
    },
  ];
};

if (import.meta.main) console.table(await measure());
