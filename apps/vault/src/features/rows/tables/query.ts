import { AppError, badRequest } from '@cairn/service';
import type pg from 'pg';

/** Asks a table. Throws AppError with a sentence for what a reader can ask in another way. */
export async function query<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(sql, values)).rows;
  } catch (error) {
    throw toSentence(error);
  }
}

function toSentence(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || error instanceof AppError) return error;
  if (code.startsWith('54')) return rowsTooLarge();
  if (code.startsWith('22') || ['42804', '42883'].includes(code))
    return badRequest(
      'vault.column_unfit',
      'A column holds values that cannot be sorted or compared in this way; choose another column or value.',
    );
  return error;
}

export function rowsTooLarge() {
  return badRequest(
    'vault.rows_too_large',
    'These rows hold more than one answer carries; ask for fewer of them.',
  );
}
