import { findKeys, keyProblem, readRowKeys } from './match-keys.ts';
import { commonColumns, openPair, tableOf } from './layer-pair.ts';
import type { LayerPair } from './layer-pair.ts';
import { differentGeometry, differentValues } from './different-sql.ts';
import type { DiffReply, DiffRequest, DiffSummary, Side } from '../../reader-protocol/diff-types.ts';
import { WORKING_KEY } from '../../geopackage/working-names.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

/**
 * Compares a layer of two GeoPackages feature by feature. Values are equal as SQLite's `IS` sees them, so that 1 is 1.0,
 * whatever collation a file declares; geometries are equal when their WKB is, whatever their headers are.
 * The differences are written as row numbers: first what was added, then what was removed, then what changed.
 */
export function diffLayers(request: DiffRequest): DiffReply {
  const pair = openPair(request, { layer: request.layer, target: request.output });
  if ('missing' in pair) return { problem: 'no_layer', layers: pair.missing };
  try {
    const own = [pair.before.fidColumn, pair.after.fidColumn];
    const keys = findKeys(pair);
    const { sameRows = false, byPlace = [] } = request;
    const column = request.key ?? (sameRows ? null : usualColumn(pair, keys));
    if (column === null && own.includes(null)) return { problem: 'no_key', keys };
    const key = own.every((each) => each === column) ? null : column;
    const problem = key === null ? null : keyProblem(pair, key, keys);
    if (problem) return problem;
    const placed = key === null && !sameRows ? byPlace : [];
    if (placed.length > 0) readRowKeys(pair, placed);
    const summary = writeDifferences(pair, { key, keys, hasKeys: key !== null || placed.length > 0 });
    return { summary };
  } finally {
    pair.db.close();
  }
}

/** Stored beside the row numbers, so that a page need not read the files' own tables. */
export interface StoredDiff {
  summary: DiffSummary;
  layers: Record<Side, GeopackageLayer>;
}

/**
 * The default column to compare by; null for the key of the row. Where a layer merely counts its rows, a
 * field that tells its features apart is the better one: a row that is gone would shift all that follow.
 */
function usualColumn({ before, after }: LayerPair, keys: string[]): string | null {
  const counts = [before, after].some(({ fidColumn }) => fidColumn === WORKING_KEY);
  return counts ? (keys[0] ?? null) : null;
}

function writeDifferences(
  pair: LayerPair,
  { key, keys, hasKeys }: { key: string | null; keys: string[]; hasKeys: boolean },
): DiffSummary {
  const { db, before, after } = pair;
  db.exec(`
    PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF;
    CREATE TABLE main.differences (n INTEGER PRIMARY KEY, before_row INTEGER, after_row INTEGER, geometry_changed INTEGER);
    CREATE TABLE main.summary (summary TEXT);
    BEGIN`);
  const [added, removed] = (['after', 'before'] as const).map((side) => insertLonely(pair, side, hasKeys));
  const changed = insertChanged(pair, { key, hasKeys });
  const { moved } = db
    .prepare('SELECT count(*) AS moved FROM main.differences WHERE geometry_changed = 1')
    .get() as { moved: number };
  const names = (side: Side) => pair[side].columns.map(({ name }) => name);
  const summary: DiffSummary = {
    layers: pair.layers,
    layer: after.name,
    key: key ?? (after.fidColumn as string),
    rowKey: key === null,
    keys,
    added: added as number,
    removed: removed as number,
    changed,
    unchanged: before.featureCount - (removed as number) - changed,
    geometryChanged: moved,
    columnsAdded: names('after').filter((name) => !names('before').includes(name)),
    columnsRemoved: names('before').filter((name) => !names('after').includes(name)),
  };
  const kept: StoredDiff = { summary, layers: { before, after } };
  db.prepare('INSERT INTO main.summary VALUES (?)').run(JSON.stringify(kept));
  db.exec('COMMIT');
  return summary;
}

/** Features that one side alone has. Rows are matched by the keys that were read, else by their number. */
function insertLonely({ db, ...pair }: LayerPair, side: Side, hasKeys: boolean): number {
  const other = side === 'before' ? 'after' : 'before';
  const row = `${pair[side].rowNumber}`;
  const column = side === 'before' ? 'before_row' : 'after_row';
  const lonely = !hasKeys
    ? `SELECT x.${row} AS row FROM ${tableOf(side, pair[side])} x
          WHERE NOT EXISTS (SELECT 1 FROM ${tableOf(other, pair[other])} y WHERE y.${pair[other].rowNumber} = x.${row})
          ORDER BY x.${row}`
    : `SELECT x.row FROM temp.${side}_keys x
          WHERE NOT EXISTS (SELECT 1 FROM temp.${other}_keys y WHERE y.key = x.key) ORDER BY x.key`;
  return Number(db.prepare(`INSERT INTO main.differences (${column}) ${lonely}`).run().changes);
}

function insertChanged(pair: LayerPair, { key, hasKeys }: { key: string | null; hasKeys: boolean }): number {
  const { db, before, after } = pair;
  const columns = commonColumns(pair).filter((name) => name !== key);
  const moved = differentGeometry(`x.${ident(before.geometryColumn)}`, `y.${ident(after.geometryColumn)}`);
  const differ = differentValues(columns.map((name) => ({ before: name, after: name })));
  const from = !hasKeys
    ? `${tableOf('before', before)} x JOIN ${tableOf('after', after)} y ON y.${after.rowNumber} = x.${before.rowNumber}
         WHERE ${moved} OR ${differ} ORDER BY x.${before.rowNumber}`
    : `temp.before_keys p CROSS JOIN temp.after_keys q ON q.key = p.key
         CROSS JOIN ${tableOf('before', before)} x ON x.${before.rowNumber} = p.row
         CROSS JOIN ${tableOf('after', after)} y ON y.${after.rowNumber} = q.row
         WHERE ${moved} OR ${differ} ORDER BY p.key`;
  const statement = `INSERT INTO main.differences (before_row, after_row, geometry_changed)
    SELECT x.${before.rowNumber}, y.${after.rowNumber}, ${moved} FROM ${from}`;
  return Number(db.prepare(statement).run().changes);
}
