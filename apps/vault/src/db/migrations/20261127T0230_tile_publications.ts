import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Published layers, and the tokens with which maps outside the platform read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE tile_publications (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    dataset_id bigint NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    layer text NOT NULL,
    -- Null: the latest version of the dataset.
    version_id bigint REFERENCES versions (id) ON DELETE CASCADE,
    server text NOT NULL DEFAULT 'built-in' CONSTRAINT tile_publications_server_known CHECK (server IN ('built-in', 'martin')),
    source_id text CONSTRAINT tile_publications_source CHECK ((source_id IS NOT NULL) = (server = 'martin')),
    published_by_id int,
    published_by text,
    published_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX tile_publications_layer_key
    ON tile_publications (dataset_id, layer, coalesce(version_id, 0))`.execute(db);
  await sql`CREATE INDEX tile_publications_version_idx ON tile_publications (version_id)`.execute(db);
  await sql`CREATE TABLE tile_tokens (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    publication_id uuid NOT NULL REFERENCES tile_publications (id) ON DELETE CASCADE,
    token_sha256 text NOT NULL CONSTRAINT tile_tokens_sha256_key UNIQUE,
    prefix text NOT NULL,
    label text NOT NULL,
    created_by_id int NOT NULL,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    last_used_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX tile_tokens_publication_idx ON tile_tokens (publication_id)`.execute(db);
}
