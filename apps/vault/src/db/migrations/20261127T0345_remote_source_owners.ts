import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Who saved the keys of an object, and for which dataset: a clone uses them as long as its owner may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE remote_sources ADD COLUMN dataset_id integer, ADD COLUMN owner_id integer`.execute(
    db,
  );
  await sql`UPDATE remote_sources r SET dataset_id = v.dataset_id, owner_id = v.created_by_id
    FROM (SELECT DISTINCT ON (source ->> 'remote_source_id') (source ->> 'remote_source_id')::bigint AS source_id, dataset_id, created_by_id
            FROM versions WHERE datasource_type = 'remote' ORDER BY source ->> 'remote_source_id', id) v
   WHERE v.source_id = r.id`.execute(db);
}
