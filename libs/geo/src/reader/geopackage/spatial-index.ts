import type { DatabaseSync } from 'node:sqlite';
import { boxOf } from './geometry-box.ts';
import { fillRtree } from './packed-rtree.ts';
import type { Boxes } from './packed-rtree.ts';
import { boxOfGeometry } from '../rows/read-rows.ts';
import { ident } from './attach.ts';

export interface IndexedTable {
  table: string;
  geometryColumn: string;
  /** Name of the column that is the row number. */
  key: string;
}

type Extent = [number, number, number, number];

/** Bytes that hold the header of a geometry with its envelope, or a whole point. */
const HEAD = 72;

/** Rows that are indexed at a time. */
const BATCH = 1_000_000;

/**
 * Gives a feature table of our own its spatial index, with the triggers that keep it up to date in other programs (OGC
 * 12-128r18, annex F.3). Returns how many rows there are and their extent; null without a geometry.
 */
export function createSpatialIndex(
  db: DatabaseSync,
  table: IndexedTable,
): { count: number; extent: Extent | null } {
  const extent: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  indexBoxes(db, table, readBoxes(db, table, extent));
  const { count } = db.prepare(`SELECT count(*) AS count FROM main.${ident(table.table)}`).get() as {
    count: number;
  };
  return { count, extent: extent.every(Number.isFinite) ? extent : null };
}

/** The same from boxes that are known already, in the order of the keys. */
export function indexBoxes(db: DatabaseSync, table: IndexedTable, boxes: Iterable<Boxes>): void {
  const name = `rtree_${table.table}_${table.geometryColumn}`;
  db.exec(`CREATE VIRTUAL TABLE main.${ident(name)} USING rtree(id, minx, maxx, miny, maxy)`);
  fillRtree(db, name, boxes);
  for (const trigger of triggers(table, name)) db.exec(trigger);
  db.prepare(`INSERT INTO main.gpkg_extensions VALUES (?, ?, 'gpkg_rtree_index', ?, 'write-only')`).run(
    table.table,
    table.geometryColumn,
    'http://www.geopackage.org/spec120/#extension_rtree',
  );
}

/** In the order of the keys; widens the extent on the way. */
function* readBoxes(
  db: DatabaseSync,
  { table, geometryColumn, key }: IndexedTable,
  extent: Extent,
): Generator<Boxes> {
  const geometry = ident(geometryColumn);
  const heads = db.prepare(
    `SELECT ${ident(key)}, substr(${geometry}, 1, ${HEAD}) FROM main.${ident(table)}
      WHERE typeof(${geometry}) = 'blob' ORDER BY ${ident(key)}`,
  );
  heads.setReadBigInts(true);
  heads.setReturnArrays(true);
  const whole = db.prepare(`SELECT ${geometry} AS blob FROM main.${ident(table)} WHERE ${ident(key)} = ?`);
  const ids = new BigInt64Array(BATCH);
  const bounds = new Float64Array(BATCH * 4);
  let found = 0;
  for (const [id, head] of heads.iterate() as Iterable<unknown> as Iterable<[bigint, Uint8Array]>) {
    const box = boxOf(head) ?? boxOfGeometry((whole.get(id) as { blob: Uint8Array }).blob);
    if (!box?.every(Number.isFinite)) continue;
    ids[found] = id;
    bounds.set([box[0], box[2], box[1], box[3]], found * 4);
    for (const i of [0, 1] as const) extent[i] = Math.min(extent[i], box[i]);
    for (const i of [2, 3] as const) extent[i] = Math.max(extent[i], box[i]);
    found += 1;
    if (found < BATCH) continue;
    yield { ids, bounds };
    found = 0;
  }
  if (found > 0) yield { ids: ids.subarray(0, found), bounds: bounds.subarray(0, found * 4) };
}

function triggers({ table, geometryColumn, key }: IndexedTable, index: string): string[] {
  const [on, id, g, rtree] = [ident(table), ident(key), ident(geometryColumn), ident(index)];
  const named = (what: string) => `CREATE TRIGGER main.${ident(`${index}_${what}`)}`;
  const filled = `(NEW.${g} NOTNULL AND NOT ST_IsEmpty(NEW.${g}))`;
  const hollow = `(NEW.${g} ISNULL OR ST_IsEmpty(NEW.${g}))`;
  const put = `INSERT OR REPLACE INTO ${rtree} VALUES (NEW.${id}, ST_MinX(NEW.${g}), ST_MaxX(NEW.${g}), ST_MinY(NEW.${g}), ST_MaxY(NEW.${g}))`;
  const drop = `DELETE FROM ${rtree} WHERE id = OLD.${id}`;
  const [same, moved] = [`OLD.${id} = NEW.${id}`, `OLD.${id} != NEW.${id}`];
  return [
    `${named('insert')} AFTER INSERT ON ${on} WHEN ${filled} BEGIN ${put}; END`,
    `${named('update1')} AFTER UPDATE OF ${g} ON ${on} WHEN ${same} AND ${filled} BEGIN ${put}; END`,
    `${named('update2')} AFTER UPDATE OF ${g} ON ${on} WHEN ${same} AND ${hollow} BEGIN ${drop}; END`,
    `${named('update3')} AFTER UPDATE ON ${on} WHEN ${moved} AND ${filled} BEGIN ${drop}; ${put}; END`,
    `${named('update4')} AFTER UPDATE ON ${on} WHEN ${moved} AND ${hollow}
       BEGIN DELETE FROM ${rtree} WHERE id IN (OLD.${id}, NEW.${id}); END`,
    `${named('delete')} AFTER DELETE ON ${on} WHEN OLD.${g} NOTNULL BEGIN ${drop}; END`,
  ];
}
