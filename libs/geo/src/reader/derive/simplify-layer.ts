import { METRES_PER_DEGREE } from '../../geometry/degree-paths.ts';
import { assemble } from '../../geometry/assemble.ts';
import { partOf, pathsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import { createSharedArcs } from '../../geometry/shared-arcs.ts';
import type { MetresAt, SharedArcs } from '../../geometry/shared-arcs.ts';
import { possiblyInvalid } from '../../geometry/quick-validity.ts';
import { deriveLayer } from './derive-layer.ts';
import { srsOf } from '../../geopackage/spatial-reference.ts';
import type { SimplifyReply, SimplifyRequest } from '../../reader-protocol/derive-types.ts';
import { readParts } from './parse-geometry.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { ident } from '../geopackage/attach.ts';

/** All positions are held in memory, so that neighbours find their borders. */
const MAX_POSITIONS = 4_000_000;
const MERCATOR_RADIUS = 6_378_137;

interface Feature {
  id: bigint;
  points: Part[];
  /** Numbers of the paths of each line and polygon. */
  shapes: { dimension: 1 | 2; paths: number[] }[];
}

/**
 * Copies a GeoPackage; the lines and polygons of one layer have fewer positions. What two features share they still share.
 * A shape that would become invalid keeps more positions, in the end all.
 */
export function simplifyLayer(request: SimplifyRequest): SimplifyReply {
  const counts = { before: 0, after: 0, unchanged: 0 };
  const reply = deriveLayer(request, {
    change(layer, db) {
      const { name, geometryColumn, geometryType, rowNumber } = layer;
      const [table, geometry] = [`main.${ident(name)}`, ident(geometryColumn)];
      const { units, tolerance } = request;
      const arcs = createSharedArcs({ tolerance, metresAt: metresFor(units), grain: grainOf(units) });
      const features: Feature[] = [];
      const rows = db.prepare(`SELECT ${rowNumber} AS id, ${geometry} AS blob FROM ${table}`);
      rows.setReadBigInts(true);
      for (const { id, blob } of rows.iterate() as Iterable<{ id: bigint; blob: unknown }>) {
        const parts = blob instanceof Uint8Array ? readParts(blob, { hasZ: false }) : [];
        if (typeof parts === 'string') counts.unchanged += 1;
        else if (parts.some(({ dimension }) => dimension > 0)) {
          features.push(featureOf(id, parts, arcs));
          counts.before += parts.reduce((sum, { positions }) => sum + positions, 0);
        }
        if (counts.before > MAX_POSITIONS) throw tooDetailed(counts.before);
      }
      arcs.thin();
      settle(features, arcs);
      const srs = srsOf(db, layer);
      const update = db.prepare(`UPDATE ${table} SET ${geometry} = ? WHERE ${rowNumber} = ?`);
      const isPlural = /^MULTI/i.test(geometryType);
      for (const feature of features) {
        const parts = partsNow(feature, arcs);
        counts.after += parts.reduce((sum, { positions }) => sum + positions, 0);
        update.run(
          assemble(parts, { srsId: srs, hasZ: false, plural: isPlural || parts.length > 1 }),
          feature.id,
        );
      }
      db.prepare(
        'UPDATE main.gpkg_geometry_columns SET z = 2 * z, m = 2 * m WHERE lower(table_name) = lower(?) AND z < 2 AND m < 2',
      ).run(name);
    },
  });
  return { ...reply, ...counts };
}

function featureOf(id: bigint, parts: Part[], arcs: SharedArcs): Feature {
  const feature: Feature = { id, points: [], shapes: [] };
  for (const part of parts) {
    const { dimension } = part;
    if (dimension === 0) feature.points.push(part);
    else feature.shapes.push({ dimension, paths: pathsOf(part).map((xy) => arcs.add(xy, dimension === 2)) });
  }
  return feature;
}

function partsNow({ points, shapes }: Feature, arcs: SharedArcs): Part[] {
  return [...points, ...shapes.map(({ dimension, paths }) => partOf(dimension, paths.map(arcs.pathOf)))];
}

/** Gives positions back to shapes that are not valid and checks all shapes that share them, until every shape is valid. */
function settle(features: Feature[], arcs: SharedArcs): void {
  const featureOfPath = new Map<number, Feature>();
  for (const feature of features)
    for (const { paths } of feature.shapes) for (const path of paths) featureOfPath.set(path, feature);
  let open = new Set(features);
  while (open.size > 0) {
    const next = new Set<Feature>();
    for (const feature of open) {
      const polygons = feature.shapes.filter(({ dimension }) => dimension === 2);
      const rings = polygons.map(({ paths }) => paths.map(arcs.pathOf));
      for (const place of possiblyInvalid(rings))
        for (const path of (polygons[place] as Feature['shapes'][number]).paths)
          for (const changed of arcs.refine(path)) next.add(featureOfPath.get(changed) as Feature);
    }
    open = next;
  }
}

/** A millimetre. */
function grainOf({ kind, metres }: SimplifyRequest['units']): number {
  return kind === 'degrees' ? 0.001 / METRES_PER_DEGREE : 0.001 / metres;
}

function metresFor({ kind, metres }: SimplifyRequest['units']): MetresAt {
  const radians = Math.PI / 180;
  switch (kind) {
    case 'degrees':
      return (_x, y) => [METRES_PER_DEGREE * Math.cos(y * radians), METRES_PER_DEGREE];
    case 'mercator':
      return (_x, y) => {
        const scale = 1 / Math.cosh(y / MERCATOR_RADIUS);
        return [scale, scale];
      };
    case 'plane':
      return () => [metres, metres];
  }
}

function tooDetailed(positions: number): Refusal {
  return new Refusal(
    'conflict',
    'vault.too_detailed',
    `The layer has more than ${positions - 1} positions; ${MAX_POSITIONS} is the maximum that can be simplified at once. Filter or clip it first.`,
  );
}
