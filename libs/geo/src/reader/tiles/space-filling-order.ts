import type { Collection } from './collect-shapes.ts';

/** Shapes in the first class; each class that follows has as many as all before it together. */
const FIRST_CLASS = 256;
const INDEX_BITS = 25;
/** Bits of x and of y in the order of places. */
const PLACE_BITS = 17;
const LOW_PLACE_BITS = 32 - INDEX_BITS;

export type Boxes = Pick<Collection, 'count' | 'key' | 'minX' | 'minY' | 'maxX' | 'maxY'>;

/**
 * The order of shapes in a tile file: by class, and within a class by position (Morton). The first classes have the largest shapes;
 * equally large ones are distributed by a hash of their keys, so that whole classes contain the largest shapes first and the same
 * share of points everywhere. `classes` has the first shape of each class, `classOf` the class of each shape.
 */
export function orderShapes(boxes: Boxes): { order: Uint32Array; classes: number[]; classOf: Uint8Array } {
  const { count } = boxes;
  const classOf = classify(boxes);
  const cells = placeCells(boxes);
  const keys = new BigUint64Array(count);
  const words = new Uint32Array(keys.buffer);
  for (let i = 0; i < count; i += 1) {
    // From the lowest bits up: 25 of the index, 34 of the place, 5 of the class.
    const place = interleave(cells.x(i), cells.y(i));
    words[i * 2] = (place % 2 ** LOW_PLACE_BITS) * 2 ** INDEX_BITS + i;
    words[i * 2 + 1] = Math.floor(place / 2 ** LOW_PLACE_BITS) + classOf[i]! * 2 ** 27;
  }
  keys.sort();
  const order = new Uint32Array(count);
  const classes: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const index = words[i * 2]! & (2 ** INDEX_BITS - 1);
    order[i] = index;
    while (classes.length <= classOf[index]!) classes.push(i);
  }
  return { order, classes, classOf };
}

function classify(boxes: Boxes): Uint8Array {
  const { count } = boxes;
  const keys = new Float64Array(count);
  const halves = new Uint32Array(boxes.key.buffer, boxes.key.byteOffset, count * 2);
  for (let i = 0; i < count; i += 1) {
    const size = Math.max(boxes.maxX[i]! - boxes.minX[i]!, boxes.maxY[i]! - boxes.minY[i]!);
    const small = 255 - Math.round(Math.log2(size + 1) * 8);
    keys[i] = (small * 2 ** 20 + hashOf(halves[i * 2]!, halves[i * 2 + 1]!)) * 2 ** INDEX_BITS + i;
  }
  keys.sort();
  const classOf = new Uint8Array(count);
  for (let rank = 0; rank < count; rank += 1) {
    const index = keys[rank]! % 2 ** INDEX_BITS;
    classOf[index] = rank < FIRST_CLASS ? 0 : Math.floor(Math.log2(rank / FIRST_CLASS)) + 1;
  }
  return classOf;
}

/** 20 bits of a hash of a key that has no pattern of its own (lowbias32, https://nullprogram.com/blog/2018/07/31/). */
function hashOf(low: number, high: number): number {
  let n = low ^ Math.imul(high, 0x9e3779b1);
  n = Math.imul(n ^ (n >>> 16), 0x7feb352d);
  n = Math.imul(n ^ (n >>> 15), 0x846ca68b);
  return (n ^ (n >>> 16)) >>> 12;
}

/** Shapes in so many classes. */
export function shapesIn(classes: number, count: number): number {
  return Math.min(count, FIRST_CLASS * 2 ** (classes - 1));
}

/** Cells of a grid over where the shapes are. */
function placeCells({ count, minX, minY, maxX, maxY }: Boxes) {
  const left = least(minX, count);
  const top = least(minY, count);
  const width = Math.max(1, most(maxX, count) - left);
  const height = Math.max(1, most(maxY, count) - top);
  const cells = 2 ** PLACE_BITS - 1;
  return {
    x: (i: number) => Math.floor((((minX[i]! + maxX[i]!) / 2 - left) / width) * cells),
    y: (i: number) => Math.floor((((minY[i]! + maxY[i]!) / 2 - top) / height) * cells),
  };
}

function least(values: Int32Array, count: number): number {
  let found = Infinity;
  for (let i = 0; i < count; i += 1) if (values[i]! < found) found = values[i]!;
  return found;
}

function most(values: Int32Array, count: number): number {
  let found = -Infinity;
  for (let i = 0; i < count; i += 1) if (values[i]! > found) found = values[i]!;
  return found;
}

/** Bits of x and y in turn: places that are near have numbers that are near. */
function interleave(x: number, y: number): number {
  return spread(x >>> 9) * 2 ** 18 + spread(x & 511) + 2 * (spread(y >>> 9) * 2 ** 18 + spread(y & 511));
}

function spread(bits: number): number {
  let n = bits & 0x1ff;
  n = (n | (n << 8)) & 0x00ff00ff;
  n = (n | (n << 4)) & 0x0f0f0f0f;
  n = (n | (n << 2)) & 0x33333333;
  return (n | (n << 1)) & 0x55555555;
}
