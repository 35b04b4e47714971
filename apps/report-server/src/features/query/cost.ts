import { badRequest } from '@cairn/service';
import type { Read, Statement } from '../datasources/read.ts';

interface Plan {
  'Total Cost': number;
  'Plan Rows': number;
}

/** What the database expects of a statement with these values. */
export async function estimate(
  read: Read,
  { text, values }: Statement,
): Promise<{ cost: number; rows: number }> {
  const statement = { text: `EXPLAIN (FORMAT JSON) ${text}`, ...(values ? { values } : {}) };
  const [row] = await read.texts(statement);
  const [explained] = JSON.parse(row![0]!) as { Plan: Plan }[];
  return { cost: explained!.Plan['Total Cost'], rows: explained!.Plan['Plan Rows'] };
}

/** @throws {AppError} bad_request for a statement that would take too much of the database */
export async function refuseCostly(read: Read, statement: Statement, maxCost: number): Promise<void> {
  const { cost, rows } = await estimate(read, statement);
  if (cost <= maxCost) return;
  throw badRequest(
    'report-server.query_too_costly',
    `The database estimates ${Math.round(rows)} rows at a cost of ${Math.round(cost)}; the limit is ${maxCost}. Filter the rows, best by a column with an index.`,
  );
}
