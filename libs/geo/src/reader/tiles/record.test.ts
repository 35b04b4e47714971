import { expect, test } from '@jest/globals';
import { ByteReader, ByteWriter } from './bytes.ts';
import { clipRing } from '../../geometry/clip-path.ts';
import { areaOf } from './grid.ts';
import { Positions } from '../../geometry/positions.ts';
import { readRecord } from './record-reader.ts';
import { coarser, shapeOf, writeRecord } from './record.ts';
import type { GridShape } from './record.ts';
import { simplify } from '../../geometry/simplify-path.ts';

const EVERYWHERE = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };

/** A star with wild rays, the same for the same seed. */
function star(count: number, seed: number): Int32Array {
  const xy = new Int32Array(count * 2);
  let state = seed;
  for (let i = 0; i < count; i += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const radius = 200_000 + (state / 2 ** 32) * 800_000;
    const angle = (i / count) * 2 * Math.PI;
    xy[i * 2] = 1_000_000 + radius * Math.cos(angle);
    xy[i * 2 + 1] = 1_000_000 + radius * Math.sin(angle);
  }
  return xy;
}

function bytesOf(shapes: GridShape[]): Uint8Array {
  const out = new ByteWriter();
  const cursor = { x: 0, y: 0 };
  for (const shape of shapes) writeRecord(out, shape, cursor);
  return out.written().slice();
}

test('numbers of any size come back from their bytes', () => {
  const values = [
    0,
    1,
    -1,
    63,
    -64,
    127,
    128,
    -129,
    2 ** 28,
    -(2 ** 28),
    2 ** 31,
    -(2 ** 31),
    2 ** 40,
    -(2 ** 40),
  ];
  const out = new ByteWriter();
  for (const value of values) out.integer(value);
  const reader = new ByteReader(out.written());
  expect(values.map(() => reader.integer())).toEqual(values);
});

test('shapes come back as they were, one after the other', () => {
  const shapes = [
    shapeOf(1, [{ isHole: false, xy: Int32Array.of(5, -7) }]),
    shapeOf(3, [
      { isHole: false, xy: star(1_000, 1) },
      { isHole: true, xy: star(20, 2).map((value) => value / 10 + 900_000) },
      { isHole: false, xy: Int32Array.of(0, 0, 10, 0, 10, 10) },
    ]),
    shapeOf(2, [{ isHole: false, xy: star(129, 3) }]),
    shapeOf(1, [{ isHole: false, xy: star(300, 4) }]),
  ];
  const reader = new ByteReader(bytesOf(shapes));
  const cursor = { x: 0, y: 0 };
  const positions = new Positions();
  for (const shape of shapes) {
    const record = readRecord(reader, cursor, { box: EVERYWHERE, positions });
    expect(record?.kind).toBe(shape.kind);
    const paths = record?.paths.map(({ isHole, from, to }) => ({
      isHole,
      xy: Int32Array.from(positions.values.subarray(from, to)),
    }));
    expect(paths).toEqual(shape.paths);
  }
  expect(reader.at).toBe(reader.bytes.length);
});

test('stepping over what is far from a box changes nothing of a ring in that box', () => {
  const ring = star(5_000, 7);
  const bytes = bytesOf([shapeOf(3, [{ isHole: false, xy: ring }])]);
  const whole = new Positions();
  for (let i = 0; i < ring.length; i += 2) whole.push(ring[i]!, ring[i + 1]!);
  const positions = new Positions();
  let smaller = 0;
  for (let i = 0; i < 200; i += 1) {
    const [x, y, size] = [(i * 7919) % 1_900_000, (i * 104_729) % 1_900_000, 2_000 + (i % 9) * 20_000];
    const box = { minX: x, minY: y, maxX: x + size, maxY: y + size };
    const expected = clippedArea(whole, { from: 0, to: whole.length }, box);
    const record = readRecord(new ByteReader(bytes), { x: 0, y: 0 }, { box, positions });
    const found = record ? record.paths.map((path) => clippedArea(positions, path, box)) : [0];
    if (record && positions.length < ring.length) smaller += 1;
    expect(found.reduce((sum, area) => sum + area, 0)).toBeCloseTo(expected, -1);
  }
  expect(smaller).toBeGreaterThan(100);
});

