import { expect, test } from '@jest/globals';
import { findCrossing } from './crossings.ts';

type Point = [number, number];

function square(x: number, y: number, size: number): Point[] {
  return [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
}

/** A star of many points about a centre: its edges never cross. */
function star(points: number, spread = 1): Point[] {
  const ring = Array.from({ length: points }, (_, i): Point => {
    const angle = (i / points) * 2 * Math.PI;
    const radius = 10 + (i % 2) * spread;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...ring, ring[0] as Point];
}

test.each([
  ['a square', [square(0, 0, 1)], null],
  [
    'a hole that touches its shell in a point',
    [
      square(0, 0, 4),
      [
        [0, 2],
        [1, 1],
        [1, 3],
        [0, 2],
      ] as Point[],
    ],
    null,
  ],
  ['two squares that share a corner', [square(0, 0, 1), square(1, 1, 1)], null],
  [
    'a position said twice',
    [
      [
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ] as Point[],
    ],
    null,
  ],
  [
    'a ring that meets itself in a position',
    [
      [
        [0, 0],
        [2, 2],
        [4, 0],
        [4, 4],
        [2, 2],
        [0, 4],
        [0, 0],
      ] as Point[],
    ],
    null,
  ],
  [
    'a bow tie',
    [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ] as Point[],
    ],
    'crossing',
  ],
  ['a hole that leaves its shell', [square(0, 0, 2), square(1, 1, 2)], 'crossing'],
  [
    'a spike',
    [
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ] as Point[],
    ],
    'overlap',
  ],
  ['two squares that share a part of an edge', [square(0, 0, 2), square(2, 1, 2)], 'overlap'],
] as [string, Point[][], string | null][])('findCrossing reports %s', (_what, rings, kind) => {
  expect(findCrossing(rings)?.kind ?? null).toBe(kind);
});

test('findCrossing agrees with a comparison of all pairs of edges on random rings', () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const found = { crossing: 0, none: 0 };
  for (let round = 0; round < 2_000; round += 1) {
    const length = 3 + Math.floor(random() * 6);
    const ring = Array.from({ length }, (): Point => [random() * 10, random() * 10]);
    ring.push(ring[0] as Point);
    const expected = crossesSomewhere(ring);
    expect(findCrossing([ring])?.kind ?? null).toBe(expected ? 'crossing' : null);
    found[expected ? 'crossing' : 'none'] += 1;
  }
  expect(Math.min(found.crossing, found.none)).toBeGreaterThan(200);
});

test('findCrossing checks as many positions as a request may send, and gives up on too many edges beside each other', () => {
  expect(findCrossing([star(10_000)])).toBeNull();
  // Needles side by side, each as long as all of them.
  const comb = Array.from({ length: 9_000 }, (_, i): Point => [i % 2 === 0 ? 0 : 100, i / 100]);
  expect(findCrossing([[...comb, [-1, 100], [-1, 0], comb[0] as Point]])?.kind).toBe('too_fine');
});

/** With exact rational arithmetic left out: random positions are never on one line. */
function crossesSomewhere(ring: Point[]): boolean {
  const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  for (let i = 1; i < ring.length; i += 1)
    for (let j = 1; j < i; j += 1) {
      const [a, b, c, d] = [ring[i - 1], ring[i], ring[j - 1], ring[j]] as [Point, Point, Point, Point];
      if ([a, b].some((end) => end === c || end === d)) continue;
      if (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) return true;
    }
  return false;
}
