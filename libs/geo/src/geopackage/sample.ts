import type { DatabaseSync } from 'node:sqlite';
import { boxOf } from './geometry-box.ts';
import { readAttachedLayers } from './layers.ts';
import type { GeopackageLayer, SampleReply, ToolRequest } from './protocol.ts';
import { attach, ident, spatialIndex } from './untrusted.ts';

type SampleRequest = Extract<ToolRequest, { task: 'sample' }>;
type Box = [number, number, number, number];

const DECLARED =
  /^(BOOLEAN|TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|FLOAT|DOUBLE|REAL|DATE|DATETIME|TEXT(\(\d+\))?)$/i;
/** Longer texts are cut: a preview is looked at, not read. */
const MAX_TEXT = 1_000;
const BATCH = 250;
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
    const { copied, bytes } = copy(db, layer, { ids, maxGeometryBytes: request.maxGeometryBytes });
    return { total, sampled: copied, geometryBytes: bytes };
  } finally {
    db.close();
  }
}

function pick(
  db: DatabaseSync,
  layer: GeopackageLayer,
  request: SampleRequest,
): { total: number; ids: number[] } {
  if (request.bbox) {
    const inside = idsInside(db, layer, request.bbox);
    return { total: inside.length, ids: spread(inside, request.limit) };
  }
  const total = layer.featureCount;
  const table = `src.${ident(layer.name)}`;
  if (total <= request.limit) {
    return {
      total,
      ids: (db.prepare(`SELECT rowid AS id FROM ${table}`).all() as { id: number }[]).map(({ id }) => id),
    };
  }
  const ends = db.prepare(`SELECT min(rowid) AS low, max(rowid) AS high FROM ${table}`).get() as {
    low: number;
    high: number;
  };
  const next = db.prepare(`SELECT rowid AS id FROM ${table} WHERE rowid >= ? ORDER BY rowid LIMIT 1`);
  const ids = new Set<number>();
  const step = (ends.high - ends.low + 1) / request.limit;
  for (let i = 0; i < request.limit; i += 1) {
    // Shifting each pick within its step keeps rows that were written in a pattern from showing as one.
    const at = Math.floor(ends.low + (i + ((i * GOLDEN) % 1)) * step);
    const row = next.get(at) as { id: number } | undefined;
    if (row) ids.add(row.id);
  }
  return { total, ids: [...ids] };
}

function idsInside(db: DatabaseSync, layer: GeopackageLayer, [minX, minY, maxX, maxY]: Box): number[] {
  const index = spatialIndex(db, layer);
  if (index) {
    const rows = db
      .prepare(
        `SELECT id FROM src.${ident(index)} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ? ORDER BY id`,
      )
      .all(minX, maxX, minY, maxY) as { id: number }[];
    return rows.map(({ id }) => id);
  }
  const ids: number[] = [];
  const rows = db.prepare(
    `SELECT rowid AS id, substr(${ident(layer.geometryColumn)}, 1, 72) AS head FROM src.${ident(layer.name)}`,
  );
  for (const row of rows.iterate() as Iterable<{ id: number; head: Uint8Array | null }>) {
    const box = row.head instanceof Uint8Array ? boxOf(row.head) : null;
    if (!box || (box[2] >= minX && box[0] <= maxX && box[3] >= minY && box[1] <= maxY)) ids.push(row.id);
  }
  return ids;
}

function spread(ids: number[], limit: number): number[] {
  if (ids.length <= limit) return ids;
  const step = ids.length / limit;
  return Array.from({ length: limit }, (_, i) => ids[Math.floor((i + ((i * GOLDEN) % 1)) * step)] as number);
}

function createTarget(db: DatabaseSync, layer: GeopackageLayer): void {
  const srs = layer.srs ?? { name: 'Undefined', organization: 'NONE', code: -1, definition: 'undefined' };
  const id = layer.srs ? 100_000 : -1;
  const columns = layer.columns
    .filter(isCopied)
    .map(({ name, type }) => `, ${ident(name)} ${DECLARED.test(type) ? type : 'TEXT'}`);
  db.exec(`
    PRAGMA main.application_id = 0x47504B47; PRAGMA main.user_version = 10300;
    PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
    CREATE TABLE main.gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE main.gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT, last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    CREATE TABLE main.gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
    INSERT INTO main.gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('sample', 'features', 'sample', ${id});
    INSERT INTO main.gpkg_geometry_columns VALUES ('sample', '~geom', 'GEOMETRY', ${id}, 2, 2);
    CREATE TABLE main.sample ("~fid" INTEGER PRIMARY KEY, "~geom" GEOMETRY${columns.join('')});`);
  db.prepare('INSERT INTO main.gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)').run(
    srs.name,
    id,
    srs.organization,
    srs.code,
    srs.definition,
  );
}

function copy(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { ids, maxGeometryBytes }: { ids: number[]; maxGeometryBytes: number },
): { copied: number; bytes: number } {
  const names = layer.columns.filter(isCopied).map(({ name }) => ident(name));
  const geometry = ident(layer.geometryColumn);
  // A value longer than this makes the whole feature too large to show; its size is known without reading it.
  const values = names.map(
    (name) => `CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${MAX_TEXT}) ELSE ${name} END`,
  );
  db.exec('CREATE TEMP TABLE picked (id INTEGER PRIMARY KEY)');
  const choose = db.prepare('INSERT OR IGNORE INTO temp.picked VALUES (?)');
  const weigh = db.prepare(
    `SELECT total(length(${geometry})) AS bytes FROM src.${ident(layer.name)} WHERE rowid IN (SELECT id FROM temp.picked)`,
  );
  const insert = db.prepare(
    `INSERT OR IGNORE INTO main.sample ("~fid", "~geom"${names.map((name) => `, ${name}`).join('')})
     SELECT rowid, ${geometry}${values.map((value) => `, ${value}`).join('')}
       FROM src.${ident(layer.name)} WHERE rowid IN (SELECT id FROM temp.picked)`,
  );
  let bytes = 0;
  let copied = 0;
  db.exec('BEGIN');
  for (let from = 0; from < ids.length; from += BATCH) {
    db.exec('DELETE FROM temp.picked');
    for (const id of ids.slice(from, from + BATCH)) choose.run(id);
    bytes += (weigh.get() as { bytes: number }).bytes;
    if (bytes > maxGeometryBytes && copied > 0) break;
    copied += Number(insert.run().changes);
    if (bytes > maxGeometryBytes) break;
  }
  db.exec('COMMIT');
  return { copied, bytes };
}

/** Columns of bytes say nothing on a map or in a table. */
function isCopied({ type, name }: { type: string; name: string }): boolean {
  return !/BLOB|BINARY/i.test(type) && !['~fid', '~geom'].includes(name.toLowerCase());
}