function clippedArea(
  positions: Positions,
  stretch: { from: number; to: number },
  box: typeof EVERYWHERE,
): number {
  const { values, length } = clipRing(positions, stretch, box);
  let sum = 0;
  for (let i = 0; i < length; i += 2) {
    const j = (i + 2) % length;
    sum +=
      (values[i]! - box.minX) * (values[j + 1]! - box.minY) -
      (values[j]! - box.minX) * (values[i + 1]! - box.minY);
  }
  return sum / 2;
}

test('a line of which the middle is far from the box comes in pieces that enter and leave it', () => {
  const xy = new Int32Array(1_000);
  for (let i = 0; i < 500; i += 1) xy.set([i * 100, i > 150 && i < 350 ? 50_000 : 0], i * 2);
  const bytes = bytesOf([shapeOf(2, [{ isHole: false, xy }])]);
  const positions = new Positions();
  const box = { minX: 0, minY: -10, maxX: 50_000, maxY: 10 };
  const record = readRecord(new ByteReader(bytes), { x: 0, y: 0 }, { box, positions });
  const ends = record!.paths.map(({ from, to }) => [positions.values[from], positions.values[to - 2]]);
  expect(ends[0]![0]).toBe(0);
  expect(ends.at(-1)![1]).toBe(49_900);
  for (const at of [149, 150, 350, 351]) {
    const isThere = record!.paths.some(({ from, to }) =>
      positions.values.subarray(from, to).some((value, i) => i % 2 === 0 && value === at * 100),
    );
    expect(isThere).toBe(true);
  }
});

test('thinning leaves nothing out that is further away than it may, and takes a million positions in its stride', () => {
  const wave = new Int32Array(20_000);
  for (let i = 0; i < 10_000; i += 1) wave.set([i * 50, Math.sin(i / 40) * 20_000], i * 2);
  const thin = simplify(wave, 300, false);
  expect(thin.length).toBeLessThan(wave.length / 5);
  let at = 0;
  for (let i = 0; i < wave.length; i += 2) {
    while (at + 2 < thin.length - 2 && thin[at + 2]! < wave[i]!) at += 2;
    const share = (wave[i]! - thin[at]!) / Math.max(1, thin[at + 2]! - thin[at]!);
    const y = thin[at + 1]! + (thin[at + 3]! - thin[at + 1]!) * share;
    const slope = (thin[at + 3]! - thin[at + 1]!) / Math.max(1, thin[at + 2]! - thin[at]!);
    expect(Math.abs(wave[i + 1]! - y) / Math.hypot(1, slope)).toBeLessThanOrEqual(451);
  }
  // A curve that bends ever more is the worst for this way of thinning.
  const curve = new Int32Array(2_000_000);
  for (let i = 0; i < 1_000_000; i += 1) curve.set([i * 1_000, (i * i) / 1_000], i * 2);
  const started = process.cpuUsage();
  simplify(curve, 1, false);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
});

test('what is smaller than a pixel is a dot, holes go with their shell, and one of many small parts stays', () => {
  const tiny = shapeOf(3, [{ isHole: false, xy: Int32Array.of(0, 0, 5, 0, 5, 5) }]);
  expect(coarser(tiny, 8)).toBeNull();
  const islands = shapeOf(
    3,
    Array.from({ length: 50 }, (_, i) => [
      { isHole: false, xy: Int32Array.of(i * 100, 0, i * 100 + 1 + (i % 7), 0, i * 100, 1) },
      { isHole: true, xy: Int32Array.of(i * 100, 0, i * 100 + 1, 0, i * 100, 1) },
    ]).flat(),
  );
  const [kept, ...others] = coarser(islands, 64)!.paths;
  expect(others).toEqual([]);
  expect(kept).toEqual({ isHole: false, xy: Int32Array.of(600, 0, 607, 0, 600, 1) });
  expect(areaOf(kept!.xy, 6)).toBe(7);
});
