import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { simplifyForPreview } from '../../geometry/simplify-for-preview.ts';
import { boxOf } from '../geopackage/geometry-box.ts';
import { readAttachedLayers, readLayers } from '../geopackage/read-layers.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import type { LayersReply, OutlineRequest } from '../../reader-protocol/protocol.ts';
import type { SampleReply, SampleRequest } from '../../reader-protocol/row-types.ts';
import { attach, ident, spatialIndex } from '../geopackage/attach.ts';
import { createLayerTable, createStandardTables } from '../../geopackage/standard-tables.ts';

type Box = [number, number, number, number];
type Row = { id: bigint };

const DECLARED =
  /^(BOOLEAN|TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|FLOAT|DOUBLE|REAL|DATE|DATETIME|TEXT(\(\d+\))?)$/i;
/** Longer texts are cut: a preview is looked at, not read. */
const MAX_TEXT = 1_000;
const BATCH = 250;
/** A sample that has grown beyond this takes no more rows. */
const MAX_SAMPLE_BYTES = 192 * 1024 * 1024;
/** Geometries of more bytes are thinned before GDAL sees them, whose time grows faster than they do. */
const THIN_BYTES = 64 * 1024;
/** Beyond this a geometry would not fit into our memory. */
const MAX_THIN_BYTES = 256 * 1024 * 1024;
/** Most bytes of geometry in the sample of an outline. */
const OUTLINE_BYTES = 1024 * 1024;
/** Of a thinned position. */
const BYTES_EACH = 16;
/** Each large geometry takes half of the positions that are left, but at least these. */
const LEAST_POSITIONS = 1_000;
const GOLDEN = 0.618033988749895;

/**
 * Copies an even sample of a layer into a fresh GeoPackage with one table, `sample`. Geometries and values alone are
 * copied, so that triggers, views and indexes of the source stay behind.
 */
export function takeSample(request: SampleRequest): SampleReply {
  const db = attach(request.file, request.output);
  try {
    const layer = readAttachedLayers(db, request.layer)[0];
    if (!layer) throw new Error('no such layer');
    const { total, ids } = pick(db, layer, request);
    createTarget(db, layer);
    const { copied, bytes, thinned } = copy(db, layer, { ...request, ids });
    return { total, sampled: copied, geometryBytes: bytes, thinned };
  } finally {
    db.close();
  }
}

/** The layers of a GeoPackage, and a few features of the first as a sample. */
export function readOutline({ file, output, limit }: OutlineRequest): LayersReply {
  const layers = readLayers(file);
  const request = { file, output, limit, bbox: null, maxGeometryBytes: OUTLINE_BYTES };
  if (layers[0]) takeSample({ ...request, layer: layers[0].name });
  return { layers };
}

/** Row numbers as bigint: they may be hashes of 64 bits. */
function pick(
  db: DatabaseSync,
  layer: GeopackageLayer,
  request: SampleRequest,
): { total: number; ids: bigint[] } {
  if (request.bbox) {
    const inside = idsInside(db, layer, request.bbox);
    return { total: inside.length, ids: spread(inside, request.limit) };
  }
  const total = layer.featureCount;
  const table = `src.${ident(layer.name)}`;
  const id = layer.rowNumber;
  if (total <= request.limit) {
    const rows = withBigInts(db, `SELECT ${id} AS id FROM ${table}`).all() as unknown as Row[];
    return { total, ids: rows.map((row) => row.id) };
  }
  const ends = withBigInts(
    db,
    `SELECT min(${id}) AS low, max(${id}) AS high FROM ${table}`,
  ).get() as unknown as {
    low: bigint;
    high: bigint;
  };
  const next = withBigInts(db, `SELECT ${id} AS id FROM ${table} WHERE ${id} >= ? ORDER BY ${id} LIMIT 1`);
  const ids = new Set<bigint>();
  const step = Number(ends.high - ends.low + 1n) / request.limit;
  for (let i = 0; i < request.limit; i += 1) {
    // Shifting each pick within its step keeps rows that were written in a pattern from showing as one.
    const at = ends.low + BigInt(Math.floor((i + ((i * GOLDEN) % 1)) * step));
    const row = next.get(at < ends.high ? at : ends.high) as Row | undefined;
    if (row) ids.add(row.id);
  }
  return { total, ids: [...ids] };
}

function idsInside(db: DatabaseSync, layer: GeopackageLayer, [minX, minY, maxX, maxY]: Box): bigint[] {
  const index = spatialIndex(db, layer);
  if (index) {
    const rows = withBigInts(
      db,
      `SELECT id FROM src.${ident(index)} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id`,
    ).all(minX, maxX, minY, maxY) as unknown as Row[];
    return rows.map(({ id }) => id);
  }
  const ids: bigint[] = [];
  const rows = withBigInts(
    db,
    `SELECT ${layer.rowNumber} AS id, substr(${ident(layer.geometryColumn)}, 1, 72) AS head FROM src.${ident(layer.name)}`,
  );
  for (const row of rows.iterate() as Iterable<unknown> as Iterable<Row & { head: Uint8Array | null }>) {
    const box = row.head instanceof Uint8Array ? boxOf(row.head) : null;
    if (!box || (box[2] >= minX && box[0] <= maxX && box[3] >= minY && box[1] <= maxY)) ids.push(row.id);
  }
  return ids;
}

