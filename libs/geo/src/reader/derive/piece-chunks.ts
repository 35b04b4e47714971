import { assemble } from '../../geometry/assemble.ts';
import type { Part } from '../../geometry/parts.ts';
import { UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import type { Pieces } from '../../geopackage/pieces.ts';

/** Gathers parts that follow one another into pieces that GDAL takes one at a time, so that its memory stays small. */
export interface Chunks {
  /** Parts of one source stay together. */
  add(grp: number, parts: Part[]): void;
  /** How many pieces were written. */
  finish(): number;
}

export function createChunks(
  pieces: Pieces,
  limits: { sources: number; positions: number; hasZ: boolean },
): Chunks {
  let open: { grp: number; parts: Part[]; sources: number; positions: number } | null = null;
  let key = 0;

  function flush(): void {
    const geometry =
      open && assemble(open.parts, { srsId: UNDEFINED_SRS, hasZ: limits.hasZ, plural: true, bare: true });
    if (open && geometry) pieces.add({ grp: open.grp, key: key++, geometry });
    open = null;
  }

  return {
    add(grp, parts) {
      const positions = parts.reduce((sum, part) => sum + part.positions, 0);
      const isFull = open && (open.sources >= limits.sources || open.positions >= limits.positions);
      if (!open || open.grp !== grp || isFull) {
        flush();
        open = { grp, parts: [], sources: 0, positions: 0 };
      }
      for (const part of parts) open.parts.push(part);
      open.sources += 1;
      open.positions += positions;
    },
    finish() {
      flush();
      return key;
    },
  };
}
