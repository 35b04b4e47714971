import type { DatabaseSync } from 'node:sqlite';
import type { DiffRequest, Side } from '../../reader-protocol/diff-types.ts';
import { readLayers } from '../geopackage/read-layers.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attachAs, ident, openUntrusted } from '../geopackage/attach.ts';

/** One layer as two files hold it, both attached: `before` and `after`. */
export interface LayerPair {
  db: DatabaseSync;
  layers: string[];
  before: GeopackageLayer;
  after: GeopackageLayer;
}

/** Opens both files on a database of our own. Null with the names of the layers when the layer is not in both. */
export function openPair(
  files: Record<Side, string>,
  { layer, target }: { layer: DiffRequest['layer']; target: string },
): LayerPair | { missing: Record<Side, string[]> } {
  const before = readLayers(files.before);
  const after = readLayers(files.after);
  const found = choose(before, after, layer);
  if (!found) return { missing: { before: before.map(nameOf), after: after.map(nameOf) } };
  const db = openUntrusted(target);
  attachAs(db, files.before, 'before');
  attachAs(db, files.after, 'after');
  // Neighbours in one file are seldom neighbours in the other, and keys are sorted in memory of this size.
  db.exec(
    'PRAGMA before.cache_size = -65536; PRAGMA after.cache_size = -65536; PRAGMA main.cache_size = -131072',
  );
  return { db, ...found };
}

function choose(
  before: GeopackageLayer[],
  after: GeopackageLayer[],
  asked: string | null,
): Omit<LayerPair, 'db'> | null {
  const common = before.map(nameOf).filter((name) => after.some((layer) => layer.name === name));
  const [onlyBefore, onlyAfter] = [before[0], after[0]];
  // A file with one layer names it as it likes, often after itself.
  if (common.length === 0 && onlyBefore && onlyAfter && before.length === 1 && after.length === 1) {
    if (asked !== null && ![onlyBefore.name, onlyAfter.name].includes(asked)) return null;
    return { layers: [onlyAfter.name], before: onlyBefore, after: onlyAfter };
  }
  const name = asked ?? common[0];
  const pair = [before, after].map((layers) => layers.find((layer) => layer.name === name));
  return pair[0] && pair[1] ? { layers: common, before: pair[0], after: pair[1] } : null;
}

function nameOf({ name }: GeopackageLayer): string {
  return name;
}

/** The layer's table for a FROM. */
export function tableOf(side: Side, layer: GeopackageLayer): string {
  return `${side}.${ident(layer.name)}`;
}

/** Columns that both layers have, in the order of the later one. */
export function commonColumns({ before, after }: Pick<LayerPair, 'before' | 'after'>): string[] {
  const names = new Set(before.columns.map(({ name }) => name));
  return after.columns.map(({ name }) => name).filter((name) => names.has(name));
}

/** Columns whose values identify a feature, including the row's key. */
export function keyable(layer: GeopackageLayer): string[] {
  const columns = layer.columns.filter(({ type }) => !/BLOB|BINARY/i.test(type)).map(({ name }) => name);
  return layer.fidColumn === null ? columns : [layer.fidColumn, ...columns];
}
