import { unprocessable } from '@cairn/service/errors';
import type { Grid } from '../grid.ts';

/** Word and its kin hold no table with more columns. */
const MOST_COLUMNS = 63;

/** @throws AppError 422 where the table of the report has more columns than Word takes. */
export function checkTableColumns({ columns }: Grid): void {
  if (columns.length > MOST_COLUMNS)
    throw unprocessable(
      'report-server.too_many_columns',
      `A table of Word has at most ${MOST_COLUMNS} columns, and this report has ${columns.length}; choose xlsx or ods.`,
    );
}
