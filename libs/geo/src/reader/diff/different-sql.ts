import { ident } from '../geopackage/attach.ts';

/**
 * SQL for whether rows `x`, the earlier one, and `y` differ in columns, as SQLite's `IS` sees them, whatever collation a file declares. A
 * column that only `y` has differs unless it is NULL. One comparison of two rows of values: a chain of OR would grow deeper than
 * SQLite allows.
 */
export function differentValues(columns: { before: string | null; after: string }[]): string {
  if (columns.length === 0) return 'FALSE';
  const before = columns.map(({ before: name }) =>
    name === null ? 'NULL' : `x.${ident(name)} COLLATE BINARY`,
  );
  const after = columns.map(({ after: name }) => `y.${ident(name)} COLLATE BINARY`);
  return `(${before.join(', ')}) IS NOT (${after.join(', ')})`;
}

/**
 * SQL for whether two geometries differ: in their WKB, whatever their headers are. Most are the same bytes, header and all, and need no
 * look inside.
 */
export function differentGeometry(x: string, y: string): string {
  return `(${x} IS NOT ${y} AND (${wkbOf(x)} IS NULL OR ${wkbOf(x)} IS NOT ${wkbOf(y)}))`;
}

/** For each value of the envelope's code where the WKB begins in a blob, from 1 (OGC 12-128r18, clause 2.1.3). */
const WKB_STARTS = [9, 41, 57, 57, 73];

/** SQL for what follows the header of a GeoPackage geometry; NULL when there is no such header. */
function wkbOf(geometry: string): string {
  // The lower four bits of the flags are the envelope's code and the byte order of the header.
  const flags = `substr(hex(substr(${geometry}, 4, 1)), 2)`;
  const starts = WKB_STARTS.flatMap((start, code) =>
    [2 * code, 2 * code + 1].map((bits) => `WHEN '${bits}' THEN ${start}`),
  );
  return `CASE hex(substr(${geometry}, 1, 2)) WHEN '4750' THEN substr(${geometry}, CASE ${flags} ${starts.join(' ')} END) END`;
}
