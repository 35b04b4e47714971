/** What becomes of the coordinates of a file. */
export type SridPolicy =
  { kind: 'preserve' } | { kind: 'detect' } | { kind: 'transform'; srid: number; text: string };

/** Blank, `preserve`, `detect` or `EPSG:<positive integer>`; anything else means `preserve`. */
export function readSridPolicy(text: string): SridPolicy {
  if (text === 'detect') return { kind: 'detect' };
  const digits = /^EPSG:0*([1-9]\d*)$/.exec(text)?.[1];
  if (digits === undefined) return { kind: 'preserve' };
  return { kind: 'transform', srid: Number(digits), text };
}
