import type { DatabaseSync } from 'node:sqlite';
import { commonColumns, keyable, tableOf } from './layer-pair.ts';
import type { LayerPair } from './layer-pair.ts';
import type { DiffProblem, Side } from '../../reader-protocol/diff-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

const SIDES = ['before', 'after'] as const satisfies Side[];
/** A look at so many rows finds out most columns that repeat themselves. */
const PROBED_ROWS = 2_000;
const MAX_PROBED = 200;
/** Only these are read to the end. */
const MAX_PROVEN = 3;

/** Columns of both layers in which every feature has a value of its own; integers and texts, likely names first. */
export function findKeys(pair: LayerPair): string[] {
  const likely = commonColumns(pair)
    .filter((name) => SIDES.every((side) => mayBeKey(pair[side], name)))
    .sort((a, b) => Number(soundsLikeKey(b)) - Number(soundsLikeKey(a)))
    .slice(0, MAX_PROBED);
  const probed = likely.filter((name) => SIDES.every((side) => isUnique(pair, side, name, PROBED_ROWS)));
  return probed.slice(0, MAX_PROVEN).filter((name) => SIDES.every((side) => isUnique(pair, side, name)));
}

function mayBeKey(layer: GeopackageLayer, name: string): boolean {
  const type = layer.columns.find((column) => column.name === name)?.type ?? '';
  return /INT|TEXT|CHAR/i.test(type);
}

function soundsLikeKey(name: string): boolean {
  return /(^|_)(id|code|key|uuid|guid|gid|fid|nr|no)$|Id$|ID$/i.test(name);
}

function isUnique(pair: LayerPair, side: Side, name: string, rows?: number): boolean {
  const column = ident(name);
  const part = rows === undefined ? '' : `LIMIT ${rows}`;
  const from = `(SELECT ${column} COLLATE BINARY AS key FROM ${tableOf(side, pair[side])} ${part})`;
  return (
    pair.db.prepare(`SELECT 1 FROM ${from} GROUP BY key HAVING count(*) > 1 OR key IS NULL LIMIT 1`).get() ===
    undefined
  );
}

/**
 * Reads the key of both layers into temp.before_keys and temp.after_keys (key, row); null when it went well. Keys are
 * compared as numbers where one of the columns holds numbers, so that 7 is '7'.
 */
export function keyProblem(pair: LayerPair, key: string, keys: string[]): DiffProblem | null {
  for (const side of SIDES) {
    const columns = keyable(pair[side]);
    if (!columns.includes(key)) return { problem: 'no_column', missingIn: side, columns };
  }
  const affinity = SIDES.every((side) => isText(pair[side], key)) ? 'TEXT' : 'NUMERIC';
  for (const side of SIDES) {
    const problem = readKeys(pair.db, { side, layer: pair[side], key, affinity });
    if (problem) return { problem, in: side, keys };
  }
  return null;
}

/** The same for the key of the row, or on some sides the place of the row in its file, counted from 1. */
export function readRowKeys(pair: LayerPair, byPlace: Side[]): void {
  for (const side of SIDES) {
    const { rowNumber } = pair[side];
    const key = byPlace.includes(side) ? `row_number() OVER (ORDER BY ${rowNumber})` : rowNumber;
    pair.db.exec(`
      CREATE TABLE temp.${side}_keys (key INTEGER, row INTEGER);
      INSERT INTO temp.${side}_keys SELECT ${key}, ${rowNumber} FROM ${tableOf(side, pair[side])};
      CREATE INDEX temp.${side}_index ON ${side}_keys (key, row)`);
  }
}

function isText(layer: GeopackageLayer, name: string): boolean {
  return /TEXT|CHAR|CLOB/i.test(layer.columns.find((column) => column.name === name)?.type ?? '');
}

function readKeys(
  db: DatabaseSync,
  { side, layer, key, affinity }: { side: Side; layer: GeopackageLayer; key: string; affinity: string },
): 'empty' | 'repeated' | null {
  db.exec(`CREATE TABLE temp.${side}_keys (key ${affinity}, row INTEGER)`);
  db.exec(
    `INSERT INTO temp.${side}_keys SELECT ${ident(key)}, ${layer.rowNumber} FROM ${tableOf(side, layer)}`,
  );
  if (db.prepare(`SELECT 1 FROM temp.${side}_keys WHERE key IS NULL LIMIT 1`).get()) return 'empty';
  db.exec(`CREATE INDEX temp.${side}_index ON ${side}_keys (key, row)`);
  const repeated = db
    .prepare(`SELECT 1 FROM temp.${side}_keys GROUP BY key HAVING count(*) > 1 LIMIT 1`)
    .get();
  return repeated ? 'repeated' : null;
}
