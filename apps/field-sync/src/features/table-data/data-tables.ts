import { invalidValue } from './errors.ts';
import { readBox, readDensity, readText } from './read-request.ts';
import type { Fields } from './read-request.ts';
import type { TablePage, TableQuery } from './table-page.ts';

const MAX_ROWS = 1_000;
const DEFAULT_ROWS = 10;
/** Larger offsets are clamped to this. */
const MAX_OFFSET = 2_000_000_000;
const MAX_ORDERS = 10;

/** A request of DataTables (datatables.net/manual/server-side), read. */
export interface DataTablesRequest {
  projectId: string;
  table: string;
  draw: number;
  query: TableQuery;
  /** Whether rows are lists, as for columns that are named by their place. */
  isList: boolean;
}

/** @throws {AppError} bad_request */
export function readDataTables(form: Fields): DataTablesRequest {
  const columns = readColumns(form['tbl_columns']);
  const sent = columnNames(form);
  const isList = sent.length > 0 && sent.every((name) => /^\d+$/.test(name));
  const search = readText('search[value]', form['search[value]'])?.trim();
  const length = readWhole(form['length']) ?? DEFAULT_ROWS;
  return {
    projectId: readText('id', form['id']) ?? '',
    table: readText('geom_tbl', form['geom_tbl']) ?? '',
    draw: readWhole(form['draw']) ?? 0,
    isList,
    query: {
      columns,
      geometryColumn: readText('geom_col', form['geom_col']) ?? 'geom',
      where: readText('where', form['where']),
      box: readBox(form['bbox']),
      search: search === '' ? undefined : search,
      order: readOrder(form, isList ? (columns ?? []) : sent.length > 0 ? sent : (columns ?? [])),
      offset: Math.min(MAX_OFFSET, Math.max(0, readWhole(form['start']) ?? 0)),
      // -1 asks for all rows.
      limit: length < 0 ? MAX_ROWS : Math.min(MAX_ROWS, length),
      density: readDensity(form),
      isCentroid: /^(1|true|on|t|yes)$/i.test(String(form['is_centroid'] ?? '')),
    },
  };
}

/** The answer as JSON text. */
export function writeDataTables(
  { draw, isList }: DataTablesRequest,
  { columns, rows, total, filtered }: TablePage,
): string {
  const data = isList ? rows.map((row) => toList(row, columns)) : rows;
  return `{"draw":${draw},"recordsTotal":${total},"recordsFiltered":${filtered},"data":[${data.join(',')}]}`;
}

function toList(row: string, columns: string[]): string {
  const values = JSON.parse(row) as Record<string, unknown>;
  return JSON.stringify(columns.map((name) => values[name] ?? null));
}

/** A comma-separated list, percent-encoded within the form; null for all. */
function readColumns(value: unknown): string[] | null {
  const text = readText('tbl_columns', value);
  if (text === undefined) return null;
  const names = decode(text)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? null : [...new Set(names)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `columns[n][data]` in their order. */
function columnNames(form: Fields): string[] {
  const names: string[] = [];
  for (let n = 0; form[`columns[${n}][data]`] !== undefined; n += 1)
    names.push(String(form[`columns[${n}][data]`]));
  return names;
}

function readOrder(form: Fields, names: string[]): TableQuery['order'] {
  const order: TableQuery['order'] = [];
  for (let n = 0; n < MAX_ORDERS && form[`order[${n}][column]`] !== undefined; n += 1) {
    const column = names[readWhole(form[`order[${n}][column]`]) ?? -1];
    // A table whose columns nobody named is in the order of its key.
    if (names.length === 0) continue;
    if (column === undefined || column === '')
      throw invalidValue('order[n][column] must be the number of a column.');
    if (order.some((each) => each.column === column)) continue;
    order.push({ column, descending: /^desc$/i.test(String(form[`order[${n}][dir]`] ?? '')) });
  }
  return order;
}

function readWhole(value: unknown): number | undefined {
  return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
}
