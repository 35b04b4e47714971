import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The station number 12 has the key 12, the name "Station 12", the height 12 and one of four kinds. */
const KINDS = ['air', 'rain', 'river', 'snow'];

/** The location of station `i` (from 1) of `count`, on a lattice over Europe. */
export function stationPlace(i: number, count: number): [number, number] {
  const side = Math.ceil(Math.sqrt(count));
  const [column, row] = [(i - 1) % side, Math.floor((i - 1) / side)];
  return [-10 + (40 * column) / side, 36 + (24 * row) / side];
}

/** A GeoPackage with `count` points, created by ogr2ogr: keys from 1, a text, numbers with gaps, a date. */
export function stations(count: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-stations-'));
  try {
    const lines = Array.from({ length: count }, (_, at) => {
      const i = at + 1;
      const [x, y] = stationPlace(i, count);
      const opened = new Date(Date.UTC(2000, 0, 1 + (i % 9000))).toISOString().slice(0, 10);
      return `${x},${y},Station ${i},${i},${i % 10 === 0 ? '' : (i * 7919) % 1000},${KINDS[i % 4]},${opened}`;
    });
    const csv = join(folder, 'stations.csv');
    writeFileSync(csv, `x,y,name,height,rain,kind,opened\n${lines.join('\n')}\n`);
    const target = join(folder, 'stations.gpkg');
    const options = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y', '-oo', 'KEEP_GEOM_COLUMNS=NO'];
    const typed = ['-oo', 'AUTODETECT_TYPE=YES', '-oo', 'EMPTY_STRING_AS_NULL=YES'];
    execFileSync('ogr2ogr', ['-f', 'GPKG', target, csv, ...options, ...typed, '-a_srs', 'EPSG:4326']);
    return readFileSync(target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
