import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A GeoPackage with one point and a text of about this many bytes. */
export function geopackageOf(layer: string, bytes: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-large-'));
  try {
    const [source, path] = [join(folder, 'one.geojson'), join(folder, 'one.gpkg')];
    const geometry = { type: 'Point', coordinates: [19, 52] };
    const features = [{ type: 'Feature', properties: { name: 'one', text: 'x' }, geometry }];
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    execFileSync('ogr2ogr', ['-f', 'GPKG', path, source, '-nln', layer]);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = OFF');
    db.exec(`CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (randomblob(${bytes}))`);
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
