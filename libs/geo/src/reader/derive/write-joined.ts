import type { DatabaseSync } from 'node:sqlite';
import { distanceOnEllipsoid } from '../../geometry/ellipsoid.ts';
import { partsOf, pathsOf } from '../../geometry/parts.ts';
import { typeSql } from '../geopackage/copy-tables.ts';
import { deriveLayer, freeName, refuseManyColumns } from './derive-layer.ts';
import type { JoinWriteReply, JoinWriteRequest } from '../../reader-protocol/overlay-types.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { openPieces } from '../../geopackage/pieces.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { countCopies, createCopyLimit } from './size-limit.ts';
import type { SizeLimit } from './size-limit.ts';
import { attach, attachAs, ident } from '../geopackage/attach.ts';

/**
 * Copies a GeoPackage; the features of one layer get the attributes of the feature of another file that belongs to them:
 * the first one that fits, or the nearest, with the number of those that fit or the distance.
 * @throws {Refusal} conflict when the attributes that it repeats are too large together.
 */
export function writeJoined(request: JoinWriteRequest, maxCopied?: number): JoinWriteReply {
  const limit = createCopyLimit(maxCopied);
  let matched = 0;
  const reply = deriveLayer(request, {
    change(layer, db) {
      matched = join(db, layer, request, limit);
    },
  });
  return { ...reply, matched };
}

/** Returns how many features found one. */
function join(db: DatabaseSync, layer: GeopackageLayer, request: JoinWriteRequest, limit: SizeLimit): number {
  const other = layerOf(request.other, request.otherLayer);
  attachAs(db, request.other, 'other');
  const [table, row] = [`main.${ident(layer.name)}`, layer.rowNumber];
  numberRows(db, 'own_places', { table, row });
  numberRows(db, 'other_places', { table: `other.${ident(other.name)}`, row: other.rowNumber });
  const count = countCopies(db, { layer: other, schema: 'other', places: 'other_places' }, limit);
  const { columns, measure } = addColumns(db, layer, { other, isNearest: request.nearest });
  const names = columns.map(({ name }) => ident(name)).join(', ');
  const values = columns.map(({ from }) => `o.${ident(from)}`).join(', ');
  const update = db.prepare(
    `UPDATE ${table} SET ${
      names === ''
        ? ''
        : `(${names}) = (SELECT ${values} FROM other.${ident(other.name)} o
         WHERE o.${other.rowNumber} = (SELECT id FROM temp.other_places WHERE grp = ?2)), `
    }${ident(measure)} = ?3
      WHERE ${row} = (SELECT id FROM temp.own_places WHERE grp = ?1) AND ?2 >= 0`,
  );
  if (!request.nearest) db.exec(`UPDATE ${table} SET ${ident(measure)} = 0`);
  let matched = 0;
  for (const { grp, key, value } of bestOf(db, request)) {
    count(key);
    update.run(grp, key, value);
    matched += 1;
  }
  return matched;
}

/** A layer of another file. */
export function layerOf(file: string, name: string): GeopackageLayer {
  const db = attach(file);
  try {
    const layer = readAttachedLayers(db, name)[0];
    if (!layer) throw new Error('no such layer');
    return layer;
  } finally {
    db.close();
  }
}

/** The place of each row in the order of the row numbers, as `extractShapes` counts. */
export function numberRows(
  db: DatabaseSync,
  name: string,
  { table, row }: { table: string; row: string },
): void {
  db.exec(
    `CREATE TEMP TABLE ${name} AS SELECT row_number() OVER (ORDER BY ${row}) - 1 AS grp, ${row} AS id FROM ${table};
     CREATE UNIQUE INDEX temp.${name}_by_grp ON ${name} (grp)`,
  );
}

function addColumns(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { other, isNearest }: { other: GeopackageLayer; isNearest: boolean },
): { columns: { name: string; from: string }[]; measure: string } {
  const names = db
    .prepare(`PRAGMA main.table_info(${ident(layer.name)})`)
    .all()
    .map(({ name }) => String(name));
  refuseManyColumns(names.length + other.columns.length);
  // Rows are found by their number, also in the result.
  const taken = [...names, layer.rowNumber];
  const add = (wanted: string, type: string): string => {
    const name = freeName(wanted, taken);
    taken.push(name);
    db.exec(`ALTER TABLE main.${ident(layer.name)} ADD COLUMN ${ident(name)} ${type}`);
    return name;
  };
  const columns = other.columns.map(({ name, type }) => ({ name: add(name, typeSql(type)), from: name }));
  const measure = isNearest ? add('distance_m', 'REAL') : add('match_count', 'INTEGER');
  return { columns, measure };
}

/** For each feature that has one, the feature that belongs to it, and the number of those that fit or the distance. */
function* bestOf(
  db: DatabaseSync,
  { inputs, nearest }: JoinWriteRequest,
): Generator<{ grp: number; key: number; value: number }> {
  db.exec('CREATE TEMP TABLE fits (grp INTEGER, key INTEGER, metres REAL)');
  const insert = db.prepare('INSERT INTO temp.fits VALUES (?, ?, ?)');
  for (const file of inputs) {
    const source = openPieces(file);
    try {
      for (const { grp, key, note, geometry } of source.all()) {
        if (nearest) {
          if (note === 1) insert.run(grp, key, 0);
          else if (geometry) insert.run(grp, key, lengthOf(geometry));
        } else if (note === 1) insert.run(grp, key, null);
      }
    } finally {
      source.close();
    }
  }
  const best = nearest
    ? 'SELECT grp, key, min(metres) AS value FROM (SELECT * FROM temp.fits ORDER BY key) GROUP BY grp'
    : 'SELECT grp, min(key) AS key, count(*) AS value FROM temp.fits GROUP BY grp';
  yield* db.prepare(best).all() as { grp: number; key: number; value: number }[];
}

/** Between the ends of a line in degrees. */
function lengthOf(geometry: Uint8Array): number {
  const line = partsOf(geometry, { hasZ: false }).find(({ dimension }) => dimension === 1);
  const xy = line ? (pathsOf(line)[0] as Float64Array) : new Float64Array(4);
  const at = (i: number): [number, number] => [xy[i] as number, xy[i + 1] as number];
  return distanceOnEllipsoid(at(0), at(xy.length - 2));
}
