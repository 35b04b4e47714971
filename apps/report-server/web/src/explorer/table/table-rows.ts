import type { Row } from '../../client.ts';
import type { Clause } from '../filter/filter.ts';

/** What picking a row does: it is marked on the map, it filters other views, or rows cannot be picked. */
export type RowPick = 'map' | 'others' | 'none';

export interface TableRow {
  /** Names the row in the address; of a table without a key its place in the list. */
  key: string;
  /** The key is one of the table, which the server finds the row by. */
  isKeyed: boolean;
  values: Row;
}

export function tableRows(rows: Row[], primaryKey: string[], offset: number): TableRow[] {
  return rows.map((values, at) => {
    const key = keyOf(values, primaryKey);
    return { key: key ?? `row ${offset + at + 1}`, isKeyed: key !== null, values };
  });
}

/** The key of a row as text: that of several columns is a list in JSON. */
export function keyOf(values: Row, primaryKey: string[]): string | null {
  const parts = primaryKey.map((name) => values[name]);
  if (parts.length === 0 || parts.some((part) => part === undefined || part === null)) return null;
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);
}

/** The row of a key; null when none is picked. */
export function keyClauses(key: string, primaryKey: string[]): Clause[] | null {
  if (key === '' || primaryKey.length === 0) return null;
  const values = primaryKey.length === 1 ? [key] : readList(key);
  return primaryKey.map((column, at) => ({ column, op: 'eq', value: values[at] ?? '' }));
}

function readList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
