import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Whether a row names an object of the storage. */
export async function isObjectUsed(db: Db, object: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM report_versions WHERE source_object = ${object})
        OR EXISTS (SELECT FROM report_assets WHERE object = ${object})
        OR EXISTS (SELECT FROM executions WHERE output_object = ${object})
        OR EXISTS (SELECT FROM run_assets WHERE object = ${object})
        OR EXISTS (SELECT FROM analysis_jobs WHERE result_object = ${object}) AS used`.execute(db);
  return rows[0]?.used ?? true;
}
