import { AppError, badRequest, notFound, unavailable } from '@cairn/service';

export function unknownConnection(): AppError {
  return badRequest(
    'field_sync.unknown_connection',
    'There is no such connection. Send the id of a database link as connection_id.',
  );
}

export function tableNotFound(): AppError {
  return notFound('field_sync.table_not_found', 'Table not found.');
}

export function accessDenied(): AppError {
  return notFound('field_sync.table_access_denied', 'Access denied.');
}

export function noSuchTable(schema: string, table: string): AppError {
  return badRequest(
    'field_sync.no_such_table',
    `There is no table ${schema.slice(0, 100)}.${table.slice(0, 100)} that the database link may read.`,
  );
}

export function noGeometry(column: string): AppError {
  return badRequest(
    'field_sync.no_geometry_column',
    `The table has no geometry column "${column.slice(0, 100)}". Name one with geom_column.`,
  );
}

export function noReferenceSystem(column: string): AppError {
  return badRequest(
    'field_sync.no_srid',
    `The geometry column "${column}" has no SRID, so it cannot be transformed to WGS84. Set one with UpdateGeometrySRID.`,
  );
}

export function invalidValue(message: string): AppError {
  return badRequest('field_sync.field_invalid', message);
}

export function databaseUnreachable(sentence: string, cause: unknown): AppError {
  return new AppError({ kind: 'unavailable', code: 'field_sync.database_away', message: sentence, cause });
}

/** For errors of statements; those of the session were handled before. */
export function toStatementError(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof AppError || typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error;
  if (code.startsWith('22') || ['42804', '42883'].includes(code))
    return badRequest(
      'field_sync.values_unfit',
      'A column has values that cannot be compared or sorted like this. Choose another column or value.',
    );
  if (code === '42501')
    return badRequest(
      'field_sync.may_not_read',
      'The database link may not read this table. Grant it SELECT there.',
    );
  if (code === 'XX000')
    return badRequest(
      'field_sync.places_unfit',
      'PostGIS cannot work with the geometries of this table. Check their SRID and their coordinates.',
    );
  return badRequest('field_sync.table_unreadable', `The database cannot read this table (error ${code}).`);
}

export function tooSlow(): AppError {
  return unavailable(
    'field_sync.table_too_slow',
    'The database takes longer than 30 seconds for this. Ask for fewer rows, or for an index on the columns.',
  );
}

export const BUSY = {
  code: 'field_sync.database_busy',
  message: 'The database is busy with other requests. Try again in a few seconds.',
};
