import type { BrokenGeometries, CopyRequest, CopyReply } from '../../reader-protocol/copy-types.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { Encoding } from '../../postgis/columns.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { openCopyBuffer } from './copy-buffer.ts';
import { ENCODING_WORDS } from './encoding-words.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { attach, attachAs, ident } from '../geopackage/attach.ts';
import { locateGeometry } from './geometry-field.ts';
import { putFields } from './put-fields.ts';
import type { FieldFormat } from './put-fields.ts';
import { readRows } from './read-rows.ts';
import { writeAll } from './write-all.ts';

const MAX_LISTED = 100;
const STANDARD_OUTPUT = 1;

/**
 * Writes a layer to standard output as PostgreSQL's binary COPY (PostgreSQL documentation, COPY, Binary Format):
 * [key,] columns …, geometry as WKB, mostly without an SRID, which the column's type adds. A geometry that PostGIS would refuse becomes NULL and is
 * part of the reply. Memory does not grow with the layer.
 */
export function copyLayer(request: CopyRequest): CopyReply {
  const db = attach(request.file);
  try {
    const layer = readAttachedLayers(db, request.layer)[0];
    if (!layer) throw new Error('no such layer');
    const key = `l.${layer.rowNumber}`;
    const own = `l.${ident(layer.geometryColumn)}`;
    if (request.geometries !== null) attachAs(db, request.geometries, 'other');
    const geometry =
      request.geometries === null ? own : `(SELECT g.geom FROM other.sample g WHERE g.fid = ${key})`;
    const columns = [key, geometry, ...request.columns.map(({ source }) => `l.${ident(source)}`)];
    const rows = readRows(db, { columns, from: `src.${ident(layer.name)} l` });
    return copyRows(rows, request, originalGeometries(db, layer));
  } finally {
    db.close();
  }
}

/** The layer's own geometry of a row. */
function originalGeometries(db: DatabaseSync, layer: GeopackageLayer): (key: unknown) => unknown {
  const statement = db.prepare(
    `SELECT ${ident(layer.geometryColumn)} AS geometry FROM src.${ident(layer.name)} WHERE ${layer.rowNumber} = ?`,
  );
  return (key) => statement.get(key as number)?.geometry ?? null;
}

function copyRows(
  rows: Iterable<unknown[]>,
  request: CopyRequest,
  original: (key: unknown) => unknown,
): CopyReply {
  const { layer, columns, withKey, srid, promote } = request;
  const out = openCopyBuffer((bytes) => writeAll(STANDARD_OUTPUT, bytes));
  const broken: BrokenGeometries = { count: 0, features: [] };
  let count = 0;
  let key: unknown = null;
  const format: FieldFormat = {
    columns,
    geometry: { srid, promote },
    onMisfit(column) {
      throw mismatch(layer, key, column);
    },
    onBroken(reason) {
      if (request.required) throw geometryRequired(layer, key, reason);
      broken.count += 1;
      if (broken.features.length < MAX_LISTED) broken.features.push({ feature: toFeatureKey(key), reason });
    },
  };
  for (const row of rows) {
    key = row[0];
    // What GDAL leaves out has no place in the other reference system, unless its geometry is broken.
    if (row[1] === null && request.geometries !== null) {
      row[1] = original(key);
      if (row[1] !== null && typeof locateGeometry(row[1], srid) !== 'string')
        throw notTransformed(layer, key);
    }
    out.beginRow(columns.length + (withKey ? 2 : 1));
    if (withKey) out.put('int8', key);
    putFields(out, row, { first: 1, format });
    count += 1;
  }
  out.end();
  return { rows: count, broken };
}

function toFeatureKey(key: unknown): number | string {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : String(key);
}

function geometryRequired(layer: string, key: unknown, reason: string): Refusal {
  return new Refusal(
    'unprocessable',
    'load.geometry_required',
    `Layer "${layer}", feature ${String(key)}: PostGIS does not accept its geometry (${reason}), and the geometry column of the table allows no empty value. Nothing was loaded. Correct the geometry and load the file again.`,
  );
}

function notTransformed(layer: string, key: unknown): Refusal {
  return new Refusal(
    'unprocessable',
    'geo.not_transformed',
    `Layer "${layer}", feature ${String(key)}: its coordinates cannot be transformed. Nothing was loaded.`,
  );
}

function mismatch(layer: string, key: unknown, column: { source: string; encoding: Encoding }): Refusal {
  return new Refusal(
    'unprocessable',
    'load.value_does_not_fit',
    `Layer "${layer}", feature ${String(key)}: the value of "${column.source}" is not a ${ENCODING_WORDS[column.encoding]}. Correct it and import the file again.`,
  );
}
