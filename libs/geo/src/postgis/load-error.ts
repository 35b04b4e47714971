import { conflict, unprocessable } from '@cairn/service/errors';
import type { TableName } from './target.ts';

/** An error of PostgreSQL as a sentence without its text, which may contain values or addresses. */
export function toLoadError(error: unknown, name: TableName): unknown {
  const code = (error as { code?: unknown }).code;
  const table = `${name.schema}.${name.table}`;
  switch (code) {
    case '42P07':
      return conflict(
        'load.table_exists',
        `The table ${table} already exists. Choose replace or append, or another name.`,
      );
    case '3F000':
      return conflict(
        'load.no_such_schema',
        `There is no schema "${name.schema}" in the database; create it first.`,
      );
    case '42501':
      return conflict(
        'load.no_right',
        `The database user lacks the privilege for ${table}. Grant it or use another user.`,
      );
    case '2BP01':
      return conflict(
        'load.table_in_use',
        `Other objects, such as views, depend on ${table}; drop them first or load into another table.`,
      );
    case '23505':
      return conflict(
        'load.duplicate_rows',
        `Rows of the layer violate a unique constraint of ${table}. Nothing was loaded.`,
      );
    case '23502':
      return conflict(
        'load.value_missing',
        `${table} requires a value that is missing in the layer. Nothing was loaded.`,
      );
    case '53100':
      return conflict('load.database_full', "The database server's disk is full; nothing was loaded.");
    default:
      if (typeof code === 'string' && /^(22|23)/.test(code)) {
        return unprocessable(
          'load.value_does_not_fit',
          `A value of the layer does not fit a column of ${table}. Nothing was loaded.`,
        );
      }
      return error;
  }
}
