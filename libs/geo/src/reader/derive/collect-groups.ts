import type { DatabaseSync } from 'node:sqlite';
import { HILBERT_SIDE, hilbert } from '../../geometry/hilbert.ts';
import { createChunks } from './piece-chunks.ts';
import type { CollectReply, CollectRequest, Grouping } from '../../reader-protocol/dissolve-types.ts';
import { createInvalidShapes, isSound, readParts } from './parse-geometry.ts';
import { boxOf } from '../geopackage/geometry-box.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { createPieces } from '../../geopackage/pieces.ts';
import { createPointSets } from './distinct-points.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attach, ident } from '../geopackage/attach.ts';

type Box = [number, number, number, number];

/** Bytes that hold the header of a geometry with its envelope, or a whole point. */
const HEAD = 72;
/** Of a chunk: more take longer one by one, fewer cost more calls. */
const SOURCES = 50;
const POSITIONS = 4_000;
/** Fewer features are not worth a second process. */
const SHARED_OUT = 20_000;

/**
 * Sorts the features of a layer into groups and writes their shapes as chunks of neighbours, for GDAL to merge. Polygons
 * that may be invalid go to a file of their own, for GDAL to look at; points are kept here.
 */
export function collectGroups(request: CollectRequest): CollectReply {
  const db = attach(request.file, request.output);
  try {
    // Points have nothing to merge, so `merged` would stay empty.
    db.exec(`PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF; BEGIN;
      CREATE TABLE main.merged (grp INTEGER PRIMARY KEY, geom BLOB)`);
    const layer = readAttachedLayers(db, request.layer)[0];
    if (!layer) throw new Error('no such layer');
    const { count, join } = createGroups(db, layer, request);
    placeFeatures(db, layer, { join, box: request.areasIn ?? null });
    const shapes = collectShapes(db, layer, request);
    db.exec('COMMIT');
    return { ...shapes, groups: count, features: layer.featureCount };
  } finally {
    db.close();
  }
}

/** Writes down in which order the features are taken: group by group, neighbours after one another. */
function placeFeatures(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { join, box }: { join: string; box: Box | null },
): void {
  db.exec('CREATE TEMP TABLE placed (grp INTEGER, place INTEGER, id INTEGER)');
  const insert = db.prepare('INSERT INTO temp.placed VALUES (?, ?, ?)');
  const heads = db.prepare(
    `SELECT g.id, t.${layer.rowNumber}, substr(t.${ident(layer.geometryColumn)}, 1, ${HEAD})
       FROM src.${ident(layer.name)} t JOIN main.groups g ON ${join}`,
  );
  heads.setReadBigInts(true);
  heads.setReturnArrays(true);
  const placeOf = placeWithin(layer.extent);
  for (const row of heads.iterate() as Iterable<unknown>) {
    const [grp, id, head] = row as [bigint, bigint, unknown];
    if (box && head instanceof Uint8Array && isBeside(boxOf(head), box)) continue;
    insert.run(grp, head instanceof Uint8Array ? placeOf(head) : 0, id);
  }
}

function isBeside(one: Box | null, other: Box): boolean {
  return one !== null && (one[0] > other[2] || one[2] < other[0] || one[1] > other[3] || one[3] < other[1]);
}

function placeWithin(extent: GeopackageLayer['extent']): (head: Uint8Array) => number {
  const [minX, minY, maxX, maxY] = extent ?? [0, 0, 0, 0];
  const cell = (value: number, low: number, high: number) =>
    high > low ? Math.floor(Math.min(1, Math.max(0, (value - low) / (high - low))) * HILBERT_SIDE) : 0;
  return (head) => {
    const box = boxOf(head);
    if (!box?.every(Number.isFinite)) return 0;
    return hilbert(cell((box[0] + box[2]) / 2, minX, maxX), cell((box[1] + box[3]) / 2, minY, maxY));
  };
}

