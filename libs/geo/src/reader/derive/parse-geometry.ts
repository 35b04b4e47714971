import { isFinitePart, partsOf, ringsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import { isCertainlyValid } from '../../geometry/quick-validity.ts';
import { BrokenGeometry, CurvedGeometry } from '../../geometry/wkb.ts';
import { UNDEFINED_SRS, withSrsId } from '../../geopackage/spatial-reference.ts';
import type { Pieces } from '../../geopackage/pieces.ts';

export type PartsOrWhyNot = Part[] | 'curved' | 'unreadable';

/** The parts of a geometry of a file that others made. */
export function readParts(blob: Uint8Array, { hasZ }: { hasZ: boolean }): PartsOrWhyNot {
  try {
    const parts = partsOf(blob, { hasZ });
    return parts.every(isFinitePart) ? parts : 'unreadable';
  } catch (error) {
    if (error instanceof CurvedGeometry) return 'curved';
    if (error instanceof BrokenGeometry) return 'unreadable';
    throw error;
  }
}

/** Whether GDAL can certainly work with a part as it is; else GDAL checks it. */
export function isSound(part: Part): boolean {
  return part.dimension < 2 || isCertainlyValid(ringsOf(part));
}

/** Whole geometries that GDAL shall make straight and valid before anything else is done with them. */
export interface Doubtful {
  add(shape: { grp: number; key?: number; blob: Uint8Array; isCurved: boolean }): void;
  finish(): { doubtful: number; curved: number };
}

export function createInvalidShapes(pieces: Pieces): Doubtful {
  let [doubtful, curved] = [0, 0];
  return {
    add({ grp, key = doubtful, blob, isCurved }) {
      pieces.add({ grp, key, geometry: withSrsId(blob, UNDEFINED_SRS) });
      doubtful += 1;
      curved += Number(isCurved);
    },
    finish() {
      pieces.close();
      return { doubtful, curved };
    },
  };
}