function spread(ids: bigint[], limit: number): bigint[] {
  if (ids.length <= limit) return ids;
  const step = ids.length / limit;
  return Array.from({ length: limit }, (_, i) => ids[Math.floor((i + ((i * GOLDEN) % 1)) * step)] as bigint);
}

function withBigInts(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** Lays out a new GeoPackage with one empty table, `sample`. */
export function createTarget(db: DatabaseSync, layer: Pick<GeopackageLayer, 'srs' | 'columns'>): void {
  const columns = layer.columns
    .filter(isCopied)
    .map(({ name, type }) => `, ${ident(name)} ${DECLARED.test(type) ? type : 'TEXT'}`);
  createLayerTable(db, 'sample', {
    geometry: '~geom',
    srsId: createStandardTables(db, layer.srs),
    columns: `"~fid" INTEGER PRIMARY KEY, "~geom" GEOMETRY${columns.join('')}`,
  });
}

/** Rows go over in small batches, the smaller the wider the table; what would burst the budget of bytes stays behind. */
function copy(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { ids, maxGeometryBytes, tolerance, bbox, maxPositions: room = 0 }: SampleRequest & { ids: bigint[] },
): { copied: number; bytes: number; thinned: number } {
  const names = layer.columns.filter(isCopied).map(({ name }) => ident(name));
  const batch = Math.min(BATCH, Math.max(10, Math.floor(10_000 / (names.length + 1))));
  const steps = prepareCopy(db, layer, names);
  let [bytes, copied, thinned, thinnedBytes] = [0, 0, 0, 0];
  db.exec('BEGIN');
  for (let from = 0; from < ids.length && steps.written() < MAX_SAMPLE_BYTES; from += batch) {
    db.exec('DELETE FROM temp.picked');
    for (const id of ids.slice(from, from + batch)) steps.choose.run(id);
    for (const row of steps.weigh.all() as unknown as { id: bigint; bytes: bigint | null }[]) {
      let size = Number(row.bytes ?? 0);
      const thin =
        tolerance !== undefined && size > THIN_BYTES && size < MAX_THIN_BYTES
          ? simplifyForPreview(steps.geometry(row.id), {
              ...{ tolerance, box: bbox },
              maxPositions: Math.max(LEAST_POSITIONS, Math.floor((room - thinnedBytes / BYTES_EACH) / 2)),
            })
          : null;
      if (thin) {
        size = thin.length;
        thinnedBytes += size;
      }
      // One giant alone is still shown.
      const fits = bytes === 0 || bytes + size <= maxGeometryBytes;
      if (fits) bytes += size;
      if (!fits || thin) steps.leaveOut.run(row.id);
      if (fits && thin) {
        steps.insertThin.run(thin, row.id);
        thinned += 1;
      }
    }
    copied += Number(steps.insert.run().changes);
  }
  db.exec('COMMIT');
  return { copied: copied + thinned, bytes, thinned };
}

function prepareCopy(db: DatabaseSync, layer: GeopackageLayer, names: string[]) {
  const geometry = ident(layer.geometryColumn);
  const id = layer.rowNumber;
  const picked = `FROM src.${ident(layer.name)} WHERE ${id} IN (SELECT id FROM temp.picked)`;
  // Any column of SQLite may hold anything: long texts are cut, bytes are left out.
  const values = names.map(
    (name) =>
      `CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${MAX_TEXT}) WHEN 'blob' THEN NULL ELSE ${name} END`,
  );
  db.exec('CREATE TEMP TABLE picked (id INTEGER PRIMARY KEY)');
  const one = db.prepare(`SELECT ${geometry} AS geometry FROM src.${ident(layer.name)} WHERE ${id} = ?`);
  const pages = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size');
  return {
    choose: db.prepare('INSERT OR IGNORE INTO temp.picked VALUES (?)'),
    leaveOut: db.prepare('DELETE FROM temp.picked WHERE id = ?'),
    weigh: withBigInts(db, `SELECT ${id} AS id, length(${geometry}) AS bytes ${picked}`),
    insert: db.prepare(
      `INSERT OR IGNORE INTO main.sample ("~fid", "~geom"${names.map((name) => `, ${name}`).join('')})
       SELECT ${[id, geometry, ...values].join(', ')} ${picked}`,
    ),
    geometry: (row: bigint) => (one.get(row) as { geometry: Uint8Array }).geometry,
    insertThin: db.prepare(
      `INSERT OR IGNORE INTO main.sample ("~fid", "~geom"${names.map((name) => `, ${name}`).join('')})
       SELECT ${[id, '?', ...values].join(', ')} FROM src.${ident(layer.name)} WHERE ${id} = ?`,
    ),
    written: () => (pages.get() as { bytes: number }).bytes,
  };
}

/** Columns of bytes say nothing on a map or in a table. */
function isCopied({ type, name }: { type: string; name: string }): boolean {
  return !/BLOB|BINARY/i.test(type) && !['~fid', '~geom'].includes(name.toLowerCase());
}
