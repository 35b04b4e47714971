import type { BrokenGeometries, CopyRequest, CopyReply } from '../../reader-protocol/copy-types.ts';
import { writeSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import type { Encoding } from '../../postgis/columns.ts';
import { openCopyBuffer } from './copy-buffer.ts';
import type { CopyBuffer } from './copy-buffer.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { attach, attachAs, ident } from '../geopackage/attach.ts';
import { findRefusal, SRID_FLAG } from './check-wkb.ts';

/** ISO WKB geometry types 1, 2, 3 become 4, 5, 6 (OGC 06-103r4, table 7). */
const MULTI_OFFSET = 3;
const MAX_LISTED = 100;

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
    const names = request.columns.map(({ source }) => `l.${ident(source)}`);
    const own = `l.${ident(layer.geometryColumn)}`;
    const key = `l.${layer.rowNumber}`;
    if (request.geometries !== null) attachAs(db, request.geometries, 'other');
    const geometry =
      request.geometries === null ? own : `(SELECT g.geom FROM other.sample g WHERE g.fid = ${key})`;
    const statement = db.prepare(
      `SELECT ${[key, geometry, ...names].join(', ')} FROM src.${ident(layer.name)} l`,
    );
    statement.setReturnArrays(true);
    if (request.exact) statement.setReadBigInts(true);
    const out = openCopyBuffer((bytes) => writeAll(bytes));
    const original = db.prepare(`SELECT ${own} AS geometry FROM src.${ident(layer.name)} l WHERE ${key} = ?`);
    const reply = writeRows(statement, out, {
      ...request,
      original: (row) => original.get(row as bigint)?.geometry ?? null,
    });
    out.end();
    return reply;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_OUT_OF_RANGE')
      throw new Refusal('unprocessable', 'copy.not_exact', 'A whole number needs 64 bits.');
    throw error;
  } finally {
    db.close();
  }
}

interface RowsRequest extends CopyRequest {
  /** The layer's own geometry of a row. */
  original(key: unknown): unknown;
}

function writeRows(statement: StatementSync, out: CopyBuffer, request: RowsRequest): CopyReply {
  const { columns, withKey, promote } = request;
  const fields = columns.length + 1 + (withKey ? 1 : 0);
  const broken: BrokenGeometries = { count: 0, features: [] };
  let rows = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
    out.beginRow(fields);
    if (withKey) out.put('int8', row[0]);
    for (let i = 0; i < columns.length; i += 1) {
      const { encoding, source } = columns[i] as { source: string; encoding: Encoding };
      if (!out.put(encoding, row[i + 2])) throw mismatch(request.layer, row[0], { source, encoding });
    }
    const geometry = locateGeometry(row[1] === null ? withoutPlace(request, row[0]) : row[1], request.srid);
    if (geometry === null) out.putNull();
    else if (typeof geometry === 'string') {
      if (request.required) throw geometryRequired(request.layer, row[0], geometry);
      out.putNull();
      broken.count += 1;
      if (broken.features.length < MAX_LISTED)
        broken.features.push({ feature: toFeatureKey(row[0]), reason: geometry });
    } else putGeometry(out, geometry, promote);
    rows += 1;
  }
  return { rows, broken };
}

/** What GDAL leaves out has no place in the other reference system, unless its geometry is broken. */
function withoutPlace({ geometries, layer, original, srid }: RowsRequest, key: unknown): unknown {
  if (geometries === null) return null;
  const own = original(key);
  if (own !== null && typeof locateGeometry(own, srid) !== 'string') throw notTransformed(layer, key);
  return own;
}

interface LocatedGeometry {
  blob: Uint8Array;
  view: DataView;
  /** Where the WKB starts. */
  start: number;
}

/**
 * Where the WKB of a value is; null for no geometry, or why PostGIS would refuse it. The srs_id of the header does not count: it is a
 * number of the file, not of the database, and GDAL and QGIS go by that of the layer alone.
 */
function locateGeometry(value: unknown, srid: number): LocatedGeometry | string | null {
  if (value === null) return null;
  if (!(value instanceof Uint8Array) || value.length < 8 || value[0] !== 0x47 || value[1] !== 0x50)
    return 'it does not start with a GeoPackage header';
  // GeoPackage 1.3, 2.1.3: flags say how long the envelope is, and whether the geometry is empty.
  const envelope = [0, 32, 48, 48, 64][((value[3] as number) >> 1) & 7];
  if (envelope === undefined) return 'its header is invalid';
  const start = 8 + envelope;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return findRefusal(view, start, srid) ?? { blob: value, view, start };
}

function putGeometry(out: CopyBuffer, { blob, view, start }: LocatedGeometry, promote: boolean): void {
  const little = blob[start] === 1;
  const type = view.getUint32(start + 1, little);
  const kind = (type & 0x0fffffff) % 1000;
  if (promote && kind >= 1 && kind <= 3)
    out.putWrapped(blob, start, { little, type: ((type & ~SRID_FLAG) >>> 0) + MULTI_OFFSET });
  else out.putBytes(blob, start);
}

function toFeatureKey(key: unknown): number | string {
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : String(key);
}

function geometryRequired(layer: string, key: unknown, reason: string): Refusal {
  return new Refusal(
    'unprocessable',
    'vault.geometry_required',
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
    'vault.value_does_not_fit',
    `Layer "${layer}", feature ${String(key)}: the value of "${column.source}" is not a ${WORDS[column.encoding]}. Correct it and import the file again.`,
  );
}

const WORDS: Record<Encoding, string> = {
  bool: 'boolean',
  int2: '16-bit whole number',
  int4: '32-bit whole number',
  int8: 'whole number',
  float8: 'number',
  text: 'text',
  date: 'date',
  timestamptz: 'date with time',
  bytea: 'binary value',
};

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
