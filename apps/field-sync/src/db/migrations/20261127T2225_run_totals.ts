import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE run_totals (
    -- Without a reference: counters of metrics must not fall when a project is deleted.
    project_id integer NOT NULL,
    -- How runs ended; the code is empty for those that did not fail.
    outcome text NOT NULL,
    error_code text NOT NULL,
    runs bigint NOT NULL,
    -- Fetched, and rows of applied runs.
    bytes bigint NOT NULL,
    inserted bigint NOT NULL,
    updated bigint NOT NULL,
    deleted bigint NOT NULL,
    conflicts bigint NOT NULL,
    PRIMARY KEY (project_id, outcome, error_code)
  )`,
  `INSERT INTO run_totals
   SELECT project_id, status, coalesce(error_code, ''), count(*), sum(bytes_fetched),
          coalesce(sum(inserted) FILTER (WHERE status = 'applied'), 0),
          coalesce(sum(updated) FILTER (WHERE status = 'applied'), 0),
          coalesce(sum(deleted) FILTER (WHERE status = 'applied'), 0),
          coalesce(sum(conflicts) FILTER (WHERE status = 'applied'), 0)
     FROM runs WHERE finished_at IS NOT NULL GROUP BY 1, 2, 3`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
