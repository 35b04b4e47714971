import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { areaOf, openTileFixtures, placeInTile } from './tile-fixtures.ts';

const SAMPLE = resolve(import.meta.dirname, '../../../tools/sample-data');
const PLACES = join(SAMPLE, 'populated-places.geojson');

let fixtures: Awaited<ReturnType<typeof openTileFixtures>>;

beforeAll(async () => {
  fixtures = await openTileFixtures();
});

afterAll(() => fixtures.close());

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test.each([
  ['EPSG:4326', 0.51],
  ['EPSG:3857', 0.51],
  ['ESRI:54030', 1.5],
  ['EPSG:4269', 0.51],
])('points of a layer in %s have the right position in Web Mercator', async (srs, tolerance) => {
  const { features } = JSON.parse(readFileSync(PLACES, 'utf8'));
  const args = srs === 'EPSG:4269' ? ['-a_srs', srs] : ['-t_srs', srs];
  const { draw, shapes } = await fixtures.tiles(await fixtures.geopackage(PLACES, args));
  expect(shapes).toBe(features.length);
  let seen = 0;
  for (const place of ['0/0/0', '3/4/2', '6/33/21']) {
    const tile = new Map(draw(place).map((feature) => [feature.id, feature.paths[0]![0]!]));
    features.forEach(({ geometry }: any, i: number) => {
      const { x, y } = placeInTile(geometry.coordinates, place);
      const isInside = Math.min(x, y) >= 0 && Math.max(x, y) < 4096;
      const drawn = tile.get(i + 1);
      if (!isInside) return;
      seen += 1;
      expect(Math.hypot(drawn!.x - x, drawn!.y - y)).toBeLessThanOrEqual(tolerance * Math.SQRT2);
    });
    expect([...tile.values()].every(({ x, y }) => Math.min(x, y) >= -64 && Math.max(x, y) <= 4160)).toBe(
      true,
    );
  }
  expect(seen).toBeGreaterThan(features.length);
});

test('shells and holes have opposite directions, and polygons end at the margin of the tile', async () => {
  const path = await fixtures.geopackage([
    { type: 'Polygon', coordinates: [square(-90, -60, 90, 60), square(-40, -30, 40, 30).toReversed()] },
    { type: 'Polygon', coordinates: [square(-90, -60, 90, 60).toReversed(), square(-40, -30, 40, 30)] },
  ]);
  const { draw } = await fixtures.tiles(path);
  for (const { kind, paths } of draw('0/0/0')) {
    expect(kind).toBe(3);
    const [shell, hole] = paths.map(areaOf);
    const a = placeInTile([-90, 60], '0/0/0');
    const b = placeInTile([-40, 30], '0/0/0');
    expect(shell).toBeCloseTo((4096 - 2 * a.x) * (4096 - 2 * a.y), -4);
    expect(hole).toBeCloseTo(-(4096 - 2 * b.x) * (4096 - 2 * b.y), -4);
  }
  // This tile is in the hole.
  expect(draw('4/8/8')).toEqual([]);
  const [whole] = draw('4/5/6');
  expect(whole?.paths.map(areaOf)).toEqual([4224 * 4224]);
});

test('geometries across the antimeridian are drawn on both sides of the map', async () => {
  const beyond = await fixtures.geopackage([
    { type: 'Polygon', coordinates: [square(170, -10, 190, 10)] },
    {
      type: 'LineString',
      coordinates: [
        [-190, 5],
        [-170, 5],
      ],
    },
  ]);
  const { draw } = await fixtures.tiles(beyond);
  for (const place of ['2/0/1', '2/3/1'])
    expect(
      draw(place)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2]);
  // EPSG:3832 has its middle in the Pacific: nothing is torn there, and nothing may reach around the world here.
  const torn = await fixtures.tiles(await fixtures.geopackage(beyond, ['-t_srs', 'EPSG:3832']));
  for (const place of ['2/0/1', '2/3/1']) {
    const features = torn.draw(place);
    expect(new Set(features.map(({ id }) => id))).toEqual(new Set([1, 2]));
    for (const { paths } of features) {
      const xs = paths.flat().map(({ x }) => x);
      // Ten degrees of ninety, and the margin.
      expect(Math.max(...xs) - Math.min(...xs)).toBeLessThanOrEqual(455 + 64);
    }
  }
  expect(torn.draw('2/1/1')).toEqual([]);
});

