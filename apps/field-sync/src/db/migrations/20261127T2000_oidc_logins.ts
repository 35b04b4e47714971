import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Sign-ins that are under way at the identity provider. Losing them in a crash is fine.
  await sql`CREATE UNLOGGED TABLE oidc_logins (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- SHA-256 of the cookie that ties the sign-in to its browser.
    browser_hash text NOT NULL,
    state text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX oidc_logins_browser ON oidc_logins (browser_hash)`.execute(db);
}
