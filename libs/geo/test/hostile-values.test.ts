import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { crsFromWkt, openGdal, profileFile } from '../src/index.ts';
import { launder } from '../src/postgis/columns.ts';

const COUNTRIES = join(import.meta.dirname, '../../../tools/sample-data/countries.gpkg');

function timed<T>(work: () => T): { result: T; milliseconds: number } {
  const start = performance.now();
  return { result: work(), milliseconds: performance.now() - start };
}

test('a coordinate system that is crafted to be slow is read in milliseconds', () => {
  const wkt = `GEOGCS["slow",${'ID["A","B",'.repeat(5_900)}`;
  const { result, milliseconds } = timed(() => crsFromWkt(wkt));
  expect(result).toMatchObject({ name: 'slow', kind: 'geographic' });
  expect(milliseconds).toBeLessThan(100);
});

test('a name of a megabyte is cut for PostgreSQL in milliseconds, between two characters', () => {
  const { result, milliseconds } = timed(() => launder('ä'.repeat(500_000)));
  expect(result).toBe('ä'.repeat(31));
  expect(milliseconds).toBeLessThan(500);
  expect(launder('𝒳'.repeat(100))).toBe('𝒳'.repeat(15));
});

test('texts with a NUL are not counted as values of a date field', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-hostile-'));
  try {
    const path = join(folder, 'dates.gpkg');
    await copyFile(COUNTRIES, path);
    const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
    db.exec(`CREATE TABLE days (fid INTEGER PRIMARY KEY, geom POINT, day DATE, at DATETIME);
      INSERT INTO days VALUES (1, NULL, '2026-01-31', '2026-01-31T12:00:00Z'), (2, NULL, '2025' || char(0), NULL),
        (3, NULL, char(0), '9999' || char(0) || replace(hex(zeroblob(20000000)), '00', 'x'));
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('days', 'features', 'days', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('days', 'geom', 'POINT', 4326, 0, 0)`);
    db.close();
    const { layers } = await profileFile(await openGdal(), path, { cwd: folder });
    expect(layers.find(({ name }) => name === 'days')?.ranges).toEqual([
      { name: 'day', minimum: '2026-01-31', maximum: '2026-01-31', nullCount: 0 },
      { name: 'at', minimum: '2026-01-31T12:00:00Z', maximum: '2026-01-31T12:00:00Z', nullCount: 1 },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
