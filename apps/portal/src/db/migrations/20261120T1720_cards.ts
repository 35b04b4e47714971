import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The cards on the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE cards (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    card_type text NOT NULL CHECK (card_type IN ('map', 'dashboard', 'report', 'dataset', 'external', 'admin')),
    url text NOT NULL,
    icon text NOT NULL,
    image_url text NOT NULL DEFAULT '',
    category text NOT NULL DEFAULT '',
    sort_order int NOT NULL DEFAULT 0,
    is_public boolean NOT NULL DEFAULT false,
    source_service text NOT NULL DEFAULT '',
    source_resource_id text NOT NULL DEFAULT '',
    is_imported boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX cards_order_idx ON cards (sort_order, id)`.execute(db);
}
