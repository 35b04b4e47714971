import { expect, test } from '@jest/globals';
import { simplifyForPreview } from './simplify-for-preview.ts';
import { readShapes } from './wkb.ts';
import type { Path, Shape } from './wkb.ts';
import { toGeopackage } from './write-wkb.ts';

const HEADER = Uint8Array.of(0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0);

function geometryOf(...shapes: Shape[]): Uint8Array {
  return toGeopackage(shapes, HEADER);
}

function line(count: number, at: (i: number) => [number, number]): Path {
  const xy = new Float64Array(count * 2);
  for (let i = 0; i < count; i += 1) xy.set(at(i), i * 2);
  return { role: 'line', xy };
}

const circle = (count: number, radius: number, role: Path['role']): Path => {
  const { xy } = line(count + 1, (i) => {
    const angle = ((i % count) / count) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return { role, xy };
};

test('shapes of every kind come back from their bytes', () => {
  const points: Shape = { kind: 1, paths: [{ role: 'points', xy: Float64Array.of(1, 2, 3, 4) }] };
  const lines: Shape = { kind: 2, paths: [line(3, (i) => [i, i * i]), line(2, (i) => [i, 7])] };
  const areas: Shape = {
    kind: 3,
    paths: [circle(9, 5, 'shell'), circle(5, 1, 'hole'), circle(6, 90, 'shell')],
  };
  expect(readShapes(geometryOf(points, lines, areas))).toEqual([points, lines, areas]);
  expect(readShapes(geometryOf(areas))).toEqual([areas]);
  const bytes = Buffer.from(geometryOf(lines));
  expect([bytes.toString('latin1', 0, 2), bytes.readInt32LE(4)]).toEqual(['GP', 4326]);
});

test('a circle of a million positions keeps its form with a few hundred', () => {
  const area: Shape = { kind: 3, paths: [circle(1_000_000, 100, 'shell'), circle(100_000, 0.01, 'hole')] };
  const [thin] = readShapes(
    simplifyForPreview(geometryOf(area), { tolerance: 0.05, box: null, maxPositions: 50_000 })!,
  );
  expect(thin?.paths).toHaveLength(1);
  const { xy } = thin!.paths[0]!;
  expect(xy.length / 2).toBeLessThan(1_000);
  expect([xy.at(-2), xy.at(-1)]).toEqual([xy[0], xy[1]]);
  for (let i = 0; i < xy.length; i += 2) expect(Math.hypot(xy[i]!, xy[i + 1]!)).toBeCloseTo(100, 1);
});

test('features far from the view are dropped, and those that cross it keep their position', () => {
  const wave = line(200_000, (i) => [i / 100 - 1_000, Math.sin(i / 5_000)]);
  const view = {
    tolerance: 0.001,
    maxPositions: 50_000,
    box: [0, -1, 4, 1] as [number, number, number, number],
  };
  const [thin] = readShapes(simplifyForPreview(geometryOf({ kind: 2, paths: [wave] }), view)!);
  const xs = thin!.paths.flatMap(({ xy }) => [...xy].filter((_, i) => i % 2 === 0));
  // As much again on either side of the view.
  expect(Math.min(...xs)).toBeCloseTo(-4, 2);
  expect(Math.max(...xs)).toBeCloseTo(8, 2);
  const away = { ...view, box: [9e6, 0, 9.1e6, 1] as [number, number, number, number] };
  expect(readShapes(simplifyForPreview(geometryOf({ kind: 2, paths: [wave] }), away)!)).toHaveLength(1);
});

test('however wild a line is, it gets no more than 50,000 positions', () => {
  const wild = line(300_000, (i) => [(i * 7919) % 1_000, (i * 104_729) % 1_000]);
  const [thin] = readShapes(
    simplifyForPreview(geometryOf({ kind: 2, paths: [wild] }), {
      tolerance: 0.01,
      box: null,
      maxPositions: 50_000,
    })!,
  );
  const positions = thin!.paths.reduce((sum, { xy }) => sum + xy.length / 2, 0);
  expect(positions).toBeGreaterThan(10_000);
  expect(positions).toBeLessThanOrEqual(50_001);
});

test('bytes that are no geometry, and arcs, are left alone', () => {
  expect(
    simplifyForPreview(Uint8Array.of(1, 2, 3), { tolerance: 1, box: null, maxPositions: 50_000 }),
  ).toBeNull();
  const arcs = Buffer.from(geometryOf({ kind: 2, paths: [line(3, (i) => [i, i])] }));
  arcs.writeUInt32LE(11, 9);
  arcs.writeUInt32LE(8, 18);
  expect(simplifyForPreview(arcs, { tolerance: 1, box: null, maxPositions: 50_000 })).toBeNull();
});
