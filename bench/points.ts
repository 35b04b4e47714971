import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

export const POINTS = 1_000_000;
const run = promisify(execFile);

/** A GeoPackage of 1,000,000 points at random places of the world, with an index, as GDAL would write them. */
export async function makePoints(folder: string, path: string): Promise<void> {
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
