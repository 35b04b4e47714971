import { DatabaseError } from 'pg';
import { conflict, unprocessable } from '@cairn/service';

/** What a server said about work that failed, as an error that tells it; everything else as it is. */
export function explainSqlError(error: unknown, what: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code, message, hint } = error;
  if (code === '53100') {
    return unprocessable('dbadmin.server_full', `${what} failed: the disk of the database server is full.`);
  }
  if (code === '55006') return conflict('dbadmin.database_in_use', `${what} failed: ${message}.`);
  return unprocessable(
    'dbadmin.server_said',
    `${what} failed: ${message}${hint === undefined ? '' : ` Hint: ${hint}`}`.slice(0, 1_000),
  );
}
