import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { ringsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import { createRegion } from '../../geometry/region.ts';
import type { Region } from '../../geometry/region.ts';
import { candidates, readRegion } from './region-candidates.ts';
import type { ClipScanReply, ClipScanRequest } from '../../reader-protocol/overlay-types.ts';
import { createInvalidShapes, isSound, readParts } from './parse-geometry.ts';
import { boxOf } from '../geopackage/geometry-box.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { createPieces } from '../../geopackage/pieces.ts';
import { UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import { createLayerTable } from '../../geopackage/standard-tables.ts';
import type { Pieces } from '../../geopackage/pieces.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { boxOfGeometry } from '../rows/read-rows.ts';
import { attach, ident } from '../geopackage/attach.ts';

/**
 * Finds the features of a layer that are in a region, and writes those that cross its boundary as pieces, beside the region,
 * for GDAL to cut.
 */
export function scanForClip(request: ClipScanRequest): ClipScanReply {
  const db = attach(request.file, request.output);
  try {
    const layer = readAttachedLayers(db, request.layer)[0];
    if (!layer) throw new Error('no such layer');
    db.exec(`PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF; BEGIN;
      CREATE TABLE main.inside (id INTEGER PRIMARY KEY);
      CREATE TABLE main.crossing (key INTEGER PRIMARY KEY, id INTEGER, dimensions INTEGER)`);
    const area = readRegion(request.region);
    const [crossing, doubtful] = [createPieces(request.crossing), createPieces(request.doubtful)];
    for (const pieces of [crossing, doubtful]) addRegion(pieces, area);
    const reply = sortOut(db, layer, { region: createRegion(area.flatMap(ringsOf)), crossing, doubtful });
    db.exec('COMMIT');
    return { ...reply, features: layer.featureCount, hasZ: layer.hasZ };
  } finally {
    db.close();
  }
}

/** As one more layer, so that it stays beside the pieces when GDAL copies them. */
function addRegion({ db }: Pieces, area: Part[]): void {
  createLayerTable(db, 'region', {
    geometry: 'geom',
    srsId: UNDEFINED_SRS,
    columns: 'fid INTEGER PRIMARY KEY, geom GEOMETRY',
  });
  const geometry = assemble(area, { srsId: UNDEFINED_SRS, hasZ: false, plural: true, bare: true });
  db.prepare('INSERT INTO region (geom) VALUES (?)').run(geometry);
}

function sortOut(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { region, crossing, doubtful }: { region: Region; crossing: Pieces; doubtful: Pieces },
): Omit<ClipScanReply, 'features' | 'hasZ'> {
  const found = { inside: 0, crossing: 0, unreadable: 0 };
  const suspects = createInvalidShapes(doubtful);
  const insideRow = db.prepare('INSERT INTO main.inside VALUES (?)');
  const crossingRow = db.prepare('INSERT INTO main.crossing VALUES (?, ?, ?)');
  const whole = db.prepare(
    `SELECT ${ident(layer.geometryColumn)} AS blob FROM src.${ident(layer.name)} WHERE ${layer.rowNumber} = ?`,
  );
  let key = 0;

  function cross(id: bigint): void {
    const { blob } = whole.get(id) as { blob: Uint8Array };
    const parts = readParts(blob, layer);
    if (parts === 'unreadable') {
      found.unreadable += 1;
      return;
    }
    const geometry =
      parts !== 'curved' && parts.every(isSound)
        ? assemble(parts, { srsId: UNDEFINED_SRS, hasZ: layer.hasZ, bare: true })
        : null;
    if (geometry) crossing.add({ grp: 0, key, geometry });
    else suspects.add({ grp: 0, key, blob, isCurved: parts === 'curved' });
    if (geometry) found.crossing += 1;
    crossingRow.run(key, id, parts === 'curved' ? null : dimensionsOf(parts));
    key += 1;
  }

  for (const [id, head] of candidates(db, layer, region)) {
    const known = boxOf(head);
    const box = known ?? boxOfGeometry((whole.get(id) as { blob: Uint8Array }).blob);
    // Without a box it may be empty, or have arcs, or be no geometry at all.
    const place = box?.every(Number.isFinite) ? region.placeOf(box) : 'crossing';
    if (place === 'inside') {
      insideRow.run(id);
      found.inside += 1;
    } else if (place === 'crossing') cross(id);
  }
  crossing.close();
  const { doubtful: doubts, curved } = suspects.finish();
  return { ...found, doubtful: doubts, curved };
}

/** One bit for each dimension that occurs. */
function dimensionsOf(parts: Part[]): number {
  return parts.reduce((found, { dimension }) => found | (1 << dimension), 0);
}
