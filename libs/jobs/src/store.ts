import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Handle } from './types.ts';

/** A statement on the jobs table; `{jobs}` in its text is replaced by the table. */
export interface Statement {
  name: string;
  text: string;
}

/** Runs statements on one schema's jobs table. */
export interface Store {
  run<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
}

export interface StoreRequest {
  db: Handle;
  /** With it the statements are prepared, and a job costs less than half as much. */
  pool?: pg.Pool | undefined;
  schema: string;
}

/** A database that hangs must not block this process: leases that cannot be renewed have to be given up in time. */
const longestMs = 10_000;

export function createStore({ db, pool, schema }: StoreRequest): Store {
  const table = `"${schema.replaceAll('"', '""')}".jobs`;
  const texts = new Map<Statement, string>();

  function textOf(statement: Statement): string {
    let text = texts.get(statement);
    if (text === undefined) texts.set(statement, (text = statement.text.replaceAll('{jobs}', table)));
    return text;
  }

  return {
    async run<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
      const text = textOf(statement);
      if (!pool) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
      const name = `jobs_${schema}_${statement.name}`.slice(0, 63);
      const result = await pool.query({ name, text, values, query_timeout: longestMs } as pg.QueryConfig);
      return result.rows as Row[];
    },
  };
}
