import type { Grouping } from '../../reader-protocol/dissolve-types.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

/**
 * Writes the table `main.groups`: id, value, number of features, and the sums as s0, s1, … Returns how many groups there
 * are, and how the features of the layer (as `t`) are joined to them (as `g`).
 */
export function createGroups(
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

/** Any column of SQLite may hold anything; only numbers are summed. NULL when there is none. */
function sumOf(name: string, sum: 'sum' | 'total'): string {
  const column = `t.${ident(name)}`;
  const number = `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} END`;
  return sum === 'sum' ? `sum(${number})` : `CASE WHEN count(${number}) > 0 THEN total(${number}) END`;
}
