import { assemble } from '../../geometry/assemble.ts';
import { BrokenGeometry, wkbStart } from '../../geometry/wkb.ts';
import { createInvalidShapes, isSound, readParts } from './parse-geometry.ts';
import { withSrsId, UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import type { ExtractShapesReply, ExtractShapesRequest } from '../../reader-protocol/shape-types.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { createPieces } from '../../geopackage/pieces.ts';
import { attach, ident } from '../geopackage/attach.ts';

/**
 * Writes the shape of each feature of a layer as a piece for GDAL. The group of a piece is the place of its feature in the
 * order of the row numbers, counted from 0. Shapes that may be invalid or have arcs go to a file of their own.
 */
export function extractShapes({
  file,
  layer: name,
  output,
  doubtful,
  raw,
}: ExtractShapesRequest): ExtractShapesReply {
  const db = attach(file);
  try {
    const layer = readAttachedLayers(db, name)[0];
    if (!layer) throw new Error('no such layer');
    const pieces = createPieces(output);
    const suspects = createInvalidShapes(createPieces(doubtful));
    const reply = { sound: 0, unreadable: 0 };
    const rows = db.prepare(
      `SELECT ${ident(layer.geometryColumn)} AS blob FROM src.${ident(layer.name)} ORDER BY ${layer.rowNumber}`,
    );
    let grp = -1;
    for (const { blob } of rows.iterate() as Iterable<{ blob?: unknown }>) {
      grp += 1;
      if (!(blob instanceof Uint8Array)) continue;
      if (raw) {
        if (isFilled(blob)) pieces.add({ grp, key: 0, geometry: withSrsId(blob, UNDEFINED_SRS) });
        reply.sound += 1;
        continue;
      }
      const parts = readParts(blob, layer);
      if (parts === 'unreadable') reply.unreadable += 1;
      else if (parts === 'curved') suspects.add({ grp, blob, isCurved: true });
      else if (!parts.every(isSound)) suspects.add({ grp, blob, isCurved: false });
      else {
        const geometry = assemble(parts, { srsId: UNDEFINED_SRS, hasZ: layer.hasZ, bare: true });
        if (geometry) pieces.add({ grp, key: 0, geometry });
        reply.sound += Number(geometry !== null);
      }
    }
    pieces.close();
    return { ...reply, ...suspects.finish(), hasZ: layer.hasZ };
  } finally {
    db.close();
  }
}

function isFilled(blob: Uint8Array): boolean {
  try {
    return wkbStart(blob) !== null;
  } catch (error) {
    if (error instanceof BrokenGeometry) return false;
    throw error;
  }
}
