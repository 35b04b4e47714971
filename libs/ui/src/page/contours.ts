const step = Math.PI / 18;

/** Closed contour lines of a small invented hill, as SVG paths in a 320 x 180 box; the same seed gives the same hill. */
export function contourPaths(seed: string): string[] {
  const random = generator(seed);
  const [x, y] = [70 + random() * 180, 50 + random() * 80];
  const waves = [2, 3, 5].map((count) => ({
    count,
    phase: random() * Math.PI * 2,
    height: (0.3 + random()) / (count + 2),
  }));
  return Array.from({ length: 9 }, (_, ring) => {
    const radius = 12 + ring * 21;
    const points = Array.from({ length: 36 }, (_, index) => {
      const angle = index * step;
      const bulge = waves.reduce(
        (sum, wave) => sum + wave.height * Math.sin(wave.count * angle + wave.phase),
        1,
      );
      return [x + Math.cos(angle) * radius * bulge * 1.25, y + Math.sin(angle) * radius * bulge] as const;
    });
    return smoothClosedPath(points);
  });
}

function smoothClosedPath(points: (readonly [number, number])[]): string {
  const middle = (index: number) => {
    const [ax, ay] = points[index % points.length] ?? [0, 0];
    const [bx, by] = points[(index + 1) % points.length] ?? [0, 0];
    return `${((ax + bx) / 2).toFixed(1)} ${((ay + by) / 2).toFixed(1)}`;
  };
  const curves = points.map((_, index) => {
    const [x, y] = points[(index + 1) % points.length] ?? [0, 0];
    return `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join('')}Z`;
}

/** Mulberry32, seeded by FNV-1a of the text. */
function generator(seed: string): () => number {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
