import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE analysis_jobs (
        job_id bigint PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
        stage text CHECK (stage IN ('inspecting', 'computing', 'writing')),
        -- Features that were read, dropped, repaired and written; null until the layers have been inspected.
        counts jsonb,
        result_object text,
        bytes bigint,
        -- Where the FeatureCollection ends in the object.
        geojson_end bigint,
        expires_at timestamptz
      )`,
    )
    .execute(db);
  await sql
    .raw(
      `CREATE INDEX analysis_jobs_expires_idx ON analysis_jobs (expires_at) WHERE result_object IS NOT NULL`,
    )
    .execute(db);
}
