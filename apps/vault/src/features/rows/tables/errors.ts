import { AppError, badRequest, unprocessable } from '@cairn/service';
import { SourceError } from '../../content/errors.ts';
import type { TableSource } from './types.ts';

type Name = Pick<TableSource, 'schema' | 'table'>;

export function mayNotRead({ schema, table }: Name): SourceError {
  return new SourceError({
    kind: 'unavailable',
    code: 'vault.may_not_read_table',
    message: `The database user of the connection may not read ${schema}.${table}. Grant it SELECT there.`,
  });
}

export const TABLE_UNREADABLE = 'vault.table_unreadable';

/** For errors of statements that nothing here could avoid: a view that divides by zero, a damaged table. */
export function tableUnreadable({ schema, table }: Name, sqlState: string): SourceError {
  return new SourceError({
    kind: 'unavailable',
    code: TABLE_UNREADABLE,
    message: `The database cannot read ${schema}.${table} (error ${sqlState}). Check the table there.`,
  });
}

/** A coordinate outside the area of its reference system, or a view that fails for some rows. */
export function notDrawable({ schema, table }: Name): SourceError {
  const message = `The geometries of ${schema}.${table} cannot be transformed to WGS84. Check their SRID and their coordinates.`;
  return new SourceError(
    { kind: 'unprocessable', code: 'vault.not_drawable', message },
    unprocessable(
      'vault.not_drawable',
      'The geometries of this dataset cannot be shown on a map. Ask its owner to check their coordinate reference system.',
    ),
  );
}

export function noGeometryColumn({ schema, table, geometryColumn }: TableSource) {
  const name = geometryColumn === null ? '' : ` "${geometryColumn}"`;
  return unprocessable(
    'vault.no_geometry_column',
    `${schema}.${table} has no geometry column${name}. Choose another.`,
  );
}

export function geometryColumnMissing({ schema, table }: Name, columns: string[]) {
  return badRequest(
    'vault.geometry_column_missing',
    `${schema}.${table} has several geometry columns. Set geometry_column to one of: ${columns.slice(0, 20).join(', ')}.`,
  );
}

export function noSrid(
  { schema, table }: Name,
  { geometryColumn }: { geometryColumn: string | null },
): SourceError {
  const message = `The column ${geometryColumn} of ${schema}.${table} has no SRID. Set one with UpdateGeometrySRID in the database, or cast the column of a view, for example to geometry(Point, 4326).`;
  return new SourceError(
    { kind: 'unprocessable', code: 'vault.no_crs', message },
    unprocessable(
      'vault.no_crs',
      'This dataset has no coordinate reference system, so it cannot be shown on a map. Ask its owner to set one.',
    ),
  );
}

export function changeNotLogged(cause: unknown) {
  return new AppError({
    kind: 'unavailable',
    code: 'vault.change_not_logged',
    message:
      'The row was changed in the database, but the change could not be logged. Reload the rows, and do not repeat it.',
    cause,
  });
}
