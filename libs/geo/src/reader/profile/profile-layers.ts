import { DatabaseSync } from 'node:sqlite';
import type { Shape } from '../../geometry/wkb.ts';
import { readLayers } from '../geopackage/read-layers.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { openRowTable } from '../rows/row-table.ts';
import type { RowTable } from '../rows/row-table.ts';
import { createTarget } from '../rows/take-sample.ts';
import { ident } from '../geopackage/attach.ts';
import { fieldType, layerCrs } from '../../geopackage/declared-types.ts';
import { checkGeometryBytes } from './geometry-checks.ts';
import { readFieldRanges } from './field-ranges.ts';
import type { LayerProfile, ProfileReply, ProfileRequest } from '../../reader-protocol/profile-types.ts';

/** Problems that are listed one by one. */
const MAX_FAULTS = 100;
/** Features between two looks at the clock. */
const STRIDE = 500;
/** Larger geometries are not passed to GEOS, which might take too long. */
const MAX_AREA_BYTES = 64 * 1024 * 1024;

/** Looks at every geometry and every field of the layers, as far as time and number allow. */
export function profileLayers(request: ProfileRequest): ProfileReply {
  const deadline = performance.now() + request.milliseconds;
  const areas = openAreas(request.areas);
  let room = request.features ?? Infinity;
  try {
    const layers = readLayers(request.file).map((layer, position): LayerProfile => {
      const table = openRowTable({ file: request.file, layer: layer.name });
      try {
        const looked = lookAtGeometries(table, {
          isGeographic: layerCrs(layer)?.kind === 'geographic',
          deadline,
          room,
          keep: (feature, geometry) => areas.add(position, feature, geometry),
        });
        room -= looked.features;
        const fields = layer.columns.map(({ name, type }) => ({ name, type: fieldType(type) }));
        const ranges = request.ranges ? readFieldRanges(table, fields, deadline) : null;
        return { layer, declaredExtent: declaredExtent(table, layer), ...looked, ranges };
      } finally {
        table.db.close();
      }
    });
    return { layers, areas: areas.finish() };
  } finally {
    areas.close();
  }
}

/** One table for the areas of all layers. */
function openAreas(path: string) {
  const db = new DatabaseSync(path);
  const column = { type: 'INTEGER', notNull: false };
  const columns = ['layer', 'row'].map((name) => ({ ...column, name }));
  createTarget(db, { srs: null, columns });
  const insert = db.prepare('INSERT INTO main.sample ("~geom", layer, row) VALUES (?, ?, ?)');
  let count = 0;
  db.exec('BEGIN');
  return {
    add(layer: number, feature: bigint, geometry: Uint8Array): void {
      if (geometry.length > MAX_AREA_BYTES) return;
      insert.run(geometry, layer, feature);
      count += 1;
    },
    finish(): number {
      db.exec('COMMIT');
      return count;
    },
    close: () => db.close(),
  };
}

function declaredExtent({ db }: RowTable, { name }: GeopackageLayer): LayerProfile['declaredExtent'] {
  const row = db
    .prepare('SELECT min_x, min_y, max_x, max_y FROM src.gpkg_contents WHERE lower(table_name) = lower(?)')
    .get(name) as Record<string, unknown> | undefined;
  const values = Object.values(row ?? {});
  const isWhole = values.length === 4 && values.every((value) => Number.isFinite(value));
  return isWhole ? (values as [number, number, number, number]) : null;
}

interface Look {
  isGeographic: boolean;
  deadline: number;
  /** Most features. */
  room: number;
  keep(feature: bigint, geometry: Uint8Array): void;
}

function lookAtGeometries(
  table: RowTable,
  look: Look,
): Omit<LayerProfile, 'layer' | 'declaredExtent' | 'ranges'> {
  const types = new Map<string, number>();
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const faults: LayerProfile['faults'] = [];
  let [features, faultCount, withoutGeometry, isComplete] = [0, 0, 0, true];
  for (const { feature, geometry } of geometriesOf(table)) {
    if (features >= look.room || (features % STRIDE === 0 && performance.now() > look.deadline)) {
      isComplete = false;
      break;
    }
    features += 1;
    if (geometry === null) {
      withoutGeometry += 1;
      continue;
    }
    const looked = geometry instanceof Uint8Array ? checkGeometryBytes(geometry, look) : NO_BYTES;
    if (looked.type !== null) types.set(looked.type, (types.get(looked.type) ?? 0) + 1);
    if (looked.fault) {
      faultCount += 1;
      if (faults.length < MAX_FAULTS) faults.push({ feature: String(feature), ...looked.fault });
      continue;
    }
    if (looked.shapes.some(({ kind }) => kind === 3)) look.keep(feature, geometry as Uint8Array);
    for (const shape of looked.shapes) widen(box, shape);
  }
  const extent = box[0] <= box[2] ? box : null;
  return {
    features,
    isComplete,
    types: Object.fromEntries(types),
    withoutGeometry,
    extent,
    faults,
    faultCount,
  };
}

const NO_BYTES = {
  type: null,
  shapes: [],
  fault: { kind: 'broken' as const, at: null, detail: 'is a value of another type' },
};

function* geometriesOf({ db, name, rowNumber, geometryColumn }: RowTable) {
  const column = geometryColumn === null ? 'NULL' : ident(geometryColumn);
  const statement = db.prepare(`SELECT ${rowNumber}, ${column} FROM ${name}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as Iterable<unknown>) {
    const [feature, geometry] = row as [bigint, unknown];
    yield { feature, geometry };
  }
}

function widen(box: [number, number, number, number], { paths }: Shape): void {
  for (const { xy } of paths)
    for (let i = 0; i < xy.length; i += 2) {
      if (xy[i]! < box[0]) box[0] = xy[i]!;
      if (xy[i]! > box[2]) box[2] = xy[i]!;
      if (xy[i + 1]! < box[1]) box[1] = xy[i + 1]!;
      if (xy[i + 1]! > box[3]) box[3] = xy[i + 1]!;
    }
}
