import { closestNames } from '@cairn/geo';
import { badRequest, notFound } from '@cairn/service';
import type { AppError } from '@cairn/service';
import type { Catalogue, Column, Table } from './types.ts';

/**
 * A table by its exact name.
 * @throws {AppError} not_found, in the same words when it is missing, of the system, or not for the login of the datasource
 */
export function findTable(catalogue: Catalogue, name: { schema: string; table: string }): Table {
  const found = catalogue.tables.find((each) => each.schema === name.schema && each.name === name.table);
  if (!found) throw noSuchTable(name);
  return found;
}

/** @throws {AppError} bad_request that names the place in the request, with the nearest names */
export function findColumn(table: Table, name: unknown, place: string): Column {
  const column = table.columns.find((each) => each.name === name);
  if (column) return column;
  const written = String(name);
  const names = table.columns.map((each) => each.name);
  throw badRequest(
    'report-server.no_such_column',
    `${place}: there is no column "${written}" in ${table.schema}.${table.name}. ${suggestionOf(written, names)}`,
  );
}

/** The geometry column of that name; without one, the first of the table. @throws {AppError} bad_request */
export function findGeometry(table: Table, name: unknown, place: string): Column {
  if (name !== undefined) {
    const column = findColumn(table, name, place);
    if (column.geometry) return column;
    throw badRequest(
      'report-server.not_a_geometry',
      `${place}: the column "${column.name}" holds no geometry.`,
    );
  }
  const first = table.columns.find(({ geometry }) => geometry !== null);
  if (first) return first;
  throw badRequest(
    'report-server.no_geometry',
    `${place}: ${table.schema}.${table.name} has no geometry column. Choose a table with one.`,
  );
}

/** "Did you mean …", or what there is. */
export function suggestionOf(written: string, names: string[]): string {
  const close = closestNames(written, names);
  if (close.length > 0) return `Did you mean ${close.map((name) => `"${name}"`).join(' or ')}?`;
  const some = names.slice(0, 10).map((name) => `"${name}"`);
  return names.length === 0 ? '' : `There are ${some.join(', ')}${names.length > some.length ? ' …' : ''}.`;
}

function noSuchTable({ schema, table }: { schema: string; table: string }): AppError {
  return notFound(
    'report-server.no_such_table',
    `There is no table ${schema}.${table}. Choose one from the list.`,
  );
}
