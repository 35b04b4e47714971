import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

const SIDE = 1_000;
/** Degrees; a power of two, so that neighbours have exactly the same corners. */
const CELL = 1 / 32;
const SRID = 4326;
const run = promisify(execFile);

export const SQUARES = SIDE * SIDE;
/** The grid extends from 0 to this, in degrees east and north. */
export const EDGE = SIDE * CELL;

/** A GeoPackage of 1,000,000 adjacent squares in WGS84, with an index, as GDAL would write them. */
export async function makeSquares(folder: string, path: string): Promise<void> {
  const seed = join(folder, 'seed.geojson');
  await writeFile(seed, JSON.stringify(seedFeature()));
  await run('ogr2ogr', [
    ...['-f', 'GPKG', path, seed, '-nln', 'squares', '-a_srs', `EPSG:${SRID}`, '-nlt', 'POLYGON'],
    ...['-lco', 'SPATIAL_INDEX=NO'],
  ]);
  const db = new DatabaseSync(path);
  const triggers = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'squares'`)
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec('PRAGMA synchronous = OFF; DELETE FROM squares; BEGIN');
  const insert = db.prepare('INSERT INTO squares (geom, number, kind, amount) VALUES (?, ?, ?, ?)');
  for (let i = 0; i < SQUARES; i += 1)
    insert.run(
      square((i % SIDE) * CELL, Math.floor(i / SIDE) * CELL),
      i,
      `kind ${i % 50}`,
      ((i * 7) % 1000) / 10,
    );
  db.exec(`COMMIT; UPDATE gpkg_contents SET min_x = 0, min_y = 0, max_x = ${EDGE}, max_y = ${EDGE}`);
  db.close();
  await run('ogrinfo', [path, '-sql', `SELECT CreateSpatialIndex('squares', 'geom')`]);
}

function seedFeature() {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  return {
    type: 'Feature',
    properties: { number: 1, kind: 'a', amount: 0.5 },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

/** A geometry of GeoPackage (OGC 12-128r18, clause 2.1.3) with its envelope. */
function square(x: number, y: number): Uint8Array {
  const blob = new Uint8Array(40 + 13 + 5 * 16);
  const view = new DataView(blob.buffer);
  blob.set([0x47, 0x50, 0, 3]);
  view.setInt32(4, SRID, true);
  for (const [i, value] of [x, x + CELL, y, y + CELL].entries()) view.setFloat64(8 + i * 8, value, true);
  blob[40] = 1;
  for (const [i, value] of [3, 1, 5].entries()) view.setUint32(41 + i * 4, value, true);
  const corners = [x, y, x + CELL, y, x + CELL, y + CELL, x, y + CELL, x, y];
  for (const [i, value] of corners.entries()) view.setFloat64(53 + i * 8, value, true);
  return blob;
}