test('polygons at a pole are cut at the limits of Web Mercator, and points there are left out', async () => {
  const { draw, shapes, skipped } = await fixtures.tiles(
    await fixtures.geopackage([
      { type: 'Polygon', coordinates: [square(-180, -90, 180, -60)] },
      { type: 'Point', coordinates: [0, 89] },
    ]),
  );
  expect({ shapes, skipped }).toEqual({ shapes: 1, skipped: 1 });
  const ys = draw('0/0/0')[0]!.paths[0]!.map(({ y }) => y);
  expect(Math.max(...ys)).toBe(4096);
});

test('curves become straight lines, and collections are split by type', async () => {
  const path = await fixtures.geopackage([
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 1] },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [40, 40],
          ],
        },
      ],
    },
  ]);
  const db = new DatabaseSync(path);
  // A half circle from (0, 0) over (20, 20) to (40, 0).
  const wkb = Buffer.alloc(8 + 9 + 48);
  wkb.write('GP');
  wkb[3] = 1;
  wkb.writeInt32LE(4326, 4);
  wkb[8] = 1;
  wkb.writeUInt32LE(8, 9);
  wkb.writeUInt32LE(3, 13);
  [0, 0, 20, 20, 40, 0].forEach((value, i) => wkb.writeDoubleLE(value, 17 + i * 8));
  for (const { name } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(name)}"`);
  db.prepare('INSERT INTO layer (fid, geom) VALUES (2, ?)').run(wkb);
  db.close();
  const { draw } = await fixtures.tiles(path);
  const features = draw('0/0/0');
  expect(features.map(({ id, kind }) => `${id} ${kind}`).sort()).toEqual(['1 1', '1 2', '2 2']);
  const top = Math.min(...features.find(({ id }) => id === 2)!.paths[0]!.map(({ y }) => y));
  expect(top).toBeCloseTo(placeInTile([20, 20], '0/0/0').y, -1);
});

test('invalid and missing geometries are left out and counted', async () => {
  const path = await fixtures.geopackage([
    { type: 'Point', coordinates: [1, 1] },
    { type: 'Point', coordinates: [2, 2] },
    { type: 'Point', coordinates: [3, 3] },
  ]);
  const db = new DatabaseSync(path);
  for (const { name } of db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all())
    db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec(
    `UPDATE layer SET geom = substr(geom, 1, 20) WHERE fid = 1; UPDATE layer SET geom = NULL WHERE fid = 2`,
  );
  db.close();
  const { draw, shapes, skipped, empty } = await fixtures.tiles(path);
  expect({ shapes, skipped, empty }).toEqual({ shapes: 1, skipped: 1, empty: 1 });
  expect(draw('0/0/0').map(({ id }) => id)).toEqual([3]);
});

test('a crowded tile has an even sample, and tiles of deeper zoom levels have all points', async () => {
  const points = Array.from({ length: 40_000 }, (_, i) => ({
    type: 'Point',
    coordinates: [((i % 200) - 100) * 1.7, (Math.floor(i / 200) - 100) * 0.8],
  }));
  const { draw } = await fixtures.tiles(await fixtures.geopackage(points));
  const world = draw('0/0/0');
  expect(world.length).toBeGreaterThan(5_000);
  expect(world.length).toBeLessThanOrEqual(12_000);
  const quarters = [0, 0, 0, 0];
  for (const { paths } of world) {
    const { x, y } = paths[0]![0]!;
    quarters[(x < 2048 ? 0 : 1) + (y < 2048 ? 0 : 2)]! += 1;
  }
  for (const count of quarters) expect(count / world.length).toBeCloseTo(0.25, 1);
  const ids = new Set<number>();
  for (const place of ['1/0/0', '1/1/0', '1/0/1', '1/1/1']) for (const { id } of draw(place)) ids.add(id);
  expect(ids.size).toBe(40_000);
});