function collectShapes(
  db: DatabaseSync,
  layer: GeopackageLayer,
  request: CollectRequest,
): Omit<CollectReply, 'groups' | 'features'> {
  const limits = { sources: SOURCES, positions: POSITIONS, hasZ: layer.hasZ };
  const shares = request.chunks.map((file) => {
    const pieces = createPieces(file);
    return { pieces, chunks: createChunks(pieces, limits) };
  });
  const { total } = db.prepare('SELECT count(*) AS total FROM temp.placed').get() as { total: number };
  const perShare = total < SHARED_OUT ? total : Math.ceil(total / shares.length);
  const doubtful = createInvalidShapes(createPieces(request.doubtful));
  const points = createPointSets(db);
  const arePoints = /POINT/i.test(layer.geometryType);
  const geometry = db.prepare(
    `SELECT ${ident(layer.geometryColumn)} AS blob FROM src.${ident(layer.name)} WHERE ${layer.rowNumber} = ?`,
  );
  const placed = db.prepare('SELECT grp, id FROM temp.placed ORDER BY grp, place');
  placed.setReadBigInts(true);
  placed.setReturnArrays(true);
  let [taken, unreadable] = [0, 0];
  for (const row of placed.iterate() as Iterable<unknown>) {
    const [group, id] = row as [bigint, bigint];
    const grp = Number(group);
    const { chunks } = shares[Math.floor(taken / perShare)] as (typeof shares)[number];
    taken += 1;
    const { blob } = geometry.get(id) as { blob: unknown };
    if (!(blob instanceof Uint8Array)) continue;
    const found = readParts(blob, layer);
    const areAreas = request.areasIn !== undefined;
    const parts =
      areAreas && typeof found !== 'string' ? found.filter(({ dimension }) => dimension === 2) : found;
    if (parts === 'unreadable') unreadable += 1;
    else if (parts === 'curved') doubtful.add({ grp, blob, isCurved: true });
    else if (!parts.every(isSound)) doubtful.add({ grp, blob, isCurved: false });
    else {
      const rest = arePoints ? parts.filter((part) => !points.take(grp, part)) : parts;
      if (rest.length > 0) chunks.add(grp, rest);
    }
  }
  const written = shares.map(({ chunks, pieces }) => {
    const count = chunks.finish();
    pieces.close();
    return count;
  });
  return { chunks: written, ...doubtful.finish(), unreadable, hasZ: layer.hasZ };
}

/**
 * Writes the table `main.groups`: id, value, number of features, and the sums as s0, s1, … Returns how many groups there
 * are, and how the features of the layer (as `t`) are joined to them (as `g`).
 */
function createGroups(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { field, sums }: Grouping,
): { count: number; join: string } {
  const known = new Set(layer.columns.map(({ name }) => name));
  for (const name of field === null ? sums : [field, ...sums])
    if (!known.has(name)) throw new Error('no such column');
  // Without its affinity a value is compared as it is, and by the index. A whole number would be the number of a column.
  const value = field === null ? `'all'` : `(+t.${ident(field)} COLLATE BINARY)`;
  const columns = sums.map((_, i) => `, s${i}`).join('');
  const select = (sum: 'sum' | 'total') =>
    `INSERT INTO main.groups SELECT NULL, ${value}, count(*)${sums.map((name) => `, ${sumOf(name, sum)}`).join('')}
       FROM src.${ident(layer.name)} t GROUP BY ${value}`;
  db.exec(`CREATE TABLE main.groups (id INTEGER PRIMARY KEY, value, features${columns})`);
  try {
    db.exec(select('sum'));
  } catch (error) {
    if (!(error instanceof Error) || !/overflow/.test(error.message)) throw error;
    // Beyond 64 bits a sum is as good as its 15 digits.
    db.exec(select('total'));
  }
  db.exec('CREATE INDEX main.by_value ON groups (value)');
  const { count } = db.prepare('SELECT count(*) AS count FROM main.groups').get() as { count: number };
  return { count, join: `g.value IS ${value}` };
}

/** Any column of SQLite may have values of any type; only numbers are summed. NULL without numbers. */
function sumOf(name: string, sum: 'sum' | 'total'): string {
  const column = `t.${ident(name)}`;
  const number = `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END`;
  return sum === 'sum' ? `sum(${number})` : `CASE WHEN count(${number}) > 0 THEN total(${number}) END`;
}
