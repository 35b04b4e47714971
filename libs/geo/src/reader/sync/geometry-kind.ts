import { GEOMETRY_TYPES } from '../../geometry/wkb.ts';
import { readKind } from '../postgres-copy/check-wkb.ts';
import type { LocatedGeometry } from '../postgres-copy/geometry-field.ts';

/** What a geometry column of PostGIS takes. */
export interface ColumnKind {
  /** In any case, such as `MULTIPOLYGON`; `Geometry` takes any type. */
  type: string;
  hasZ: boolean;
  hasM: boolean;
  /** Whether single geometries are wrapped into collections of their kind. */
  promote: boolean;
}

/**
 * Tells the type of a geometry, such as `LineString` or `PointZ`, when PostGIS would refuse it in the column; else null. In a column with a
 * modifier the type must be the same, unless the column takes any, and so must the dimensions in any case (gserialized_typmod.c).
 */
export function createKindCheck(column: ColumnKind): (geometry: LocatedGeometry) => string | null {
  const declared = Math.max(
    0,
    GEOMETRY_TYPES.findIndex((name) => name.toUpperCase() === column.type.toUpperCase()),
  );
  return ({ view, start }) => {
    const { type, hasZ, hasM } = readKind(view, start);
    const stored = column.promote && type >= 1 && type <= 3 ? type + 3 : type;
    const fits = declared === 0 || stored === declared;
    if (fits && hasZ === column.hasZ && hasM === column.hasM) return null;
    return `${GEOMETRY_TYPES[type] as string}${hasZ ? 'Z' : ''}${hasM ? 'M' : ''}`;
  };
}
