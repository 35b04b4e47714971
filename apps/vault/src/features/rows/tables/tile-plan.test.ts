import { expect, test } from '@jest/globals';
import { boxOfTile, planOf, planTiles } from './tile-plan.ts';
import type { SampledRow, TableSample } from './tile-plan.ts';

/** A grid over the world: 100 by 50 rows, each of which represents 100 of the table. */
const grid: SampledRow[] = Array.from({ length: 5_000 }, (_, i) => [
  -179 + (i % 100) * 3.5,
  -80 + Math.floor(i / 100) * 3.2,
  i % 50,
]);
const points: TableSample = { rows: grid, oneIn: 100, isPoints: true, weights: new Map() };

test('each zoom level has a larger share of the points, until all are there', () => {
  const { zooms, sampled } = planTiles(points, []);
  const shares = zooms.map(({ keep }) => keep);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[0]! * 500_000).toBeLessThan(12_000);
  expect(sampled.map(({ oneIn }) => 1 / oneIn)).toEqual(shares.map((share) => expect.closeTo(share, 9)));
  expect(planOf({ zooms }, zooms.length)).toEqual({ size: null, keep: 1 });
});

test('shapes are left out from the smallest on, and those of one size evenly', () => {
  const { zooms } = planTiles({ ...points, isPoints: false }, []);
  expect(zooms[0]!.size).toBeGreaterThan(40);
  const alike = { ...points, isPoints: false, rows: grid.map(([x, y]): SampledRow => [x, y, 7]) };
  const [first] = planTiles(alike, []).zooms;
  expect(first!.size).toBe(7);
  expect(first!.keep * 500_000).toBeLessThan(12_000);
});

test('points among larger shapes are thinned, the shapes are not', () => {
  const mixed = grid.map(([x, y], i): SampledRow => [x, y, i % 100 === 0 ? 5 : 0]);
  const [first] = planTiles({ ...points, isPoints: false, oneIn: 10, rows: mixed }, []).zooms;
  expect(first).toEqual({ size: 0, keep: expect.closeTo(((7_333 * 0.8) / 10 - 50) / 4_950, 1) });
});

test('long values make tiles of fewer features', () => {
  const weights = new Map([['text', { bytes: 200, distinct: 1 }]]);
  const withText = planTiles({ ...points, weights }, ['text']);
  expect(withText.limit).toBeLessThan(3_000);
  expect(withText.zooms[0]!.keep).toBeLessThan(planTiles(points, []).zooms[0]!.keep);
});

test('a few rows need no plan, and none are no error', () => {
  expect(planTiles({ ...points, rows: grid.slice(0, 10), oneIn: 1 }, []).zooms).toEqual([]);
  expect(planTiles({ ...points, rows: [], oneIn: 1 }, []).sampled).toEqual([]);
});

test('the box of a tile ends with the world and with the data, and is null outside them', () => {
  const world = boxOfTile({ z: 0, x: 0, y: 0 }, [-180, -90, 180, 90], 1 / 64)!;
  expect(Math.max(...world.map(Math.abs))).toBeLessThan(20_037_510);
  const part = boxOfTile({ z: 0, x: 0, y: 0 }, [0, 0, 10, 10], 1 / 64)!;
  expect(part[2]).toBeLessThan(1_120_000);
  expect(boxOfTile({ z: 2, x: 0, y: 0 }, [0, 0, 10, 10], 1 / 64)).toBeNull();
  expect(boxOfTile({ z: 0, x: 0, y: 0 }, null, 1 / 64)).toBeNull();
});
