import type { CopyRequest, CopyReply } from '../../reader-protocol/copy-types.ts';
import { writeSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import type { Encoding } from '../../postgis/columns.ts';
import { openCopyBuffer } from './copy-buffer.ts';
import type { CopyBuffer } from './copy-buffer.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { attach, attachAs, ident } from '../geopackage/attach.ts';

/** ISO WKB geometry types 1, 2, 3 become 4, 5, 6 (OGC 06-103r4, table 7). */
const MULTI_OFFSET = 3;

/**
 * Writes a layer to standard output as PostgreSQL's binary COPY (PostgreSQL documentation, COPY, Binary Format):
 * [key,] columns …, geometry as WKB without SRID, which the column's type adds. Memory does not grow with the layer.
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
      `SELECT ${[key, geometry, `substr(${own}, 1, 2) = x'4750'`, ...names].join(', ')} FROM src.${ident(layer.name)} l`,
    );
    statement.setReturnArrays(true);
    if (request.exact) statement.setReadBigInts(true);
    const out = openCopyBuffer((bytes) => writeAll(bytes));
    const rows = writeRows(statement, out, request);
    out.end();
    return { rows };
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_OUT_OF_RANGE')
      throw new Refusal('unprocessable', 'copy.not_exact', 'A whole number needs 64 bits.');
    throw error;
  } finally {
    db.close();
  }
}

function writeRows(statement: StatementSync, out: CopyBuffer, request: CopyRequest): number {
  const { columns, withKey, promote } = request;
  const fields = columns.length + 1 + (withKey ? 1 : 0);
  let rows = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
    out.beginRow(fields);
    if (withKey) out.put('int8', row[0]);
    for (let i = 0; i < columns.length; i += 1) {
      const { encoding, source } = columns[i] as { source: string; encoding: Encoding };
      if (!out.put(encoding, row[i + 3])) throw mismatch(request.layer, row[0], { source, encoding });
    }
    // What GDAL leaves out has no place in the other reference system.
    if (row[1] === null && row[2]) throw notTransformed(request.layer, row[0]);
    putGeometry(out, row[1], promote);
    rows += 1;
  }
  return rows;
}

function putGeometry(out: CopyBuffer, value: unknown, promote: boolean): void {
  if (!(value instanceof Uint8Array) || value.length < 8 || value[0] !== 0x47 || value[1] !== 0x50) {
    out.putNull();
    return;
  }
  // GeoPackage 1.3, 2.1.3: flags say how long the envelope is, and whether the geometry is empty.
  const envelope = [0, 32, 48, 48, 64][((value[3] as number) >> 1) & 7];
  if (envelope === undefined) {
    out.putNull();
    return;
  }
  const start = 8 + envelope;
  const little = value[start] === 1;
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const type = view.getUint32(start + 1, little);
  if (promote && type % 1000 >= 1 && type % 1000 <= 3)
    out.putWrapped(value, start, { little, type: type + MULTI_OFFSET });
  else out.putBytes(value, start);
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
