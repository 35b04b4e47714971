import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Datasets may be published to the GIS runtime as well, once each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE tile_publications DROP CONSTRAINT tile_publications_server_known`.execute(db);
  await sql`ALTER TABLE tile_publications ADD CONSTRAINT tile_publications_server_known
    CHECK (server IN ('built-in', 'martin', 'qgis'))`.execute(db);
  await sql`CREATE UNIQUE INDEX tile_publications_qgis_key ON tile_publications (dataset_id) WHERE server = 'qgis'`.execute(
    db,
  );
}
