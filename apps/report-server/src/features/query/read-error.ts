import { AppError, badRequest, unavailable } from '@cairn/service';

/** The database has changed since the snapshot: no such table, column, function, type. */
const CHANGED = new Set(['42P01', '42703', '42883', '42704', '3F000']);

/** Whether a statement failed because the snapshot of the catalogue is old. */
export function isChangedDatabase(error: unknown): boolean {
  return CHANGED.has(codeOf(error));
}

/** An error of a statement as the caller sees it. The text of the server stays here: it may hold data. */
export function toQueryError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const cause = (made: AppError) => Object.assign(made, { cause: error });
  if (isChangedDatabase(error)) {
    return cause(
      unavailable(
        'report-server.table_changed',
        'The table was changed a moment ago. Load it again and repeat the query.',
      ),
    );
  }
  if (code === '42501') {
    return cause(
      badRequest(
        'report-server.table_unreadable',
        'The database does not let the login of this datasource read all of this. Ask its administrator for SELECT.',
      ),
    );
  }
  if (code === '2201B' || code.startsWith('22')) {
    return cause(
      badRequest(
        'report-server.bad_value',
        'A value is out of range for the database, or malformed. Correct the query.',
      ),
    );
  }
  // PostGIS and PROJ have no codes of their own.
  if (code === 'XX000') {
    return cause(
      badRequest(
        'report-server.bad_geometry',
        'A geometry or a reference system of the query or of the table cannot be processed, such as coordinates out of range. Filter or correct it.',
      ),
    );
  }
  if (code.startsWith('54')) {
    return cause(
      badRequest(
        'report-server.query_too_large',
        'The query is too large for the database. Make it simpler.',
      ),
    );
  }
  return error;
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