test('the largest polygons come first, and those below a pixel are drawn as one', async () => {
  const areas = Array.from({ length: 30_000 }, (_, i) => {
    const [x, y] = [((i % 200) - 100) * 1.7, (Math.floor(i / 200) - 75) * 0.8];
    const size = i % 100 === 0 ? 1.5 : 0.01;
    return { type: 'Polygon', coordinates: [square(x, y, x + size, y + size)] };
  });
  const { draw } = await fixtures.tiles(await fixtures.geopackage(areas));
  const world = draw('0/0/0');
  expect(world.length).toBeLessThanOrEqual(12_000);
  const large = world.filter(({ id }) => (id - 1) % 100 === 0);
  expect(large).toHaveLength(300);
  const small = world.filter(({ id }) => (id - 1) % 100 !== 0);
  expect(small.length).toBeGreaterThan(3_000);
  expect(new Set(small.map(({ paths }) => areaOf(paths[0]!)))).toEqual(new Set([64]));
});

describe('the density of points', () => {
  const random = randomNumbers(7);
  /** Points spread evenly over the map from 120 degrees west to 60 degrees east. */
  const spread = (count: number) =>
    Array.from({ length: count }, () => point(-120 + 180 * random(), latitudeAt(0.3 + 0.4 * random())));

  test('is the same in all tiles of a zoom level, also in those that are partly empty', async () => {
    const { draw, sampled } = await fixtures.manyPoints(spread(60_000));
    expect(sampled.length).toBeGreaterThan(1);
    for (const [zoom, { oneIn, crowded }] of sampled.entries()) {
      expect(crowded).toBe(false);
      // The tiles on both sides of Greenwich, of which one ends with data and the other goes on without.
      const side = 2 ** zoom;
      const seen = { west: 0, east: 0 };
      for (let x = 0; x < side; x += 1)
        for (let y = 0; y < side; y += 1)
          for (const { paths } of draw(`${zoom}/${x}/${y}`)) {
            const { x: px, y: py } = paths[0]![0]!;
            if (Math.min(px, py) < 0 || Math.max(px, py) >= 4096) continue;
            const longitude = ((x + px / 4096) / side) * 360 - 180;
            if (Math.abs(longitude) < 60) seen[longitude < 0 ? 'west' : 'east'] += 1;
          }
      const expected = 20_000 / oneIn;
      for (const count of Object.values(seen))
        expect(Math.abs(count - expected)).toBeLessThan(4 * Math.sqrt(expected));
    }
  });

  test('is not lowered by one crowded place: elsewhere all points are drawn at deeper zoom levels', async () => {
    const pile = Array.from({ length: 40_000 }, () => point(50.001, 0.001));
    const { draw, sampled } = await fixtures.manyPoints([...spread(40_000), ...pile]);
    // All of the pile is in one tile down to the last level.
    expect(sampled).toHaveLength(19);
    expect(sampled[6]).toEqual({ oneIn: 1, crowded: true });
    const [z, x, y] = [6, 21, 31];
    const elsewhere = draw(`${z}/${x}/${y}`).filter(({ paths }) => {
      const { x: px, y: py } = paths[0]![0]!;
      return Math.min(px, py) >= 0 && Math.max(px, py) < 4096;
    });
    // A 64th of the world's height and width, of which the data cover 0.4 and a half.
    const expected = 40_000 / 64 / 64 / 0.4 / 0.5;
    expect(Math.abs(elsewhere.length - expected)).toBeLessThan(4 * Math.sqrt(expected));
    const crowd = draw(`6/40/31`);
    expect(crowd.length).toBeGreaterThan(4_000);
    expect(crowd.length).toBeLessThanOrEqual(12_000);
  });
});

const point = (longitude: number, latitude: number) => [longitude, latitude] as [number, number];

/** Latitude of a share of the map's height, from the top. */
function latitudeAt(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let n = Math.imul(state ^ (state >>> 15), state | 1);
    n = (n + Math.imul(n ^ (n >>> 7), n | 61)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 2 ** 32;
  };
}
