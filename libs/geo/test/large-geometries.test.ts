import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from '@jest/globals';
import { inspectDataset, makeTiles, openGdal, previewVector } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-large-geometries-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Position = (i: number) => [number, number];

/** A GeoPackage in WGS 84 with one line or ring of so many positions. */
function geopackage(name: string, type: 'LineString' | 'Polygon', count: number, at: Position): string {
  const [source, path] = [join(folder, 'one.geojson'), join(folder, `${name}.gpkg`)];
  const features = [{ type: 'Feature', properties: { name: 'one' }, geometry: null }];
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
  const args = ['-nln', name, '-nlt', type, '-lco', 'SPATIAL_INDEX=NO', '-lco', 'GEOMETRY_NAME=geom'];
  execFileSync('ogr2ogr', ['-f', 'GPKG', path, source, ...args]);
  const start = type === 'Polygon' ? 57 - 4 : 49;
  const blob = Buffer.alloc(start + count * 16);
  blob.write('GP', 'latin1');
  blob[3] = 3;
  blob.writeInt32LE(4326, 4);
  blob[40] = 1;
  blob.writeUInt32LE(type === 'Polygon' ? 3 : 2, 41);
  if (type === 'Polygon') blob.writeUInt32LE(1, 45);
  blob.writeUInt32LE(count, start - 4);
  const box = [Infinity, -Infinity, Infinity, -Infinity] as [number, number, number, number];
  for (let i = 0; i < count; i += 1) {
    const [x, y] = at(i);
    blob.writeDoubleLE(x, start + i * 16);
    blob.writeDoubleLE(y, start + i * 16 + 8);
    [box[0], box[1]] = [Math.min(box[0], x), Math.max(box[1], x)];
    [box[2], box[3]] = [Math.min(box[2], y), Math.max(box[3], y)];
  }
  box.forEach((value, i) => blob.writeDoubleLE(value, 8 + i * 8));
  const db = new DatabaseSync(path);
  for (const { name: trigger } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(trigger)}"`);
  db.prepare(`UPDATE ${name} SET geom = ?`).run(blob);
  db.prepare('UPDATE gpkg_contents SET min_x = ?, max_x = ?, min_y = ?, max_y = ?').run(...box);
  db.close();
  return path;
}

async function preview(path: string, options: Partial<Parameters<typeof previewVector>[1]> = {}) {
  const cwd = mkdtempSync(join(folder, 'job-'));
  const gdal = await openGdal();
  const { layers = [] } = await inspectDataset(gdal, { path, format: 'GPKG' }, { cwd });
  const text = await previewVector(gdal, {
    ...{ path, layers, width: 1_024, cwd: mkdtempSync(join(folder, 'job-')) },
    ...options,
  });
  return { bytes: text.length, ...(JSON.parse(text) as { returned: number; simplified: boolean }) };
}

/** The same numbers each time. */
function random(): () => number {
  let seed = 1;
  return () => (seed = (seed * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
}

test('a line of 3,000,000 positions that crosses itself everywhere is drawn: all of it, a part of it, and in few bytes', async () => {
  const next = random();
  const path = geopackage('tangle', 'LineString', 3_000_000, () => [14 + next() * 10, 49 + next() * 6]);
  const whole = await preview(path);
  expect([whole.returned, whole.simplified]).toEqual([1, true]);
  expect(whole.bytes).toBeLessThan(2 * 1024 * 1024);
  const part = await preview(path, { bbox: [19, 52, 19.2, 52.1] });
  expect(part.returned).toBe(1);
  expect(part.bytes).toBeLessThan(2 * 1024 * 1024);
  const small = await preview(path, { width: 512, maxBytes: 512 * 1024 });
  expect(small.returned).toBe(1);
  expect(small.bytes).toBeLessThan(512 * 1024);
});

test('a polygon of 1,500,000 positions is drawn with its form, and gets tiles', async () => {
  const count = 1_500_000;
  const path = geopackage('coast', 'Polygon', count, (i) => {
    const angle = ((i % (count - 1)) / (count - 1)) * 2 * Math.PI;
    const radius = 3 + 0.01 * Math.sin(angle * 90_000);
    return [19 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)];
  });
  const { features } = (await preview(path)) as unknown as {
    features: { geometry: { coordinates: number[][][][] | number[][][] } }[];
  };
  const positions = features[0]!.geometry.coordinates.flat(3) as number[];
  expect(positions.length).toBeGreaterThan(200);
  expect(positions.length).toBeLessThan(200_000);
  for (let i = 0; i < positions.length; i += 2)
    expect(Math.hypot(positions[i]! - 19, positions[i + 1]! - 50)).toBeCloseTo(3, 1);
  const cwd = mkdtempSync(join(folder, 'job-'));
  const gdal = await openGdal();
  const { layers = [] } = await inspectDataset(gdal, { path, format: 'GPKG' }, { cwd });
  const target = join(folder, 'tiles.sqlite');
  await makeTiles(gdal, { path, layer: layers[0]!, target, cwd });
  expect(existsSync(target)).toBe(true);
});
