import { BrokenGeometry, CurvedGeometry, geometryTypeOf, readShapes } from '../../geometry/wkb.ts';
import type { Path, Shape } from '../../geometry/wkb.ts';
import type { GeometryProblem } from '../../reader-protocol/profile-types.ts';

export interface Looked {
  /** Null when the bytes do not show it. */
  type: string | null;
  shapes: Shape[];
  fault: GeometryProblem | null;
}

/** Reads a geometry and returns its first problem. */
export function checkGeometryBytes(
  geometry: Uint8Array,
  { isGeographic }: { isGeographic: boolean },
): Looked {
  let type: string | null = null;
  try {
    type = geometryTypeOf(geometry);
    const shapes = readShapes(geometry);
    return { type, shapes, fault: faultOf(shapes, isGeographic) };
  } catch (error) {
    // Arcs are not checked.
    if (error instanceof CurvedGeometry) return { type, shapes: [], fault: null };
    if (!(error instanceof BrokenGeometry)) throw error;
    return { type, shapes: [], fault: { kind: 'broken', at: null, detail: error.message } };
  }
}

function faultOf(shapes: Shape[], isGeographic: boolean): GeometryProblem | null {
  for (const { kind, paths } of shapes)
    for (const path of paths) {
      const fault = strayPosition(path, isGeographic) ?? (kind === 1 ? null : malformed(path));
      if (fault) return fault;
    }
  return null;
}

/** Degrees beyond a full turn or beyond the poles are invalid. */
function strayPosition({ xy }: Path, isGeographic: boolean): GeometryProblem | null {
  for (let i = 0; i < xy.length; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return { kind: 'not_a_number', at: null };
    if (isGeographic && (x < -360 || x > 360 || y < -90.000001 || y > 90.000001))
      return { kind: 'outside_the_world', at: [x, y] };
  }
  return null;
}

function malformed({ role, xy }: Path): GeometryProblem | null {
  const count = xy.length / 2;
  const at: GeometryProblem['at'] = count > 0 ? [xy[0]!, xy[1]!] : null;
  if (role === 'line') {
    if (count < 2) return { kind: 'too_few_positions', at };
    for (let i = 2; i < xy.length; i += 2) if (xy[i] !== xy[0] || xy[i + 1] !== xy[1]) return null;
    return { kind: 'no_length', at };
  }
  if (count > 0 && (xy[0] !== xy[xy.length - 2] || xy[1] !== xy[xy.length - 1]))
    return { kind: 'ring_not_closed', at };
  return count < 4 ? { kind: 'too_few_positions', at } : null;
}
