import type { ReactNode } from 'react';

export type CellValue = string | number | boolean | Date | null | undefined;

export interface Column<Row> {
  key: string;
  header: string;
  /** What is sorted, searched and exported. */
  value: (row: Row) => CellValue;
  /** What is shown; `value` as text when left out. */
  cell?: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: 'left' | 'right';
  sortable?: boolean;
  /** Hidden on windows narrower than this; the person can still show it. */
  from?: 'sm' | 'md' | 'lg';
  width?: number | string;
  /** Cannot be hidden: the name of the row. */
  always?: boolean;
}

export interface Sort {
  key: string;
  descending: boolean;
}

/** Rows whose values contain every word of the search, in any column. */
export function searchRows<Row>(rows: Row[], columns: Column<Row>[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns
      .map((column) => textOf(column.value(row)))
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A sorted copy; empty values come last in either direction. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], sort: Sort | null): Row[] {
  const column = columns.find((candidate) => candidate.key === sort?.key);
  if (!sort || !column) return rows;
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => compare(column.value(a), column.value(b), sign));
}

/** CSV after RFC 4180 of the shown rows. Cells that a spreadsheet would run as a formula are disarmed. */
export function toCsv<Row>(rows: Row[], columns: Column<Row>[]): string {
  const lines = [
    columns.map((column) => column.header),
    ...rows.map((row) => columns.map((c) => csvText(c.value(row)))),
  ];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n') + '\r\n';
}

export function textOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

function csvText(value: CellValue): string {
  const text = textOf(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function compare(a: CellValue, b: CellValue, sign: number): number {
  const emptyA = a === null || a === undefined || a === '';
  const emptyB = b === null || b === undefined || b === '';
  if (emptyA || emptyB) return emptyA && emptyB ? 0 : emptyA ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') {
    return sign * a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' });
  }
  return sign * (Number(a) - Number(b));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
