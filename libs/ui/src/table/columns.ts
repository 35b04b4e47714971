import type { ReactNode } from 'react';

export type CellValue = string | number | boolean | Date | null | undefined;

export interface Column<Row> {
  key: string;
  header: string;
  /** What is sorted, searched and exported. */
  value: (row: Row) => CellValue;
  /** More words that a search finds the row by. */
  search?: (row: Row) => string;
  /** What is shown; `value` as text when left out. */
  cell?: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
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

/** Rows whose values contain every word of the search, in any column. `texts` are those of `searchTexts`. */
export function searchRows<Row>(rows: Row[], texts: () => string[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const all = texts();
  return rows.filter((_row, index) => words.every((word) => all[index]?.includes(word)));
}

/** What a search looks through, row by row; put together once, at the first search. */
export function searchTexts<Row>(rows: Row[], columns: Column<Row>[]): () => string[] {
  let texts: string[] | null = null;
  const textOfRow = (row: Row) =>
    columns
      .map((column) => [textOf(column.value(row)), column.search?.(row) ?? ''].join(' '))
      .join(' ')
      .toLowerCase();
  return () => (texts ??= rows.map(textOfRow));
}

/** A sorted copy; empty values come last in either direction. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], sort: Sort | null): Row[] {
  const column = columns.find((candidate) => candidate.key === sort?.key);
  if (!sort || !column) return rows;
  const sign = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: sortKey(column.value(row)) }));
  return keyed.sort((a, b) => compare(a.key, b.key, sign)).map(({ row }) => row);
}

/** CSV after RFC 4180 of the shown rows. Cells that a spreadsheet would run as a formula are disarmed. */
export function toCsv<Row>(rows: Row[], columns: Column<Row>[]): string {
  const lines = [
    columns.map((column) => csvText(column.header)),
    ...rows.map((row) => columns.map((c) => csvText(c.value(row)))),
  ];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\r\n') + '\r\n';
}

/** Lets the browser save a text as a CSV file. */
export function saveCsv(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function textOf(value: CellValue): string {
  if (value === null || value === undefined) return '';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Spreadsheets take full-width and small signs for plain ones, and skip line breaks and tabs before a formula. */
function csvText(value: CellValue): string {
  const text = textOf(value);
  const startsFormula = /^[\t\r\n]|^[=+\-@]/.test(text.slice(0, 1).normalize('NFKC'));
  return typeof value === 'string' && startsFormula ? `'${text}` : text;
}

/** "Sheet 9" before "sheet 10". One collator for all: making one for each comparison costs seconds. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function sortKey(value: CellValue): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : Number(value);
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * collator.compare(String(a), String(b));
}

/** A semicolon separates cells where the comma is the decimal sign. */
function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
