import type { DatabaseSync } from 'node:sqlite';
import { commonColumns, tableOf } from './layer-pair.ts';
import type { PlainValue, Side } from '../../reader-protocol/diff-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

type Layers = Record<Side, GeopackageLayer>;

/** Characters of all texts on a page together, about. */
const PAGE_TEXT = 4_000_000;
const LONGEST_TEXT = 1_000;
const SHORTEST_TEXT = 20;
const SHOWN_BYTES = 16;

/** Reads a row's attributes for people; the wider and longer the page, the shorter its texts. */
export function prepareValues(
  db: DatabaseSync,
  { side, layer, rows }: { side: Side; layer: GeopackageLayer; rows: number },
): (row: bigint) => { fid: PlainValue; columns: Record<string, PlainValue> } {
  const share = Math.floor(PAGE_TEXT / rows / (layer.columns.length + 1));
  const most = Math.min(LONGEST_TEXT, Math.max(SHORTEST_TEXT, share));
  const names = layer.columns.map(({ name }) => ident(name));
  const statement = db.prepare(
    `SELECT ${[layer.rowNumber, ...names.map((name) => cut(name, most))].join(', ')}
       FROM ${tableOf(side, layer)} WHERE ${layer.rowNumber} = ?`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return (row) => {
    const [fid, ...values] = statement.get(row) as unknown as unknown[];
    const columns = layer.columns.map(
      ({ name, type }, i) => [name, plain(values[i], { type, most })] as const,
    );
    return { fid: plain(fid, { type: 'INTEGER', most }), columns: Object.fromEntries(columns) };
  };
}

/** One more than is shown, to see whether there are more. Any column of SQLite may have values of any type. */
function cut(name: string, most: number): string {
  return `CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${most + 1})
    WHEN 'blob' THEN substr(${name}, 1, ${SHOWN_BYTES + 1}) ELSE ${name} END`;
}

function plain(value: unknown, { type, most }: { type: string; most: number }): PlainValue {
  if (typeof value === 'bigint') {
    if (/^BOOL/i.test(type)) return value !== 0n;
    return BigInt.asIntN(54, value) === value ? Number(value) : String(value);
  }
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value.subarray(0, SHOWN_BYTES)).toString('hex');
    return `0x${hex}${value.length > SHOWN_BYTES ? '…' : ''}`;
  }
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most)}…` : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return null;
}

/** Names the columns in which two rows differ, in the same sense in which they were found to. */
export function prepareComparison(
  db: DatabaseSync,
  layers: Layers,
  key: string | null,
): (before: bigint, after: bigint) => string[] {
  const columns = commonColumns(layers).filter((name) => name !== key);
  if (columns.length === 0) return () => [];
  const differ = columns.map(
    (name) => `x.${ident(name)} COLLATE BINARY IS NOT y.${ident(name)} COLLATE BINARY`,
  );
  const statement = db.prepare(
    `SELECT ${differ.join(', ')} FROM ${tableOf('before', layers.before)} x, ${tableOf('after', layers.after)} y
      WHERE x.${layers.before.rowNumber} = ? AND y.${layers.after.rowNumber} = ?`,
  );
  statement.setReturnArrays(true);
  return (before, after) => {
    const flags = statement.get(before, after) as unknown as number[];
    return columns.filter((_, i) => flags[i] === 1);
  };
}
