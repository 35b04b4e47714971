import { extendBox } from '../../geometry/region.ts';
import { areaOnEllipsoid, lengthOnEllipsoid } from '../../geometry/ellipsoid.ts';
import { BrokenGeometry, CurvedGeometry, readShapes } from '../../geometry/wkb.ts';
import type { Path, Shape } from '../../geometry/wkb.ts';
import type { MeasureReply } from '../../reader-protocol/derive-types.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { attach, ident } from '../geopackage/attach.ts';

/** Measures the shapes of the first layer of a GeoPackage of ours, in degrees of WGS84. */
export function measureShapes({ file }: { file: string }): MeasureReply {
  const db = attach(file);
  try {
    const layer = readAttachedLayers(db)[0];
    const found: MeasureReply = { features: layer?.featureCount ?? 0, area: 0, length: 0, extent: null };
    if (!layer) return found;
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    const rows = db.prepare(`SELECT ${ident(layer.geometryColumn)} AS blob FROM src.${ident(layer.name)}`);
    for (const { blob } of rows.iterate() as Iterable<{ blob?: unknown }>)
      for (const shape of shapesOf(blob)) {
        for (const { xy } of shape.paths) extendBox(box, xy);
        if (shape.kind === 2) for (const { xy } of shape.paths) found.length += lengthOnEllipsoid(xy);
        if (shape.kind === 3)
          for (const rings of polygonsOf(shape.paths)) found.area += areaOnEllipsoid(rings);
      }
    return { ...found, extent: box.every(Number.isFinite) ? box : null };
  } finally {
    db.close();
  }
}

/** A preview leaves out geometries that cannot be read or have arcs. */
function shapesOf(blob: unknown): Shape[] {
  try {
    return blob instanceof Uint8Array ? readShapes(blob) : [];
  } catch (error) {
    if (error instanceof BrokenGeometry || error instanceof CurvedGeometry) return [];
    throw error;
  }
}

function* polygonsOf(paths: Path[]): Generator<Float64Array[]> {
  let rings: Float64Array[] = [];
  for (const { role, xy } of paths) {
    if (role === 'shell' && rings.length > 0) {
      yield rings;
      rings = [];
    }
    rings.push(xy);
  }
  if (rings.length > 0) yield rings;
}
