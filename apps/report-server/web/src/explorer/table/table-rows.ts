import type { Row } from '../../client.ts';

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
